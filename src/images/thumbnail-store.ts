import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type PooledBuffer, sharedBufferPool } from './buffer-pool.ts'
import { isWholeJpeg } from './end-marker.ts'
import { readFileIntoPool } from './read-file-into-pool.ts'
import { isObsoleteLargeThumbnailName, parseThumbnailName, thumbnailName } from './thumbnail-name.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

/**
 * Stores the small covers; larger ones are made on request and kept in the disk cache. A folder here, or a bucket
 * shared by several servers.
 */
export interface ThumbnailStore {
  /** `version` identifies the picture: each version is a separate file, so that clients never get a stale one. */
  find(uid: string, version: number): Promise<PooledBuffer | undefined>
  put(uid: string, version: number, small: Uint8Array): Promise<void>
  remove(uid: string, version: number): Promise<void>
  /** All thumbnails, each version once. */
  all(): AsyncIterable<{ uid: string; version: number }>
  /** Removes the large covers that earlier versions of Lectern stored next to the small ones; returns their number. */
  removeLarge(): Promise<number>
}

export function openThumbnailFolder(folder: string): ThumbnailStore {
  const fileOf = (uid: string, version: number) => join(folder, thumbnailName(uid, version))

  return {
    async find(uid, version) {
      try {
        const pooled = await readFileIntoPool(fileOf(uid, version), sharedBufferPool)
        // A file truncated by a power loss is made again.
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
