import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeDataFolder } from './make-data-folder.ts'

const fileName = 'jwt-secret'

/**
 * The secret that signs sessions: generated on the first start and kept in the data folder. The complete file is linked
 * into place, so that two servers that start together agree on one and a crash never leaves half of it.
 */
export const readOrMakeSessionSecret = (dataDir: string): string => readOrMakeSecretFile(join(dataDir, fileName))

/** The same for any other lasting secret. */
export function readOrMakeSecretFile(file: string): string {
  const stored = readSecret(file)
  if (stored !== undefined) return stored
  makeDataFolder(dirname(file))
  const fresh = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(fresh, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(fresh)
  }
  const made = readSecret(file)
  if (made === undefined) throw new Error(`${file} is empty; delete it to have a new one created`)
  return made
}

function readSecret(file: string): string | undefined {
  try {
    const content = readFileSync(file, 'utf8').trim()
    return content.length >= 32 ? content : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
