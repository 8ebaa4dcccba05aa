/**
 * How wide a cover is said to be shown, in CSS pixels, so that the browser picks the right file. It never takes one that is
 * a pixel too narrow: a phone with three pixels per CSS pixel would load covers of twice the bytes, and nobody could see it.
 */
export function coverSizeToAskFor(shownWidth: number, pixelRatio: number): number {
  const share = pixelRatio <= 1 ? 1 : Math.min(MIN_SHARE, MAX_PIXELS / pixelRatio)
  return Math.floor(shownWidth * share * 10) / 10
}

/** One in twenty pixels may be missing on a sharp screen. */
const MIN_SHARE = 0.95
/** What can be told apart in a photograph on a phone in the hand, per CSS pixel. */
const MAX_PIXELS = 2.5
