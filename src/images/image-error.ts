/**
 * A picture that can't be read or converted because of the picture itself, never a bug of ours. The library's message
 * is in `cause`.
 */
export class ImageError extends Error {
  readonly reason: 'damaged' | 'too_large'

  constructor(reason: 'damaged' | 'too_large', options?: ErrorOptions) {
    super(reason === 'damaged' ? 'The image is damaged.' : 'The image is too large.', options)
    this.name = 'ImageError'
    this.reason = reason
  }
}

/** Converts an error of the image library to an ImageError. */
export function asImageError(error: unknown): ImageError {
  if (error instanceof ImageError) return error
  const isTooLarge = error instanceof Error && /pixel limit|too large/i.test(error.message)
  return new ImageError(isTooLarge ? 'too_large' : 'damaged', { cause: error })
}
