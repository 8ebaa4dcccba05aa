import { unsupportedImageFormat } from '../formats/image/media-type.ts'

/**
 * A picture that can't be read or converted because of the picture itself, never a bug of ours. The library's message
 * is in `cause`.
 */
export class ImageError extends Error {
  readonly reason: ImageErrorReason

  constructor(reason: ImageErrorReason, options?: ErrorOptions & { message?: string }) {
    super(options?.message ?? (reason === 'too_large' ? 'The image is too large.' : 'The image is damaged.'), options)
    this.name = 'ImageError'
    this.reason = reason
  }
}

type ImageErrorReason = 'damaged' | 'too_large' | 'unsupported'

/** Converts an error of the image library to an ImageError. */
export function asImageError(error: unknown, mediaType: string): ImageError {
  if (error instanceof ImageError) return error
  const format = unsupportedImageFormat(mediaType)
  if (format) {
    const message = `Images in the format ${format} are not supported.`
    return new ImageError('unsupported', { cause: error, message })
  }
  const isTooLarge = error instanceof Error && /pixel limit|too large/i.test(error.message)
  return new ImageError(isTooLarge ? 'too_large' : 'damaged', { cause: error })
}
