import { queryOptions } from '@tanstack/react-query'
import { fetchWithRateLimitRetry } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Annotation } from '../../api/types.ts'
import { filesNearerToLocation, type Locator, type PositionCounts, progressionInFile } from '../epub/locator.ts'
import { fileAt, indexOfLocator, type Publication } from '../epub/publication.ts'
import { type ChapterText, rangeOfTextOffsets, readChapterText } from './chapter-text.ts'
import { findMovedQuote } from './find-quote.ts'
import { isPassageGone, locatorOfAnnotation, rangeOfLocator } from './locator-range.ts'

export type HighlightRange = { annotation: Annotation; range: Range }

/** A chapter of a book. */
export type ChapterInBook = { publication: Publication; counts: PositionCounts; index: number }

/**
 * The annotated passages of this chapter, each where its text is now; and passages of other chapters whose text also
 * occurs here and may have moved here (`filterMovedHighlights`).
 */
export function findHighlights(
  doc: Document,
  { publication, counts, index }: ChapterInBook,
  annotations: Annotation[],
): { marks: HighlightRange[]; similar: HighlightRange[] } {
  const marks: HighlightRange[] = []
  const similar: HighlightRange[] = []
  if (annotations.length === 0) return { marks, similar }
  const chapter = readChapterText(doc)
  const path = fileAt(publication, index)?.path ?? ''
  for (const annotation of annotations) {
    const locator = locatorOfAnnotation(annotation)
    const isOfHere = indexOfLocator(publication, locator) === index
    const range = isOfHere ? rangeOfLocator(doc, locator, chapter) : findMovedRange(chapter, locator, { counts, path })
    if (range) (isOfHere ? marks : similar).push({ annotation, range })
  }
  return { marks, similar }
}

/** Another edition may name its files differently, or divide its chapters elsewhere. */
export function findMovedRange(
  chapter: ChapterText,
  locator: Locator,
  { counts, path }: { counts: PositionCounts; path: string },
): Range | undefined {
  const found = locator.text && findMovedQuote(chapter.text, locator.text, progressionInFile(counts, path, locator))
  return found && rangeOfTextOffsets(chapter, found)
}

/**
 * Passages whose own chapter no longer exists or no longer contains their text: a refrain is marked in one chapter
 * only, of several candidates in the one nearest to the original position.
 */
export async function filterMovedHighlights(
  similar: HighlightRange[],
  { publication, counts, index }: ChapterInBook,
): Promise<HighlightRange[]> {
  const { order } = publication
  const wordsOf = (url: string) => queryClient.fetchQuery(chapterWordsQuery(url)).catch(() => undefined)
  const isNearestHere = async (locator: Locator): Promise<boolean> => {
    for (const at of filesNearerToLocation(order, counts, locator, index)) {
      const words = await wordsOf(order[at]?.url ?? '')
      if (words && findMovedQuote(words, locator.text ?? {}, 0)) return false
    }
    return true
  }
  const moved = await Promise.all(
    similar.map(async ({ annotation }) => {
      const locator = locatorOfAnnotation(annotation)
      const own = fileAt(publication, indexOfLocator(publication, locator))
      const isGone = !own || isPassageGone(await wordsOf(own.url), locator)
      return isGone && isNearestHere(locator)
    }),
  )
  return similar.filter((_, index) => moved[index])
}

const chapterWordsQuery = (url: string) =>
  queryOptions({
    queryKey: ['chapter-words', url],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const response = await fetchWithRateLimitRetry(url, { credentials: 'same-origin', signal })
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      const type = response.headers.get('content-type')?.includes('xml') ? 'application/xhtml+xml' : 'text/html'
      return readChapterText(new DOMParser().parseFromString(await response.text(), type)).text
    },
  })
