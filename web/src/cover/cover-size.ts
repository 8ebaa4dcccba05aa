/**
 * The display width to declare in `sizes`, in CSS pixels, so that the browser picks the right file. A browser never
 * picks a file that is even one pixel too narrow: a phone with three device pixels per CSS pixel would load covers of
 * twice the bytes, without a visible difference.
 */
export function coverSizeToAskFor(shownWidth: number, pixelRatio: number): number {
  const share = pixelRatio <= 1 ? 1 : Math.min(MIN_SHARE, MAX_PIXELS / pixelRatio)
  return Math.floor(shownWidth * share * 10) / 10
}

/** On a high-density screen, one in twenty pixels may be missing. */
const MIN_SHARE = 0.95
/** Pixels per CSS pixel that the eye can distinguish in a picture on a handheld phone. */
const MAX_PIXELS = 2.5
