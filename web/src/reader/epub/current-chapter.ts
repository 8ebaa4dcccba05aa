import { countLeading } from '../count-leading.ts'
import { findFragmentElement } from './chapter/find-fragment-element.ts'
import type { PositionCounts } from './locator.ts'
import type { Publication, TocItem } from './publication.ts'

/** Ninety seconds per position: about a thousand compressed bytes of prose. */
const minutesAPosition = 1.5

/** Whether an element of the shown file, by its id, is on the page or before it. */
export type IsReached = (id: string) => boolean

/** A position in a file. */
type FilePosition = {
  index: number
  fraction: number
  isReached?: IsReached
  shareOf?: (id: string) => number | undefined
}

/**
 * The chapter of a position: the last entry in the table of contents that was reached. A file may contain many
 * chapters, or start in the middle of one; without `isReached` the file's first entry is used.
 */
export function chapterAt(
  book: Pick<Publication, 'order' | 'toc'>,
  index: number,
  isReached?: IsReached,
): TocItem | undefined {
  const path = book.order[index]?.path
  // A document outside the reading order has no preceding chapters.
  if (!path) return undefined
  const here = isReached
    ? book.toc.findLast((item) => item.path === path && (!item.fragment || isReached(item.fragment)))
    : book.toc.find((item) => item.path === path)
  if (here) return here
  for (let at = index - 1; at >= 0; at--) {
    const before = book.order[at]?.path
    const entry = book.toc.findLast((item) => item.path === before)
    if (entry) return entry
  }
  return undefined
}

/**
 * A chapter may span several files, up to the next one in the table of contents; or end within its file, where the next
 * chapter starts at a share of it.
 */
export function minutesLeftInChapter(
  book: Pick<Publication, 'order' | 'toc'>,
  counts: PositionCounts,
  place: FilePosition,
): number {
  const { isReached, shareOf } = place
  const path = book.order[place.index]?.path ?? ''
  const here = counts.of.get(path)?.count ?? 1
  const next = isReached && book.toc.find((item) => item.path === path && item.fragment && !isReached(item.fragment))
  const end = next?.fragment && shareOf?.(next.fragment)
  if (end) return here * Math.max(0, end - place.fraction) * minutesAPosition
  let positions = here * (1 - place.fraction)
  for (let at = place.index + 1; at < book.order.length; at++) {
    const after = book.order[at]?.path ?? ''
    if (book.toc.some((item) => item.path === after)) break
    positions += counts.of.get(after)?.count ?? 1
  }
  return positions * minutesAPosition
}

/** Whether an element of the range's document starts within the range or before it. */
export function makeIsReached(range: Range): IsReached {
  const { startContainer } = range
  let reached: number | undefined
  return (id) => {
    const doc = startContainer.ownerDocument
    const element = doc && findFragmentElement(doc, id)
    if (!element || !startContainer.isConnected) return false
    const named = namedElementsOf(doc)
    const at = named.order.get(element)
    if (at === undefined) return range.comparePoint(element, 0) <= 0
    reached ??= countLeading(named.elements, (each) => range.comparePoint(each, 0) <= 0)
    return at < reached
  }
}

type NamedElements = { elements: Element[]; order: Map<Element, number> }
/** Cached: every page asks for all entries in the table of contents, and comparing positions takes long in a long file. */
const namedElements = new WeakMap<Document, NamedElements>()

/** The elements that links can lead to, in document order. */
function namedElementsOf(doc: Document): NamedElements {
  let known = namedElements.get(doc)
  if (!known) {
    const elements = [...doc.querySelectorAll('[id], a[name]')]
    known = { elements, order: new Map(elements.map((each, at) => [each, at])) }
    namedElements.set(doc, known)
  }
  return known
}

/** Cached results: every page asks again, and in a long file all of its text would be counted again. */
const shares = new WeakMap<Document, Map<string, number | undefined>>()

/** An element's position in its file, as the share of text before it. */
export function textShareOfElement(doc: Document, id: string): number | undefined {
  const known = shares.get(doc) ?? new Map<string, number | undefined>()
  shares.set(doc, known)
  if (!known.has(id)) known.set(id, countTextShare(doc, id))
  return known.get(id)
}

function countTextShare(doc: Document, id: string): number | undefined {
  const element = findFragmentElement(doc, id)
  if (!element || !doc.body?.contains(element)) return undefined
  const range = doc.createRange()
  range.setStart(doc.body, 0)
  range.setEndBefore(element)
  return String(range).length / Math.max(1, doc.body.textContent.length)
}

/** The same questions about the page with this range. */
export function elementsReachedBy(range: Range): Pick<FilePosition, 'isReached' | 'shareOf'> {
  const doc = range.startContainer.ownerDocument
  return { isReached: makeIsReached(range), ...(doc && { shareOf: (id) => textShareOfElement(doc, id) }) }
}
