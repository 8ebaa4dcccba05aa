import { availableParallelism } from 'node:os'
import type { Sharp } from 'sharp'
import { type ImageLimits, openImage } from './pixels.ts'
import { Turnstile } from './turnstile.ts'

export const imageFormats = ['jpeg', 'webp', 'avif', 'png'] as const
export type ImageFormat = (typeof imageFormats)[number]

export interface Wanted {
  width?: number
  height?: number
  format?: ImageFormat
  quality?: number
}

/** A picture at most so wide and high, in the wanted format. Never enlarged: the client can do that itself. */
export async function transcode(
  bytes: Uint8Array,
  mediaType: string,
  wanted: Wanted,
  limits: ImageLimits,
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const format = wanted.format ?? sameFormat(mediaType)
  return drawing.pass(async () => {
    const image = await openImage(bytes, mediaType, limits)
    if (wanted.width || wanted.height) {
      image.resize({ width: wanted.width, height: wanted.height, fit: 'inside', withoutEnlargement: true })
    }
    return { bytes: await encode(image, format, wanted.quality), mediaType: `image/${format}` }
  })
}

/** More at once would not be quicker, and hold up the threads that read pages. */
const drawing = new Turnstile(availableParallelism())

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

/** Resizing alone keeps what the picture was, where it was something a browser shows everywhere. */
function sameFormat(mediaType: string): ImageFormat {
  if (mediaType === 'image/png' || mediaType === 'image/gif') return 'png'
  if (mediaType === 'image/webp') return 'webp'
  return 'jpeg'
}
