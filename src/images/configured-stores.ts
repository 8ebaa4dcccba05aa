import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import { type Bucket, openBucket } from './bucket.ts'
import { openPictureBucket, openThumbnailBucket } from './bucket-stores.ts'
import type { DiskCache } from './disk-cache.ts'
import { openThumbnailFolder, type ThumbnailStore } from './thumbnail-store.ts'
import { openUploadedPictures, type UploadedPictures } from './uploaded-pictures.ts'

/** The covers people uploaded, where the configuration says. */
export function openConfiguredPictures(config: Pick<Config, 'data_dir' | 'files'>): UploadedPictures {
  const bucket = openConfiguredBucket(config)
  return bucket ? openPictureBucket(bucket) : openUploadedPictures(join(config.data_dir, 'covers'))
}

/** The small covers, where the configuration says. `cache` spares whoever serves the way to a bucket. */
export function openConfiguredThumbnails(
  config: Pick<Config, 'data_dir' | 'files'>,
  cache?: DiskCache,
): ThumbnailStore {
  const bucket = openConfiguredBucket(config)
  return bucket ? openThumbnailBucket(bucket, cache) : openThumbnailFolder(join(config.data_dir, 'thumbnails'))
}

/** The bucket that the configuration names, if it names one. */
export function openConfiguredBucket({ files }: Pick<Config, 'files'>): Bucket | undefined {
  const { bucket_url: url, bucket_prefix: prefix, bucket_region: region } = files
  const { bucket_access_key: accessKey, bucket_secret_key: secretKey } = files
  // That none of them is missing was seen when the configuration was read.
  if (url === null || accessKey === null || secretKey === null) return undefined
  return openBucket({ url, prefix, region, accessKey, secretKey })
}
