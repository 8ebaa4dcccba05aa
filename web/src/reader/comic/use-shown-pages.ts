import type { PageBox } from '../../api/types.ts'
import type { Spread } from '../spreads.ts'
import type { ComicSettings } from './comic-settings.ts'
import { maxDecodedPages } from './page-loader.ts'
import type { SpreadBeside } from './paged-view.tsx'
import { nestedBox, type PageRegions, useContentBoxes } from './use-page-regions.ts'
import { usePreloadCount } from './use-preload-count.ts'

type Shown = {
  bookId: string
  spreads: Spread[]
  /** The index of the spread on screen. */
  place: number
  /** The first page on screen. */
  here: number
  settings: ComicSettings
  parts: PageRegions
}

/** The spread on screen, what is preloaded around it, and which part of each page is visible. */
export function useShownPages({ bookId, spreads, place, here, settings, parts }: Shown) {
  const spread = spreads[place] ?? [1]
  const preload = usePreloadCount(place)
  const ahead = pagesAround(spreads, place, preload)
  const { boxOf: contentOf, edgeColor } = useContentBoxes(bookId, spread, ahead, settings)
  const boxOf = (number: number): PageBox =>
    number === here ? nestedBox(contentOf(number), parts.box) : contentOf(number)

  /** What a turn leads to: the other half of a wide page, or the adjacent pages. */
  const besideOf = (by: 1 | -1): SpreadBeside | undefined => {
    const part = parts.beside(by)
    const next = part ? spread : spreads[place + by]
    if (!next) return undefined
    const box = part ?? parts.entryOf(next[0], by)
    return { spread: next, boxOf: (number) => nestedBox(contentOf(number), box) }
  }
  const left = settings.direction === 'rtl' ? 1 : -1
  const beside = { left: besideOf(left), right: besideOf(-left as 1 | -1) }
  return { spread, ahead, boxOf, beside, edgeColor }
}

/** The pages to preload, most urgent first: never so many that decoding the last of them discards the first. */
export function pagesAround(spreads: Spread[], place: number, preload: number): number[] {
  const before = spreads.slice(Math.max(0, place - 1), place).flat()
  const room = maxDecodedPages - (spreads[place]?.length ?? 1) - before.length
  const after = spreads.slice(place + 1, place + 1 + preload).flat()
  return [...after.slice(0, room), ...before]
}
