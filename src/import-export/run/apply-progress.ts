import { type Locator, positionOfLocator } from '../../catalog/progress/locator.ts'
import type { EpubLocator } from '../../formats/epub/make-locator.ts'
import type { PublicationStructure } from '../../store/book/publication-structure.ts'
import { findProgressOfBooks, type ImportedProgress, writeImportedProgress } from '../../store/import/progress.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Tx } from '../../store/open.ts'
import { readPublicationStructures } from '../../store/page/read-pages.ts'
import type { ProgressRow } from '../../store/progress/read.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { ProgressRecord } from '../user-records.ts'
import { addCompletions, type HistoryRow } from './apply-history.ts'
import { findEpubPositions, type PositionToFind } from './find-epub-positions.ts'
import { findOwnersOfRecords, groupByUser } from './find-owners-of-records.ts'
import {
  type ImportRunState,
  inTransactionOrDryRun,
  mustWaitForAnalysis,
  reportNameOfRow,
  wasBroughtBefore,
} from './import-run-state.ts'
import type { MatchedBook } from './match-books.ts'
import { spineIndexOfCfi } from './spine-index-of-cfi.ts'

/** The newer progress wins; progress without a time counts as older than any other. */
export async function applyProgress(state: ImportRunState, records: readonly ProgressRecord[]): Promise<void> {
  const { db } = state.deps
  const ready = findOwnersOfRecords(state, records).filter(({ record, book }) => {
    const name = reportNameOfRow(state, 'book', record.bookId, record.userId)
    return !mustWaitForAnalysis(state, 'progress', book, name)
  })
  for (const [userId, rows] of groupByUser(ready)) {
    const newestByBook = new Map<number, ImportedProgress & { knowsTime: boolean; wasBrought: boolean }>()
    for (const some of inChunks(rows, PUBLICATIONS_PER_BATCH)) {
      const texts = some.filter(({ record, book }) => book.format === 'epub' && (record.locator || record.pointer))
      const outlines = await readPublicationStructures(db, [...new Set(texts.map(({ book }) => book.id))])
      const positions = await findEpubPositions(state, texts.flatMap(positionToFind(state)))
      for (const { record, person, book } of some) {
        const exact = positions(book.id, record.pointer ?? '')
        const row = toImportedProgress(state, record, book, { outline: outlines.get(book.id), exact })
        const wasBrought = wasBroughtBefore(state, record, person, row.read_at, { of: 'book', id: record.bookId })
        const one = { ...row, wasBrought }
        const other = newestByBook.get(book.id)
        // Two of their rows may be the same file: one that was moved, or a duplicate.
        if (other) state.report.count('progress', 'unchanged')
        if (!other || other.read_at < one.read_at) newestByBook.set(book.id, one)
      }
    }
    const bookIds = [...newestByBook.keys()]
    const write = async (tx: Tx | undefined) => {
      const before = userId < 0 ? new Map<number, Known>() : await findProgressOfBooks(tx ?? db.query, userId, bookIds)
      const pretended = (bookId: number) => `progress ${userId} ${bookId}`
      if (!tx) {
        for (const bookId of bookIds) {
          const earlier = state.pretended.get(pretended(bookId)) as Known | undefined
          if (earlier) before.set(bookId, earlier as never)
        }
      }
      const rowsToWrite: ImportedProgress[] = []
      const completions: HistoryRow[] = []
      const counts = { imported: 0, updated: 0, older: 0, known: 0 }
      for (const [bookId, { knowsTime, wasBrought, ...row }] of newestByBook) {
        // An earlier run has imported its completion, too.
        if (row.completed_at !== null && row.done && !wasBrought)
          completions.push({ bookId, completedAt: row.completed_at, isUndated: !knowsTime })
        const ours = before.get(bookId)
        if (!ours && wasBrought) counts.known += 1
        else if (!ours) {
          rowsToWrite.push(row)
          counts.imported += 1
        } else if (!knowsTime || row.read_at <= ours.read_at) {
          counts[isSame(ours, row) ? 'known' : 'older'] += 1
        } else {
          rowsToWrite.push({ ...row, started_at: Math.min(row.started_at, ours.started_at) })
          counts.updated += 1
        }
      }
      if (tx && rowsToWrite.length > 0) await writeImportedProgress(tx, userId, rowsToWrite)
      const { remember } = await addCompletions(state, tx, userId, completions)
      if (tx) await bumpRevisions(tx, `user:${userId}`)
      else for (const row of rowsToWrite) state.pretended.set(pretended(row.book_id), known(row))
      return { counts, remember }
    }
    const { counts, remember } = await inTransactionOrDryRun(state, write)
    remember()
    state.report.count('progress', 'imported', counts.imported)
    state.report.count('progress', 'updated', counts.updated)
    for (let i = 0; i < counts.older; i += 1) state.report.leave('progress', '', 'ours_newer')
    for (let i = 0; i < counts.known; i += 1) state.report.leave('progress', '', 'already_here')
  }
}

/** The columns for comparing two rows. */
type Known = Pick<ProgressRow, 'read_at' | 'started_at' | 'done' | 'page'>

const known = ({ read_at, started_at, done, page }: ImportedProgress): Known => ({ read_at, started_at, done, page })

const isSame = (ours: Known, row: ImportedProgress): boolean =>
  ours.read_at === row.read_at && ours.done === row.done && ours.page === row.page

/** Known about a position in an EPUB. */
interface KnownText {
  outline: PublicationStructure | undefined
  /** Where its pointer leads. */
  exact: EpubLocator | undefined
}

/** Rows that an earlier run imported aren't written again. */
const positionToFind =
  (state: ImportRunState) =>
  ({ record, book }: { record: ProgressRecord; book: MatchedBook }): PositionToFind[] => {
    const isPointed = record.pointer && typeof record.locator?.href !== 'string' && !record.isCompleted
    return isPointed && !state.brought.has(record) ? [{ book, pointer: record.pointer! }] : []
  }

/** Their record → the row to store. */
function toImportedProgress(
  state: ImportRunState,
  record: ProgressRecord,
  book: MatchedBook,
  text: KnownText,
): ImportedProgress & { knowsTime: boolean } {
  const time = record.readAt ?? record.completedAt ?? record.startedAt
  const readAt = Math.min(time ?? state.readAt, Date.now())
  const startedAt = Math.min(record.startedAt ?? readAt, readAt)
  const where = book.format === 'epub' ? placeInText(record, book, text) : placeInPages(record, book)
  return {
    knowsTime: time !== null,
    book_id: book.id,
    series_id: book.seriesId,
    done: record.isCompleted ? 1 : 0,
    page: where.page,
    percentage: record.isCompleted && where.percentage === null ? 1 : where.percentage,
    started_at: startedAt,
    read_at: readAt,
    completed_at: record.isCompleted ? Math.min(record.completedAt ?? readAt, Date.now()) : null,
    position: {
      locator: locatorText(where.locator),
      pointer: record.pointer?.slice(0, 2000) ?? null,
      device: record.device?.slice(0, 200) ?? null,
    },
  }
}

/** A locator that is too long is dropped: cut text wouldn't be valid JSON. */
export function locatorText(locator: Locator | null): string | null {
  const text = locator && JSON.stringify(locator)
  return text && text.length <= MAX_LOCATOR ? text : null
}

/** Few, as each may be a long book. */
export const PUBLICATIONS_PER_BATCH = 100
const MAX_LOCATOR = 20_000
/** For a book whose number of pages isn't known yet. */
const MAX_PAGES = 1_000_000

interface Where {
  page: number
  percentage: number | null
  locator: Locator | null
}

function placeInPages({ page, percentage, isCompleted }: ProgressRecord, book: MatchedBook): Where {
  const count = book.pageCount
  const said = page ?? (percentage !== null && count > 0 ? Math.floor(percentage * count) + 1 : isCompleted ? count : 1)
  const shown = Math.max(1, Math.min(Math.trunc(said), count > 0 ? count : MAX_PAGES))
  return { page: shown, percentage: count > 0 ? shown / count : clamp(percentage), locator: null }
}

/**
 * We divide documents into positions by our own rule, so the position is computed from the document and progression.
 */
function placeInText(record: ProgressRecord, book: MatchedBook, { outline, exact }: KnownText): Where {
  const said = (record.locator ?? null) as Locator | null
  const locator = exact ? ({ ...exact } as Locator) : said
  const total = said?.locations?.totalProgression
  // An index of documents, as Kavita has it, says little about how much was read.
  const isIndexed = typeof said?.spineIndex === 'number'
  const percentage = clamp(
    typeof total === 'number' ? total : isIndexed && exact ? exact.locations.totalProgression : record.percentage,
  )
  const count = book.pageCount
  const byPercentage = Math.max(1, Math.min(count || 1, Math.floor((percentage ?? 0) * count) + 1))
  if (record.isCompleted && !locator?.href) {
    return { page: Math.max(1, count), percentage: 1, locator: null }
  }
  const found = locator && outline && (locator.href ? locator : withDocument(locator, outline.readingOrder))
  if (!found?.href || !outline) return { page: byPercentage, percentage, locator: null }
  const position = positionOfLocator(found, outline.positions) ?? byPercentage
  const share = outline.positions.length > 0 ? clamp(position / outline.positions.length) : null
  return {
    page: Math.max(1, Math.min(count || position, position)),
    percentage: isIndexed && !exact ? (share ?? percentage) : (percentage ?? share),
    locator: found,
  }
}

/** Calibre and Stump use CFIs into the package, whose first step names the document; Kavita has its index. */
function withDocument(locator: Locator, order: readonly { href: string; mediaType?: string }[]): Locator | undefined {
  const { spineIndex, ...rest } = locator
  const index = spineIndexOfCfi(locator.locations?.fragments?.[0]) ?? spineIndex
  const item = typeof index === 'number' ? order[index] : undefined
  return item && { ...rest, href: item.href, type: item.mediaType ?? 'application/xhtml+xml' }
}

const clamp = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.min(1, Math.max(0, value))
