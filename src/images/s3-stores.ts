import { createHash } from 'node:crypto'
import { unpooledBuffer } from './buffer-pool.ts'
import type { DiskCache } from './disk-cache.ts'
import { type S3Bucket, S3BucketError } from './s3-bucket.ts'
import { isObsoleteLargeThumbnailName, parseThumbnailName, thumbnailName } from './thumbnail-name.ts'
import type { ThumbnailStore } from './thumbnail-store.ts'
import type { UploadedPictureStore } from './uploaded-picture-store.ts'

/**
 * Thumbnails can be made again: a bucket that doesn't respond costs only time. Thumbnails fetched or stored here are
 * also cached on this server's disk; each version has its own name, so the cache is never stale.
 */
export function openS3ThumbnailStore(bucket: S3Bucket, cache?: DiskCache): ThumbnailStore {
  const keyOf = (uid: string, version: number) => `thumbnails/${thumbnailName(uid, version)}`
  // After a failure the bucket isn't contacted for a moment: otherwise each cover of a page, and each book of a scan,
  // would wait for it.
  let awayUntil = 0
  const unlessPaused = async <T>(work: () => Promise<T>): Promise<T> => {
    if (Date.now() < awayUntil) throw new S3BucketError('the bucket did not respond a moment ago')
    return work().catch((error) => {
      awayUntil = Date.now() + AWAY_MS
      throw error
    })
  }
  return {
    async find(uid, version) {
      const key = keyOf(uid, version)
      const near = await cache?.find(key)
      if (near) return near
      const far = await unlessPaused(() => bucket.get(key)).catch(() => undefined)
      if (far) await cache?.put(key, far)
      return far && unpooledBuffer(far)
    },
    async put(uid, version, small) {
      const key = keyOf(uid, version)
      await cache?.put(key, small)
      await unlessPaused(() => bucket.put(key, small))
    },
    remove: (uid, version) => unlessPaused(() => bucket.remove(keyOf(uid, version))).catch(ignore),
    async removeLarge() {
      let removed = 0
      for await (const name of bucket.list('thumbnails/')) {
        if (!isObsoleteLargeThumbnailName(name)) continue
        await unlessPaused(() => bucket.remove(name.startsWith('thumbnails/') ? name : `thumbnails/${name}`))
        removed++
      }
      return removed
    },
    async *all() {
      for await (const key of bucket.list('thumbnails/')) {
        const thumbnail = parseThumbnailName(key)
        if (thumbnail) yield thumbnail
      }
    },
  }
}

const AWAY_MS = 5000

/** Uploaded covers can't be made again: a failed store is an error, and a failed fetch doesn't mean "missing". */
export function openS3PictureStore(bucket: S3Bucket): UploadedPictureStore {
  const keyOf = (hash: string) => `covers/${hash.slice(0, 2)}/${hash}`
  return {
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      await bucket.put(keyOf(hash), bytes)
      return hash
    },
    find: (hash) => bucket.get(keyOf(hash)),
    remove: (hash) => bucket.remove(keyOf(hash)).catch(ignore),
    async *all() {
      for await (const key of bucket.list('covers/')) {
        const bytes = await bucket.get(key)
        if (bytes) yield bytes
      }
    },
  }
}

/** The file stays as unreferenced garbage; the operation that removed its last reference has succeeded. */
const ignore = () => {}
