import type { ExtractedCover } from '../formats/isolate/reading-thread-messages.ts'
import { freeMemoryOf } from '../images/open-image.ts'
import { type FirstPageHints, makeThumbnail, type ThumbnailOptions } from '../images/thumbnail.ts'
import type { ThumbnailStore } from '../images/thumbnail-store.ts'
import { bytesToUuid } from '../store/uid.ts'

export interface ThumbnailMakingDeps {
  thumbnails: ThumbnailStore
  options: () => ThumbnailOptions
}

export interface StoredThumbnail {
  version: number
  color: string
  width: number
  height: number
}

/** Makes the thumbnail of a cover and frees the cover's bytes. The files exist before any row references them. */
export async function makeAndStoreThumbnail(
  { thumbnails, options }: ThumbnailMakingDeps,
  uid: Uint8Array,
  cover: ExtractedCover,
  page: FirstPageHints,
): Promise<StoredThumbnail | { problem: string; log: string }> {
  try {
    const made = await makeThumbnail(cover.bytes, cover.mediaType, options(), page)
    const version = Date.now()
    // A full disk or an unavailable bucket isn't a fault of the book: the cover is made again on request.
    await thumbnails.put(bytesToUuid(uid), version, made.small).catch(() => {})
    const { color, width, height } = made
    return { version, color, width, height }
  } catch (error) {
    const { cause } = error as Error
    const log = cause instanceof Error ? cause.message : String(error)
    return { problem: 'The cover couldn’t be made from the first page.', log }
  } finally {
    freeMemoryOf(cover.bytes)
  }
}
