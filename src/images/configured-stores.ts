import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { DiskCache } from './disk-cache.ts'
import { openS3Bucket, type S3Bucket } from './s3-bucket.ts'
import { openS3PictureStore, openS3ThumbnailStore } from './s3-stores.ts'
import { openThumbnailFolder, type ThumbnailStore } from './thumbnail-store.ts'
import { openUploadedPictureFolder, type UploadedPictureStore } from './uploaded-picture-store.ts'

/** Opens the store of uploaded covers at the configured location. */
export function openConfiguredPictureStore(config: Pick<Config, 'data_dir' | 'files'>): UploadedPictureStore {
  const bucket = openConfiguredS3Bucket(config)
  return bucket ? openS3PictureStore(bucket) : openUploadedPictureFolder(join(config.data_dir, 'covers'))
}

/** Opens the store of small covers at the configured location. `cache` saves requests to a bucket. */
export function openConfiguredThumbnailStore(
  config: Pick<Config, 'data_dir' | 'files'>,
  cache?: DiskCache,
): ThumbnailStore {
  const bucket = openConfiguredS3Bucket(config)
  return bucket ? openS3ThumbnailStore(bucket, cache) : openThumbnailFolder(join(config.data_dir, 'thumbnails'))
}

/** The configured bucket, if any. */
export function openConfiguredS3Bucket({ files }: Pick<Config, 'files'>): S3Bucket | undefined {
  const { bucket_url: url, bucket_prefix: prefix, bucket_region: region } = files
  const { bucket_access_key: accessKey, bucket_secret_key: secretKey } = files
  // The configuration is validated: if the URL is set, so are the keys.
  if (url === null || accessKey === null || secretKey === null) return undefined
  return openS3Bucket({ url, prefix, region, accessKey, secretKey })
}
