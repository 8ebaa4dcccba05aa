import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import { bucketOf, openThumbnailBucket } from './bucket-stores.ts'
import { outgoingBuffers, type PooledBuffer } from './buffer-pool.ts'
import type { DiskCache } from './disk-cache.ts'
import { putFile } from './put-file.ts'
import { readWhole } from './read-whole.ts'
import { isWholeJpeg } from './seal.ts'
import type { ThumbnailSize } from './thumbnail.ts'
import { thumbnailName, thumbnailNamed } from './thumbnail-name.ts'

/** Where made covers lie. A folder here; a bucket that several servers share can stand in its place. */
export interface ThumbnailStore {
  /** `version` names the picture: another version is another file, so that nobody ever gets an old one. */
  find(uid: string, version: number, size: ThumbnailSize): Promise<PooledBuffer | undefined>
  put(uid: string, version: number, pictures: Record<ThumbnailSize, Uint8Array>): Promise<void>
  remove(uid: string, version: number): Promise<void>
  /** Everything there is, each version once. */
  all(): AsyncIterable<{ uid: string; version: number }>
}

/** Where the configuration says. `cache` spares whoever serves the way to a bucket. */
export function thumbnailsOf(config: Pick<Config, 'data_dir' | 'files'>, cache?: DiskCache): ThumbnailStore {
  const bucket = bucketOf(config)
  return bucket ? openThumbnailBucket(bucket, cache) : openThumbnailFolder(join(config.data_dir, 'thumbnails'))
}

export function openThumbnailFolder(folder: string): ThumbnailStore {
  const fileOf = (uid: string, version: number, size: ThumbnailSize) => join(folder, thumbnailName(uid, version, size))

  return {
    async find(uid, version, size) {
      try {
        const pooled = await readWhole(fileOf(uid, version, size), outgoingBuffers)
        // One whose end a power loss took is made again.
        return isWholeJpeg(pooled.bytes) ? pooled : undefined
      } catch {
        return undefined
      }
    },
    async put(uid, version, pictures) {
      // Whoever made them hands over their size and colour as well.
      for (const size of ['small', 'large'] as const) await putFile(fileOf(uid, version, size), pictures[size])
    },
    async remove(uid, version) {
      for (const size of ['small', 'large'] as const) await rm(fileOf(uid, version, size), { force: true })
    },
    async *all() {
      for (const shelf of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          const thumbnail = thumbnailNamed(name)
          if (thumbnail) yield thumbnail
        }
      }
    },
  }
}
