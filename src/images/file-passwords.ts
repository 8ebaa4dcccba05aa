import type { Config } from '../config/settings.ts'
import { openTextSealer, UnsealError } from '../config/text-sealer.ts'

/** Passwords of encrypted files. Sealed everywhere except in the reading thread that opens the file. */
export interface FilePasswords {
  /** Equal passwords look equal when sealed: removing one finds the other books with it. */
  seal(password: string): string
  /** A password that can no longer be unsealed is as good as a wrong one: it has to be entered again. */
  open(sealed: string): string
}

export function openFilePasswords(config: Pick<Config, 'data_dir' | 'plugins'>): FilePasswords {
  const sealer = openTextSealer(config, 'file passwords')
  return {
    seal: (password) => sealer.seal(password, { isComparable: true }),
    open(sealed) {
      try {
        return sealer.open(sealed)
      } catch (error) {
        if (error instanceof UnsealError) return ''
        throw error
      }
    },
  }
}
