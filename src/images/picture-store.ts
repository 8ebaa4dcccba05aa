import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Pictures that people gave us, by their content: the only files here that cannot be made again. */
export interface PictureStore {
  put(bytes: Uint8Array): Promise<string>
  find(hash: string): Promise<Uint8Array | undefined>
  remove(hash: string): Promise<void>
}

export function openPictureFolder(folder: string): PictureStore {
  const fileOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const file = fileOf(hash)
      await mkdir(dirname(file), { recursive: true })
      const draft = `${file}.${process.pid}.tmp`
      await writeFile(draft, bytes, { flush: true })
      await rename(draft, file)
      return hash
    },
    find: (hash) => readFile(fileOf(hash)).catch(() => undefined),
    remove: (hash) => rm(fileOf(hash), { force: true }),
  }
}
