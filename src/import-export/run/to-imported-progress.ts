import { type Locator, positionOfLocator } from '../../catalog/progress/locator.ts'
import type { EpubLocator } from '../../formats/epub/make-locator.ts'
import type { PublicationStructure } from '../../store/book/publication-structure.ts'
import type { ImportedProgress } from '../../store/import/progress.ts'
import type { ProgressRecord } from '../user-records.ts'
import type { MatchedBook } from './match-books.ts'
import { spineIndexOfCfi } from './spine-index-of-cfi.ts'

/** What is known about a position in an EPUB. */
interface KnownText {
  outline: PublicationStructure | undefined
  /** Where its pointer leads. */
  exact: EpubLocator | undefined
}

/** Their record → the row to store. `undatedAt`: for one without a time. */
export function toImportedProgress(
  record: ProgressRecord,
  book: MatchedBook,
  undatedAt: number,
  text: KnownText,
): { row: ImportedProgress; knowsTime: boolean } {
  const time = record.readAt ?? record.completedAt ?? record.startedAt
  const readAt = Math.min(time ?? undatedAt, Date.now())
  const position = book.format === 'epub' ? positionInText(record, book, text) : positionInPages(record, book)
  const row = {
    book_id: book.id,
    series_id: book.seriesId,
    done: record.isCompleted ? 1 : 0,
    page: position.page,
    percentage: record.isCompleted && position.percentage === null ? 1 : position.percentage,
    started_at: Math.min(record.startedAt ?? readAt, readAt),
    read_at: readAt,
    completed_at: record.isCompleted ? Math.min(record.completedAt ?? readAt, Date.now()) : null,
    position: {
      locator: locatorText(position.locator),
      pointer: record.pointer?.slice(0, 2000) ?? null,
      device: record.device?.slice(0, 200) ?? null,
    },
  }
  return { row, knowsTime: time !== null }
}

/** A locator that is too long is dropped: cut text wouldn't be valid JSON. */
export function locatorText(locator: Locator | null): string | null {
  const text = locator && JSON.stringify(locator)
  return text && text.length <= MAX_LOCATOR ? text : null
}

const MAX_LOCATOR = 20_000
/** For a book whose number of pages isn't known yet. */
const MAX_PAGES = 1_000_000

interface Position {
  page: number
  percentage: number | null
  locator: Locator | null
}

function positionInPages(record: ProgressRecord, book: MatchedBook): Position {
  const { page, percentage, isCompleted } = record
  const count = book.pageCount
  const said = page ?? (percentage !== null && count > 0 ? Math.floor(percentage * count) + 1 : isCompleted ? count : 1)
  const shown = Math.max(1, Math.min(Math.trunc(said), count > 0 ? count : MAX_PAGES))
  const share = clamp(percentage)
  if (count <= 0) return { page: shown, percentage: share, locator: null }
  const isSame = pageOfSameCount(record, count) === shown
  const isWithinPage = isSame && share !== null && Math.abs(share * count - shown) <= 1
  const locator = (record.locator ?? null) as Locator | null
  return {
    page: shown,
    percentage: isWithinPage ? share : shown / count,
    locator: isSame && isWithin(locator, shown) ? locator : null,
  }
}

/** A strip of a webtoon is many screens long: its locator says where in the page. */
function isWithin(locator: Locator | null, page: number): boolean {
  const { position, progression = 0 } = locator?.locations ?? {}
  return position === page && progression > 0 && progression <= 1
}

/**
 * We divide documents into positions by our own rule, so the position is computed from the document and progression.
 */
function positionInText(record: ProgressRecord, book: MatchedBook, { outline, exact }: KnownText): Position {
  const said = (record.locator ?? null) as Locator | null
  const locator = exact ? ({ ...exact } as Locator) : said
  const total = said?.locations?.totalProgression
  // An index of documents, as Kavita has it, says little about how much was read.
  const isIndexed = typeof said?.spineIndex === 'number'
  const percentage = clamp(
    typeof total === 'number' ? total : isIndexed && exact ? exact.locations.totalProgression : record.percentage,
  )
  const count = book.pageCount
  const byCount = pageOfSameCount(record, count) ?? Math.floor((percentage ?? 0) * count) + 1
  const ofNoLocator = Math.max(1, Math.min(count || 1, byCount))
  if (record.isCompleted && !locator?.href) {
    return { page: Math.max(1, count), percentage: 1, locator: null }
  }
  const found = locator && outline && (locator.href ? locator : withDocument(locator, outline.readingOrder))
  if (!found?.href || !outline) return { page: ofNoLocator, percentage, locator: null }
  const position = positionOfLocator(found, outline.positions) ?? ofNoLocator
  const share = outline.positions.length > 0 ? clamp(position / outline.positions.length) : null
  return {
    page: Math.max(1, Math.min(count || position, position)),
    percentage: isIndexed && !exact ? (share ?? percentage) : (percentage ?? share),
    locator: found,
  }
}

/** Both count the same pages, as in an EPUB of fixed layout: a share of them would lead to the next one. */
const pageOfSameCount = ({ page, pageCount }: ProgressRecord, count: number): number | null =>
  pageCount === count ? page : null

/** Calibre and Stump use CFIs into the package, whose first step names the document; Kavita has its index. */
function withDocument(locator: Locator, order: readonly { href: string; mediaType?: string }[]): Locator | undefined {
  const { spineIndex, ...rest } = locator
  const index = spineIndexOfCfi(locator.locations?.fragments?.[0]) ?? spineIndex
  const item = typeof index === 'number' ? order[index] : undefined
  return item && { ...rest, href: item.href, type: item.mediaType ?? 'application/xhtml+xml' }
}

const clamp = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.min(1, Math.max(0, value))
