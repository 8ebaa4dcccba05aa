/** A page's size for layout. It may be unknown until the image is loaded. */
export type PageShape = { number: number; width: number | null; height: number | null }
/** One or two page numbers in reading order. Which is left or right depends on the direction. */
export type Spread = [number] | [number, number]
export type SpreadOptions = { double: boolean; coverAlone: boolean }

/** Two pages share a spread only if both are portrait; a wide page is alone, and so may be the cover. */
export function spreadsOf(pages: PageShape[], { double, coverAlone }: SpreadOptions): Spread[] {
  if (!double) return pages.map(({ number }) => [number])
  const spreads: Spread[] = []
  for (let at = 0; at < pages.length; ) {
    const page = pages[at] as PageShape
    const next = pages[at + 1]
    const alone = (coverAlone && at === 0) || isWidePage(page) || !next || isWidePage(next)
    spreads.push(alone ? [page.number] : [page.number, next.number])
    at += alone ? 1 : 2
  }
  return spreads
}

/** The index of the spread with a page; the nearest end if there is none. */
export function spreadIndexOf(spreads: Spread[], page: number): number {
  const index = spreads.findIndex((spread) => spread.some((number) => number === page))
  if (index >= 0) return index
  return page < 1 ? 0 : Math.max(0, spreads.length - 1)
}

/** The progress with this spread open: both of its pages count. */
export function lastPageOfSpread(spread: Spread): number {
  return Math.max(...spread)
}

/** In visual order, from left to right. */
export function spreadLeftToRight(spread: Spread, rightToLeft: boolean): number[] {
  return rightToLeft ? spread.toReversed() : [...spread]
}

/** In portrait orientation two pages would be too small to read. */
export function hasRoomForTwoPages(view: { width: number; height: number }): boolean {
  return view.width > view.height * 0.8
}

export function isWidePage({ width, height }: PageShape): boolean {
  return width !== null && height !== null && width > height
}
