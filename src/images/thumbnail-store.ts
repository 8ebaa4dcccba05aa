import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PooledBuffer, sharedBufferPool } from './buffer-pool.ts'
import { isWholeJpeg } from './end-marker.ts'
import { readFileIntoPool } from './read-file-into-pool.ts'
import { isObsoleteLargeThumbnailName, parseThumbnailName, thumbnailName } from './thumbnail-name.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

/** Where the small covers lie; larger ones are made when asked for, and kept in the disk cache. A folder here; a bucket that several servers share can stand in its place. */
export interface ThumbnailStore {
  /** `version` names the picture: another version is another file, so that nobody ever gets an old one. */
  find(uid: string, version: number): Promise<PooledBuffer | undefined>
  put(uid: string, version: number, small: Uint8Array): Promise<void>
  remove(uid: string, version: number): Promise<void>
  /** Everything there is, each version once. */
  all(): AsyncIterable<{ uid: string; version: number }>
  /** Throws away the large covers that earlier versions kept beside the small ones; how many there were. */
  removeLarge(): Promise<number>
}

export function openThumbnailFolder(folder: string): ThumbnailStore {
  const fileOf = (uid: string, version: number) => join(folder, thumbnailName(uid, version))

  return {
    async find(uid, version) {
      try {
        const pooled = await readFileIntoPool(fileOf(uid, version), sharedBufferPool)
        // One whose end a power loss took is made again.
        return isWholeJpeg(pooled.bytes) ? pooled : undefined
      } catch {
        return undefined
      }
    },
    put: (uid, version, small) => writeFileAtomically(fileOf(uid, version), small),
    remove: (uid, version) => rm(fileOf(uid, version), { force: true }),
    async *all() {
      for (const subfolder of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, subfolder)).catch(() => [])) {
          const thumbnail = parseThumbnailName(name)
          if (thumbnail) yield thumbnail
        }
      }
    },
    async removeLarge() {
      let removed = 0
      for (const subfolder of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, subfolder)).catch(() => [])) {
          if (!isObsoleteLargeThumbnailName(name)) continue
          await rm(join(folder, subfolder, name), { force: true })
          removed++
        }
      }
      return removed
    },
  }
}
