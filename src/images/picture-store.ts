import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Pictures that people gave us, by their content: the only files here that cannot be made again. */
export interface PictureStore {
  put(bytes: Uint8Array): Promise<string>
  find(hash: string): Promise<Uint8Array | undefined>
  remove(hash: string): Promise<void>
  /** Every one of them, for a backup. */
  all(): AsyncGenerator<Uint8Array>
}

/** The covers people uploaded, where the configuration says. */
export const picturesOf = (config: { data_dir: string }): PictureStore =>
  openPictureFolder(join(config.data_dir, 'covers'))

function openPictureFolder(folder: string): PictureStore {
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
    async *all() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
        if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) yield await readFile(fileOf(entry.name))
      }
    },
  }
}
