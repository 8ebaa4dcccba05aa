import type { PositionCounts } from './locator.ts'
import type { PagePosition } from './paginator.ts'
import type { Publication, TocItem } from './publication.ts'

/** Ninety seconds for a position: about a thousand packed bytes of prose. */
const minutesAPosition = 1.5

/** The chapter a file belongs to: its own entry in the contents, or the last one before it. */
export function chapterAt(book: Pick<Publication, 'order' | 'toc'>, index: number): TocItem | undefined {
  for (let at = index; at >= 0; at--) {
    const path = book.order[at]?.path
    const entry = book.toc.find((item) => item.path === path)
    if (entry) return entry
  }
  return undefined
}

/** A chapter may run over several files, until the next one that the contents name. */
export function minutesLeftInChapter(
  book: Pick<Publication, 'order' | 'toc'>,
  counts: PositionCounts,
  place: PagePosition,
): number {
  const here = counts.of.get(book.order[place.index]?.path ?? '')?.count ?? 1
  let positions = here * (1 - place.fraction)
  for (let at = place.index + 1; at < book.order.length; at++) {
    const path = book.order[at]?.path ?? ''
    if (book.toc.some((item) => item.path === path)) break
    positions += counts.of.get(path)?.count ?? 1
  }
  return positions * minutesAPosition
}
