import { type BookFacts, sortableReleaseDateOf, sortTitleFromFile } from '../catalog/merge/book-facts.ts'
import {
  type MergedBookMetadata,
  mergeBookMetadata,
  type StoredBookMetadata,
} from '../catalog/merge/merge-book-metadata.ts'
import type { Author, Publication } from '../formats/publication.ts'
import { encodePageIndex } from '../store/book/page-index.ts'
import { encodePublicationStructure } from '../store/book/publication-structure.ts'
import type {
  AnalysedBook,
  AnalysedBookColumns,
  AnalysisErrorRow,
  BookBeforeAnalysis,
} from '../store/book/write-analysis.ts'
import { listFieldsClosedToFiles } from '../store/metadata/plugin-held-fields.ts'
import { titleSortKeys } from '../store/series/title-sort-keys.ts'
import type { LibraryStrategies } from '../strategies/library-strategies.ts'
import type { AnalysedFile } from './analysed-file.ts'

export interface MergedBookRow {
  row: AnalysedBook
  /** Undefined if the file couldn't be read. */
  metadata: MergedBookMetadata | undefined
}

/** Merges the analysis with the stored state into the rows to write. Accesses neither disk nor database. */
export function mergeFileIntoBookRow(
  finding: AnalysedFile,
  state: BookBeforeAnalysis,
  rules: LibraryStrategies,
): MergedBookRow {
  const { read, book } = finding
  const errors = oneOfEachType(finding.problems)
  const columns: AnalysedBookColumns = {
    file_size: read.size,
    mtime: read.mtime,
    inode: read.inode,
    hash: read.hash,
    sync_hash: read.syncHash || null,
    analysis_error: errors[0]?.message ?? null,
    ...coverColumns(finding, state),
  }
  const { publication } = read
  if (!publication) return { row: withoutContent(finding, columns, errors), metadata: undefined }
  const before = storedBookMetadataOf(state)
  const merged = mergeBookMetadata(before, finding.metadata, publication)
  const isLocked = (lock: string) => before.locks.includes(lock)
  const title = isLocked('title') ? state.title : nameOf(state, merged.facts, rules)
  const titleSort = isLocked('titleSort') ? state.titleSort : sortTitleFromFile(title, merged.facts.file)
  Object.assign(columns, contentColumns(publication), factColumns(merged.facts, state, isLocked), {
    title,
    title_sort: titleSort,
    sort_key: titleSortKeys(title, titleSort).sort_key,
    analyzed: publication.pageCount > 0 ? 1 : 0,
  } satisfies AnalysedBookColumns)
  const meta = {
    summary: merged.summary,
    authors: JSON.stringify(merged.authors),
    facts: JSON.stringify(merged.facts),
  }
  const row = {
    bookId: book.id,
    columns,
    meta,
    errors,
    pages: encodePageIndex(publication.pages),
    outline: outlineOf(publication),
  }
  return { row, metadata: merged }
}

export function storedBookMetadataOf(
  state: Pick<BookBeforeAnalysis, 'facts' | 'locks' | 'summary' | 'authors'>,
): StoredBookMetadata {
  return {
    facts: JSON.parse(state.facts ?? '{}') as BookFacts,
    locks: listFieldsClosedToFiles(state.locks),
    summary: state.summary,
    authors: JSON.parse(state.authors ?? '[]') as Author[],
  }
}

function nameOf(state: BookBeforeAnalysis, facts: BookFacts, rules: LibraryStrategies): string {
  // The file may be about to be regrouped into another series.
  const placedSeries = rules.usesMetadata && facts.file && rules.placeInSeries(state.path, facts.file).toSeries
  return rules.nameBook({
    path: state.path,
    inside: facts.file ?? {},
    series: placedSeries && placedSeries.key !== state.seriesPath ? placedSeries.title : state.seriesTitle,
    bookCount: state.seriesBookCount,
    number: state.numberText,
  })
}

function contentColumns(publication: Publication): AnalysedBookColumns {
  return {
    format: publication.fileFormat,
    container: publication.container,
    page_count: publication.pageCount,
    layout: publication.kind === 'epub' && !publication.divina ? 'flow' : 'pages',
    is_fixed_layout: publication.kind === 'epub' && publication.layout === 'fixed' ? 1 : 0,
  }
}

/** Facts used for sorting and filtering have columns; the guess from the path is kept if the file has no value. */
function factColumns(
  facts: BookFacts,
  state: BookBeforeAnalysis,
  isLocked: (lock: string) => boolean,
): AnalysedBookColumns {
  const valueOrGuess = (lock: string, value: number | null | undefined, known: number | null) =>
    isLocked(lock) ? (value ?? null) : (value ?? known)
  return {
    year: facts.year ?? null,
    release_date: sortableReleaseDateOf(facts),
    language: facts.languageIso ?? null,
    book_type: facts.bookType ?? null,
    reading_direction: facts.file?.ofSeries?.direction ?? null,
    volume: valueOrGuess('volume', facts.volume, state.volume),
    chapter: valueOrGuess('chapter', facts.chapter, state.chapter),
  }
}

function coverColumns(finding: AnalysedFile, state: BookBeforeAnalysis): AnalysedBookColumns {
  if (!replacesCover(finding, state)) return {}
  const { cover } = finding
  return {
    cover_version: cover?.version ?? 0,
    cover_color: cover?.color ?? null,
    cover_width: cover?.width ?? null,
    cover_height: cover?.height ?? null,
  }
}

/** Another file without a cover, for instance a locked one, doesn't keep that of the file before. */
export function replacesCover(finding: AnalysedFile, { coverId }: BookBeforeAnalysis): boolean {
  // A chosen cover stays, whatever is inside the file.
  return coverId === null && (finding.cover !== undefined || !isContentKnown(finding))
}

function isContentKnown({ book, read }: AnalysedFile): boolean {
  return book.isAnalysed && read.hash === book.hash
}

/** An unreadable file has no pages, unless its content is already known: then the disk may be failing. */
function withoutContent(finding: AnalysedFile, columns: AnalysedBookColumns, errors: AnalysisErrorRow[]): AnalysedBook {
  const { book } = finding
  if (isContentKnown(finding)) return { bookId: book.id, columns, errors }
  return {
    bookId: book.id,
    columns: { ...columns, page_count: 0, analyzed: 0 },
    errors,
    pages: null,
    outline: null,
  }
}

function outlineOf(publication: Publication): Uint8Array | null {
  const { readingOrder, resources, toc, positions } = publication
  const isEmpty = readingOrder.length === 0 && toc.length === 0
  return isEmpty ? null : encodePublicationStructure({ readingOrder, resources, toc, positions })
}

/** Errors are stored by type: the first of each, and the number of further ones. */
function oneOfEachType(problems: AnalysedFile['problems']): AnalysisErrorRow[] {
  const byType = new Map<string, AnalysisErrorRow & { count: number }>()
  for (const { type, message, details } of problems) {
    const known = byType.get(type)
    if (known) known.count++
    else byType.set(type, { type, message, details, count: 1 })
  }
  return [...byType.values()].map(({ count, ...error }) =>
    count === 1 ? error : { ...error, message: `${error.message} (and ${count - 1} more)` },
  )
}
