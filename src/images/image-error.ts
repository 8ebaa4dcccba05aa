/** A picture that cannot be read or made: a fault of the picture, never of ours. The library's words are in `cause`. */
export class ImageError extends Error {
  readonly reason: 'damaged' | 'too_large'

  constructor(reason: 'damaged' | 'too_large', options?: ErrorOptions) {
    super(reason === 'damaged' ? 'The image is damaged.' : 'The image is too large.', options)
    this.name = 'ImageError'
    this.reason = reason
  }
}

/** What the image library says of a picture, as a fault of that picture. */
export function asImageError(error: unknown): ImageError {
  if (error instanceof ImageError) return error
  const isTooLarge = error instanceof Error && /pixel limit|too large/i.test(error.message)
  return new ImageError(isTooLarge ? 'too_large' : 'damaged', { cause: error })
}
