import type { DiskCache } from './disk-cache.ts'
import type { PageReader } from './page-reader.ts'
import type { PictureStore } from './picture-store.ts'
import type { ThumbnailStore } from './thumbnail-store.ts'

/** Everything that has to do with pictures, for whoever serves or makes them. */
export interface Images {
  pages: PageReader
  /** Converted pages and covers. */
  cache: DiskCache
  thumbnails: ThumbnailStore
  /** Covers that people uploaded. */
  pictures: PictureStore
}
