import type { Sharp } from 'sharp'
import { loadSharp } from '../formats/image/load-sharp.ts'
import { type CoverEncoding, encodeCover } from './encode-cover.ts'
import { asImageError } from './image-error.ts'
import { freeMemoryOf, type ImageLimits, openImage } from './open-image.ts'

/** The scan makes the small one, for grids; the large one is made on request, for tablets and e-readers. */
export type ThumbnailSize = 'small' | 'large'

/**
 * Widths that browsers request: for a grid, a book's page, and both on high-density screens; 480 is a phone’s grid at
 * 3×.
 */
export const coverWidths = [160, 320, 480, 640, 960] as const

export interface ThumbnailOptions extends ImageLimits {
  /** Length of the longer side of the small cover. */
  small: number
  quality: number
}

export interface Thumbnail {
  small: Uint8Array
  /** Lets a page reserve space before the picture is loaded. */
  width: number
  height: number
  /** Average colour as #rrggbb, the placeholder until the picture is loaded. */
  color: string
}

/** What is known about the book of a first page. */
export interface FirstPageHints {
  /** The first page also shows the back of the book: only its front half is the cover. */
  isSpread?: boolean
  isRightToLeft?: boolean
}

/** Makes the small cover. JPEG: every reader app supports it, even old ones. */
export async function makeThumbnail(
  bytes: Uint8Array,
  mediaType: string,
  options: ThumbnailOptions,
  page: FirstPageHints = {},
): Promise<Thumbnail> {
  try {
    const sharp = await loadSharp()
    const fitted = await fitCover(bytes, mediaType, { width: options.small, height: options.small }, options, page)
    // The colour comes from the same pixels: decoding costs more than anything else here.
    const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const small = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: options.quality }).toBuffer()
    const color = averageOf(data, channels)
    freeMemoryOf(data)
    return { small, width, height, color }
  } catch (error) {
    throw asImageError(error, mediaType)
  }
}

/** A cover of another size or format, from the original. */
export async function makeCoverVariant(
  bytes: Uint8Array,
  mediaType: string,
  wanted: CoverEncoding & { height?: number },
  limits: ImageLimits,
  page: FirstPageHints = {},
): Promise<Uint8Array> {
  try {
    const { width, height = width * 4 } = wanted
    return await encodeCover(await fitCover(bytes, mediaType, { width, height }, limits, page), wanted)
  } catch (error) {
    throw asImageError(error, mediaType)
  }
}

/** Pages with a higher ratio of height to width are strips; their cover shows only a part. */
const STRIP = 2.2
const COVER_RATIO = 1.5

/** Resizes before cropping: only then can the decoder skip pixels that aren't needed. */
async function fitCover(
  bytes: Uint8Array,
  mediaType: string,
  box: { width: number; height: number },
  limits: ImageLimits,
  page: FirstPageHints,
): Promise<Sharp> {
  const image = (await openImage(bytes, mediaType, limits)).flatten({ background: '#fff' })
  const { width, height } = await sizeOf(image)
  if (height > width * STRIP) {
    const part = Math.max(1, Math.min(box.width, Math.floor(box.height / COVER_RATIO), width))
    const resized = { width: part, height: Math.round((height / width) * part) }
    const shown = Math.min(resized.height, Math.round(part * COVER_RATIO))
    const start = Math.floor((await bestPart(bytes, mediaType, limits)) * resized.height)
    const top = Math.max(0, Math.min(start, resized.height - shown))
    return image.resize({ ...resized, fit: 'fill' }).extract({ left: 0, top, width: part, height: shown })
  }
  if (page.isSpread && width > height) {
    const scale = Math.min(box.width / (width / 2), box.height / height, 1)
    const resized = { width: Math.max(2, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    const half = Math.floor(resized.width / 2)
    // Books read from right to left have the front on the left.
    const left = page.isRightToLeft ? 0 : resized.width - half
    return image.resize({ ...resized, fit: 'fill' }).extract({ left, top: 0, width: half, height: resized.height })
  }
  return image.resize({ ...box, fit: 'inside', withoutEnlargement: true })
}

/** The displayed size, after Exif rotation. */
async function sizeOf(image: Sharp): Promise<{ width: number; height: number }> {
  const { width = 0, height = 0, autoOrient } = await image.metadata()
  return { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height }
}

/**
 * The start of the most salient part of a strip, as a fraction of its height. Determined at one small size, so that
 * covers of all sizes show the same part.
 */
async function bestPart(bytes: Uint8Array, mediaType: string, limits: ImageLimits): Promise<number> {
  const image = await openImage(bytes, mediaType, limits)
  const { width, height } = await sizeOf(image)
  const part = { width: LOOK_WIDTH, height: LOOK_WIDTH * COVER_RATIO }
  const { info } = await image
    .flatten({ background: '#fff' })
    .resize({ ...part, fit: 'cover', position: 'attention' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Math.abs(info.cropOffsetTop ?? 0) / ((height / width) * LOOK_WIDTH)
}

const LOOK_WIDTH = 64

function averageOf(pixels: Uint8Array, channels: number): string {
  const sums = [0, 0, 0]
  const count = Math.max(1, pixels.length / channels)
  for (let at = 0; at < pixels.length; at += channels)
    for (let part = 0; part < 3; part++) sums[part]! += pixels[at + (channels < 3 ? 0 : part)]!
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** If only the first page is wide, it is the cover together with the back of the book. */
export function isSpreadCover(pages: readonly { width: number | null; height: number | null }[]): boolean {
  const ratios = pages.flatMap(({ width, height }) => (width && height ? [width / height] : []))
  const [first, ...others] = ratios
  if (first === undefined || first < 1.1 || first > 2.2 || !pages[0]?.width) return false
  return others.length > 0 && others.filter((ratio) => ratio < 1).length > others.length / 2
}
