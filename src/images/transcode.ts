import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { asImageError } from './image-error.ts'
import { type ImageLimits, openImage } from './open-image.ts'

export const imageFormats = ['jpeg', 'webp', 'avif', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]

export interface TranscodeOptions {
  width?: number
  height?: number
  format?: ImageFormat
  quality?: number
}

/** Maximum side length of each format: longer strips are scaled down. */
const maxSide: Record<ImageFormat, number> = { jpeg: 65_500, webp: 16_383, avif: 16_384, png: 100_000 }

/**
 * Converts a picture to the wanted format, within a maximum width and height. Never enlarges: clients can do that
 * themselves. Throws an ImageError if the picture is the cause.
 */
export async function transcode(
  bytes: Uint8Array,
  mediaType: string,
  wanted: TranscodeOptions,
  limits: ImageLimits,
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const format = wanted.format ?? sameFormat(mediaType)
  return drawing.run(async () => {
    const image = await openImage(bytes, mediaType, limits)
    const longest = maxSide[format]
    const width = Math.min(wanted.width ?? longest, longest)
    const height = Math.min(wanted.height ?? longest, longest)
    image.resize({ width, height, fit: 'inside', withoutEnlargement: true })
    const made = await encode(image, format, wanted.quality).catch((error) => {
      throw asImageError(error, mediaType)
    })
    return { bytes: made, mediaType: `image/${format}` }
  })
}

/** More at once wouldn't be faster, and would delay the threads that read pages. */
const drawing = new ConcurrencyLimit(availableParallelism())

function encode(image: Sharp, format: ImageFormat, quality: number | undefined): Promise<Uint8Array> {
  switch (format) {
    case 'webp':
      return image.webp({ quality: quality ?? 82, effort: 3 }).toBuffer()
    case 'avif':
      return image.avif({ quality: quality ?? 60, effort: 2 }).toBuffer()
    case 'png':
      return image.png({ compressionLevel: 6 }).toBuffer()
    case 'jpeg':
      return image
        .flatten({ background: '#fff' })
        .jpeg({ quality: quality ?? 85 })
        .toBuffer()
  }
}

/** Resizing alone keeps the format if all browsers support it. */
function sameFormat(mediaType: string): ImageFormat {
  if (mediaType === 'image/png' || mediaType === 'image/gif') return 'png'
  if (mediaType === 'image/webp') return 'webp'
  return 'jpeg'
}
