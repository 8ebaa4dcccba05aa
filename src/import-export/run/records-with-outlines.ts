import type { Locator } from '../../catalog/progress/locator.ts'
import type { PublicationStructure } from '../../store/book/publication-structure.ts'
import { inChunks } from '../../store/in-chunks.ts'
import { readPublicationStructures } from '../../store/page/read-pages.ts'
import { pointerOfKavita } from '../kavita-xpath.ts'
import type { AnnotationRecord, BookmarkRecord } from '../user-records.ts'
import {
  type EpubPositions,
  findEpubPositions,
  type PositionToFind,
  PUBLICATIONS_PER_BATCH,
} from './find-epub-positions.ts'
import { findOwnersOfRecords, groupByUser } from './find-owners-of-records.ts'
import { type ImportRunState, mustWaitForAnalysis, reportNameOfRow } from './import-run-state.ts'
import type { MatchedBook } from './match-books.ts'
import { spineIndexOfCfi } from './spine-index-of-cfi.ts'

/** Rows whose user and book exist and whose book is analysed, a few at a time, with the structure of their books. */
export async function* readyRecordsWithOutlines<Row extends BookmarkRecord | AnnotationRecord>(
  state: ImportRunState,
  records: readonly Row[],
) {
  const ready = findOwnersOfRecords(state, records).filter(({ record, book }) => {
    return !mustWaitForAnalysis(state, record.type, book, nameOfRow(state, record))
  })
  for (const [userId, rows] of groupByUser(ready)) {
    for (const some of inChunks(rows, PUBLICATIONS_PER_BATCH)) {
      const pointing = some.filter(({ record }) => needsOutline(record.locator as Locator | null))
      const outlines = await readPublicationStructures(state.deps.db, [...new Set(pointing.map(({ book }) => book.id))])
      const positions = await findEpubPositions(state, pointing.flatMap(positionToFind(state)))
      yield { userId, rows: some, known: { outlines, positions } }
    }
  }
}

export const nameOfRow = (state: ImportRunState, { bookId, userId }: BookmarkRecord | AnnotationRecord) =>
  reportNameOfRow(state, 'book', bookId, userId)

const needsOutline = (locator: Locator | null): boolean => locator !== null && typeof locator.href !== 'string'

/** Rows that an earlier run imported aren't written again. */
const positionToFind =
  (state: ImportRunState) =>
  ({ record, book }: { record: BookmarkRecord | AnnotationRecord; book: MatchedBook }): PositionToFind[] => {
    const pointer = state.importedEarlier.has(record) ? null : pointerOf(record.locator as Locator | null)
    return pointer === null ? [] : [{ book, pointer }]
  }

/** Kavita stores an XPath within a document. */
function pointerOf(locator: Locator | null): string | null {
  const start = (locator?.xpath as { start?: unknown } | undefined)?.start
  return typeof locator?.spineIndex === 'number' && typeof start === 'string'
    ? pointerOfKavita(locator.spineIndex, start)
    : null
}

/** What is known about the EPUBs of a batch. */
export interface KnownTexts {
  outlines: ReadonlyMap<number, PublicationStructure>
  positions: EpubPositions
}

/** Adds the document to a locator, if the source only has its index or a CFI, and the progression if it has a path. */
export function locatorWithHref(
  book: MatchedBook,
  locator: Locator,
  { outlines, positions }: KnownTexts,
): Locator | null {
  if (!needsOutline(locator)) return locator
  const spineIndex = typeof locator.spineIndex === 'number' ? locator.spineIndex : undefined
  const index = spineIndexOfCfi(locator.locations?.fragments?.[0]) ?? spineIndex
  const item = index === undefined ? undefined : outlines.get(book.id)?.readingOrder[index]
  if (!item) return null
  const { spineIndex: _, ...rest } = locator
  const exact = positions(book.id, pointerOf(locator) ?? '')
  const locations = exact?.href === item.href ? { ...rest.locations, ...exact.locations } : rest.locations
  return { ...rest, ...(locations && { locations }), href: item.href, type: item.mediaType ?? 'application/xhtml+xml' }
}
