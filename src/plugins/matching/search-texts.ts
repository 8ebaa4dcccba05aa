import type { SearchParams, TargetKind } from '../metadata/ask-provider.ts'
import type { MatchFacts } from './match-facts.ts'
import { otherSpellings, partsOfTitle } from './other-spellings.ts'

/** What to search for, and the first search text. */
export interface MatchQuery {
  entity: TargetKind
  known: MatchFacts
  text: string
}

/** By ISBN, then by title, then by the other titles. */
export function searchesFor({ entity, known, text }: MatchQuery, limit: number): SearchParams[] {
  const splits = known.hints?.splits.map(({ title }) => title) ?? []
  const titles = new Map(
    [...known.titles, ...(known.possibleTitles ?? []), ...splits].map((one) => [one.toLowerCase(), one]),
  )
  titles.delete(text.toLowerCase())
  const others = [...titles.values()]
  const [author] = known.authors ?? []
  const ofBook = entity === 'book' ? { ...(author && { author }), ...(known.year && { year: known.year }) } : {}
  const byTitle = [text, ...others].slice(0, MAX_SEARCHES).map((query) => ({ query, ...ofBook, limit }))
  // Also without the author: providers often list another one than the file.
  if (entity === 'book' && author) byTitle.push({ query: text, limit })
  const isbn = entity === 'book' ? known.isbns?.[0] : undefined
  return isbn === undefined ? byTitle : [{ isbn, limit }, ...byTitle]
}

/**
 * Other spellings of all titles, then parts of the main one, unless something was found that may be it. There are too
 * many books for such searches.
 */
export function otherSearchTexts({ entity, text, known }: MatchQuery, isDoubtful: boolean): string[] {
  if (entity === 'book') return []
  const splits = known.hints?.splits.map(({ title }) => title) ?? []
  const titles = [text, ...splits, ...(known.possibleTitles ?? [])].slice(0, MAX_SEARCHES)
  const spellings = titles.flatMap((title) => otherSpellings(title).filter((other) => other !== title))
  return [...new Set([...spellings, ...(isDoubtful ? [] : partsOfTitle(text))])]
}

const MAX_SEARCHES = 4
