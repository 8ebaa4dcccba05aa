import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from './write-file-atomically.ts'

/** Pictures uploaded by users, keyed by content hash: the only files here that can't be made again. */
export interface UploadedPictureStore {
  put(bytes: Uint8Array): Promise<string>
  find(hash: string): Promise<Uint8Array | undefined>
  remove(hash: string): Promise<void>
  /** All pictures, for a backup. */
  all(): AsyncGenerator<Uint8Array>
}

export function openUploadedPictureFolder(folder: string): UploadedPictureStore {
  const fileOf = (hash: string) => join(folder, hash.slice(0, 2), hash)
  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      await writeFileAtomically(fileOf(hash), bytes, { flush: true })
      return hash
    },
    // Undefined only if the file doesn't exist: an unavailable share must not look like a missing picture.
    find: (hash) => readFile(fileOf(hash)).catch(unlessMissing),
    remove: (hash) => rm(fileOf(hash), { force: true }),
    async *all() {
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
        if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) yield await readFile(fileOf(entry.name))
      }
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}
