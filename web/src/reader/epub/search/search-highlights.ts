import { findAllFolded, type SearchOptions } from '../../../../../src/formats/fold-text.ts'
import { rangeOfTextOffsets, readChapterText } from '../../annotations/chapter-text.ts'
import { findQuote } from '../../annotations/find-quote.ts'
import type { SearchHit } from '../publication.ts'

const hitName = 'lectern-search-hit'
const currentName = 'lectern-search-current'

/** All matches of a phrase in a chapter, found once per chapter and phrase. */
type Found = { key: string; text: string; places: { start: number; end: number }[]; ranges: Range[] }
const foundIn = new WeakMap<Document, Found>()

/** What is searched for, and how. */
export type SearchPhrase = { phrase: string; options?: SearchOptions }

function findHits(doc: Document, { phrase, options }: SearchPhrase): Found {
  const key = JSON.stringify([phrase, options])
  const known = foundIn.get(doc)
  if (known?.key === key) return known
  const chapter = readChapterText(doc)
  const places: Found['places'] = []
  const ranges: Range[] = []
  for (const place of findAllFolded(chapter.text, phrase, options)) {
    const range = rangeOfTextOffsets(chapter, place)
    if (!range) continue
    places.push(place)
    ranges.push(range)
  }
  const found = { key, text: chapter.text, places, ranges }
  foundIn.set(doc, found)
  return found
}

/** The range of a search hit: the match nearest to where the server found its context. */
export function rangeOfSearchHit(doc: Document, phrase: SearchPhrase, hit: SearchHit): Range | undefined {
  const { text, places, ranges } = findHits(doc, phrase)
  const expected = (hit.locator.locations?.progression ?? 0) * text.length
  const quote = { before: hit.before, highlight: hit.match, after: hit.after }
  const at = findQuote(text, quote, hit.locator.locations?.progression ?? 0)?.start ?? expected
  let best: number | undefined
  places.forEach(({ start }, index) => {
    if (best === undefined || Math.abs(start - at) < Math.abs((places[best]?.start ?? 0) - at)) best = index
  })
  return best === undefined ? undefined : ranges[best]
}

/** Marks every hit in the chapter, the current one more strongly. Without a phrase the marks are removed. */
export function drawSearchHits(doc: Document, phrase: SearchPhrase | undefined, current: SearchHit | undefined) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  const registry = view?.CSS?.highlights
  if (!registry || !view) return
  registry.delete(hitName)
  registry.delete(currentName)
  if (!phrase) return
  const { ranges } = findHits(doc, phrase)
  if (ranges.length > 0) registry.set(hitName, withPriority(new view.Highlight(...ranges), 10))
  const strong = current && rangeOfSearchHit(doc, phrase, current)
  if (strong) registry.set(currentName, withPriority(new view.Highlight(strong), 11))
}

/** A hit inside a highlight is drawn on top of it. */
function withPriority(highlight: Highlight, priority: number): Highlight {
  highlight.priority = priority
  return highlight
}

export function searchHitCssRules(isDark: boolean): string {
  return `
    ::highlight(lectern-spoken) { background-color: ${isDark ? '#1e3a5c' : '#cfe3f7'}; color: ${isDark ? '#f2f6fb' : '#12202e'}; }
    ::highlight(${hitName}) { background-color: ${isDark ? '#6b4a12' : '#ffd9a0'}; color: ${isDark ? '#fff4e0' : '#1c1a16'}; }
    ::highlight(${currentName}) { background-color: ${isDark ? '#ffb347' : '#b8461b'}; color: ${isDark ? '#1c1208' : '#ffffff'}; }`
}
