import type { Publication, Resource } from '../publication.ts'

/** A Readium locator: a position in a book. */
export interface EpubLocator {
  href: string
  type: string
  title?: string
  locations: { progression: number; position: number; totalProgression: number }
  text?: { before: string; highlight: string; after: string }
}

/** The locator of a position in one item, from the progression within that item (0–1). */
export function locatorInBook(book: Publication, item: Resource, progression: number): EpubLocator {
  return locatorInItem({ ...item, ...positionRangeOf(book, item) }, progression)
}

/** The positions of an item: the number before it, its own count, and the book's total. */
export interface PositionRange {
  before: number
  count: number
  total: number
}

export function positionRangeOf(book: Publication, { href }: Pick<Resource, 'href'>): PositionRange {
  const first = book.positions.findIndex((position) => position.href === href)
  const count = first < 0 ? 1 : lengthFrom(book, first, href)
  return { before: Math.max(0, first), count, total: Math.max(1, book.positions.length) }
}

export function locatorInItem(
  item: Pick<Resource, 'href' | 'mediaType' | 'title'> & PositionRange,
  progression: number,
): EpubLocator {
  const within = Math.min(1, Math.max(0, progression))
  const { before, count, total } = item
  return {
    href: item.href,
    type: item.mediaType,
    ...(item.title && { title: item.title }),
    locations: {
      progression: within,
      position: before + Math.min(count - 1, Math.floor(within * count)) + 1,
      totalProgression: Math.min(1, (before + within * count) / total),
    },
  }
}

/** A document may be in the spine more than once; counts only the run that starts here. */
function lengthFrom(book: Publication, first: number, href: string): number {
  let end = first
  while (book.positions[end]?.href === href) end++
  return end - first
}
