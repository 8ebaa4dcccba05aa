import { loadSharp } from '../formats/image/load-sharp.ts'
import { type ImageLimits, openImage } from './pixels.ts'

/** Two sizes: one for grids, one for a book's own page and for tablets. */
export const thumbnailSizes = ['small', 'large'] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

export interface ThumbnailOptions extends ImageLimits {
  /** Longer side of the small one. */
  small: number
  large: number
  quality: number
}

export interface Thumbnails {
  small: Uint8Array
  large: Uint8Array
  /** Of the large one: what a page needs to leave room before the picture is there. */
  width: number
  height: number
  /** Average, as #rrggbb: what stands there until it comes. */
  color: string
}

/** The cover in its two sizes, while its bytes are at hand. JPEG: every reader app shows it, also the old ones. */
export async function makeThumbnails(
  bytes: Uint8Array,
  mediaType: string,
  options: ThumbnailOptions,
): Promise<Thumbnails> {
  const sharp = await loadSharp()
  const image = await openImage(bytes, mediaType, options)
  const { data: large, info } = await image
    .flatten({ background: '#fff' })
    .resize({ width: options.large, height: options.large, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: options.quality })
    .toBuffer({ resolveWithObject: true })
  // From the larger one: decoding the original twice would cost twice.
  const small = await sharp(large)
    .resize({ width: options.small, height: options.small, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: options.quality })
    .toBuffer()
  const { data: pixel } = await sharp(small)
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const color = `#${[...pixel.subarray(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return { small, large, width: info.width, height: info.height, color }
}
