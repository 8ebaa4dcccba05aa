/**
 * The display width to declare in `sizes`, in CSS pixels, so that the browser picks the right file. A browser never
 * picks a file that is even one pixel too narrow: two cards side by side on a phone with three device pixels per CSS
 * pixel would load covers of 640 pixels, twice the bytes of 480, without a visible difference.
 */
export function coverSizeToAskFor(shownWidth: number, pixelRatio: number): number {
  if (pixelRatio <= 1) return downToTenth(shownWidth)
  const sharp = shownWidth * MIN_SHARE * pixelRatio
  const enough = LARGE_FILES.find((width) => width >= shownWidth * MIN_PIXELS) ?? sharp
  return downToTenth(Math.min(sharp, enough) / pixelRatio)
}

const downToTenth = (width: number): number => Math.floor(width * 10) / 10

/** On a high-density screen, one in twenty pixels may be missing. */
const MIN_SHARE = 0.95
/** Pixels per CSS pixel that the eye can distinguish in a picture on a handheld phone: enough, if more is a larger file. */
const MIN_PIXELS = 2.5
/** The server compresses these for high-density screens. They cost much more from one to the next. */
const LARGE_FILES = [480, 640, 960]
