import { setImmediate as breathe } from 'node:timers/promises'
import type { ImportRowName } from '../../contract/import-details.ts'
import { type Reason, reasonOf } from '../../contract/reasons.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { PlannerStatistics } from '../../store/import/planner-statistics.ts'
import { readRowKeys } from '../../store/import/row-keys.ts'
import { changeImportSource } from '../../store/import/sources.ts'
import { readAllLibraryRoots } from '../../store/library/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { ImportOptions } from '../import-options.ts'
import { type ImportReport, ImportReporter, type RowDetail } from '../import-report.ts'
import { makePathMapper } from '../map-folders.ts'
import type {
  BookMetadataRecord,
  BookRecord,
  BookSeriesRecord,
  CoverRecord,
  ImportRecord,
  LibraryRecord,
  RecordType,
  SkippedRecord,
  SourceKind,
} from '../records.ts'
import { applyAnnotations } from './apply-annotations.ts'
import { applyApiKeys } from './apply-api-keys.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'
import { applyBookSeries } from './apply-book-series.ts'
import { applyBookmarks } from './apply-bookmarks.ts'
import { applyBookMetadata, countAndRecordMatches, matchBookRecords } from './apply-books.ts'
import { applyCovers } from './apply-covers.ts'
import { applyCompletions, applySessions } from './apply-history.ts'
import { applyLists } from './apply-lists.ts'
import { applyFollows, applyWantToRead } from './apply-marked-items.ts'
import { applyPreferences } from './apply-preferences.ts'
import { applyProgress } from './apply-progress.ts'
import { applyRatings } from './apply-ratings.ts'
import { applyRelations } from './apply-relations.ts'
import { applySavedFilters } from './apply-saved-filters.ts'
import { applySeries } from './apply-series.ts'
import { applyUsers, setImportOwner } from './apply-users.ts'
import { lookUpBroughtRows } from './brought-rows.ts'
import { EPUB_READING_MS } from './find-epub-positions.ts'
import { type ImportRunDeps, type ImportRunState, reportNameOf } from './import-run-state.ts'
import { BookMatcher } from './match-books.ts'

export interface ImportRun {
  source: { id: number; kind: SourceKind; version: string; lastRunAt: number | null; createdAt: number }
  options: ImportOptions
  isDryRun: boolean
  waitsForAnalysis?: boolean
  /** The user who gets data without an owner. */
  ownerId: number | null
  records: Iterable<ImportRecord> | AsyncIterable<ImportRecord>
  /** How many records there are, for the progress. */
  total: number
  signal?: AbortSignal
  onProgress?: (current: number, total: number) => void
}

/**
 * Imports records in batches, each completely or not at all. A repeated run recognises what was imported: a cancelled
 * one continues where it stopped, and a second one imports only what is newer.
 */
export async function runImport(deps: ImportRunDeps, run: ImportRun): Promise<ImportReport> {
  const startedAt = new Date().toISOString()
  const report = new ImportReporter()
  const libraries = await readAllLibraryRoots(deps.db)
  const locate = makePathMapper(run.options.folders, libraries)
  const { kind } = run.source
  const knownRows = await readRowKeys(deps.db, run.source.id)
  const state: ImportRunState = {
    deps,
    report,
    matcher: new BookMatcher(deps.db, report, {
      sourceId: run.source.id,
      locate,
      ignoresSize: kind.startsWith('calibre'),
    }),
    kind,
    sourceId: run.source.id,
    isDryRun: run.isDryRun,
    waitsForAnalysis: run.waitsForAnalysis ?? false,
    libraries,
    readAt: run.source.createdAt,
    brought: new WeakSet(),
    knownRows,
    undatedRows: new Map(),
    lastRunAt: knownRows.isEmpty ? run.source.lastRunAt : null,
    people: new Map(),
    theirs: new Map(),
    accounts: new Map(),
    libraryIds: new Map(),
    seriesIds: new Map(),
    seriesReasons: new Map(),
    newSeries: new Set(),
    lists: new Map(),
    takenLists: new Map(),
    names: { book: new Map(), series: new Map(), collection: new Map(), readList: new Map(), user: new Map() },
    undated: new Map(),
    pretended: new Map(),
    epubReading: { msLeft: EPUB_READING_MS },
  }
  setImportOwner(state, run.ownerId)
  const isCancelled = await applyAll(state, run, locate)
  if (!isCancelled && !run.isDryRun) {
    const now = Date.now()
    await deps.db.transaction((tx) => changeImportSource(tx, run.source.id, { lastRunAt: now }, now))
  }
  return report.finish({ kind, version: run.source.version, isDryRun: run.isDryRun, startedAt, isCancelled })
}

async function applyAll(
  state: ImportRunState,
  run: ImportRun,
  locate: ReturnType<typeof makePathMapper>,
): Promise<boolean> {
  const { options } = run
  const books: Pick<BookRecord, 'id' | 'path' | 'seriesId' | 'chapterId'>[] = []
  const edits = new Map<string, BookMetadataRecord>()
  const series = new Map<string, BookSeriesRecord>()
  const statistics = new PlannerStatistics(state.deps.db)
  let areBooksDone = false
  const endBooks = async () => {
    if (areBooksDone) return
    areBooksDone = true
    await countAndRecordMatches(state, books)
    if (!run.isDryRun) await statistics.noteGrowth(['import_id'], books.length)
    if (options.takesMetadata) {
      await applyBookMetadata(state, edits)
      await applyBookSeries(state, series)
      return
    }
    for (const id of edits.keys()) state.report.leave('book metadata', reportNameOf(state, 'book', id), 'not_chosen')
    for (const id of series.keys()) state.report.leave('book series', reportNameOf(state, 'book', id), 'not_chosen')
  }
  const apply = async (type: RecordType, batch: readonly ImportRecord[]): Promise<void> => {
    const rows = batch as never
    if (type === 'library') return applyLibraries(state, rows, locate)
    if (type === 'user') return applyUsers(state, rows, options.people)
    if (type === 'book') {
      await matchBookRecords(state, rows, edits)
      for (const { id, path, seriesId, chapterId, series: named } of batch as readonly BookRecord[]) {
        books.push({ id, path, seriesId, chapterId })
        if (named && typeof named.name === 'string' && named.name.trim() !== '') series.set(id, named)
      }
      return
    }
    if (type === 'series') return applySeries(state, rows, options.takesMetadata)
    if (type === 'relation') return applyRelations(state, rows)
    if (type === 'collection' || type === 'readList') return applyLists(state, rows)
    if (type === 'cover') {
      if (options.takesCovers) return applyCovers(state, rows)
      for (const record of batch as readonly CoverRecord[])
        state.report.leave('cover', reportNameOf(state, record.of, record.id), 'not_chosen')
      return
    }
    if (type === 'progress') return applyProgress(state, rows)
    if (type === 'completion') return applyCompletions(state, rows)
    if (type === 'session') return applySessions(state, rows)
    if (type === 'rating') return applyRatings(state, rows)
    if (type === 'wish') return applyWantToRead(state, rows)
    if (type === 'bookmark') return applyBookmarks(state, rows)
    if (type === 'annotation') return applyAnnotations(state, rows)
    if (type === 'follow') return applyFollows(state, rows)
    if (type === 'filter') return applySavedFilters(state, rows)
    if (type === 'preference') return applyPreferences(state, rows)
    return applyApiKeys(state, rows, options.takesKeys)
  }
  let batch: ImportRecord[] = []
  let type: RecordType | undefined
  let seen = 0
  const flush = async () => {
    const [recordType, rows] = [type, batch]
    batch = []
    if (recordType !== undefined && !beforeSeries.has(recordType)) await endBooks()
    if (recordType !== undefined && rows.length > 0) {
      const remember = lookUpBroughtRows(state, recordType, rows)
      await applyBatchOrEachRow(state, recordType, rows, (some) => apply(recordType, some))
      await remember()
      if (!run.isDryRun) await statistics.noteGrowth(TABLES_OF[recordType] ?? [], rows.length)
    }
    run.onProgress?.(seen, run.total)
    // Lets a cancellation and other database work through.
    await breathe()
  }
  for await (const record of run.records) {
    if (run.signal?.aborted) return true
    seen += 1
    if (record.type === 'skipped') {
      state.report.leave(record.what, rowNameOf(record), 'no_twin', detailOf(record), record.rows ?? 1)
      continue
    }
    if (record.type !== type || batch.length >= (record.type === 'cover' ? COVERS_AT_ONCE : AT_ONCE)) await flush()
    type = record.type
    noteName(state, record)
    batch.push(record)
  }
  await flush()
  await endBooks()
  return run.signal?.aborted ?? false
}

function rowNameOf({ name, nameReason }: SkippedRecord): ImportRowName {
  const text = name ?? ''
  return nameReason ? { name: text, nameReason: boundedReason(nameReason) } : text
}

function detailOf({ reason, code, params }: SkippedRecord): RowDetail {
  const detailReason = code ? boundedReason({ code, params: params ?? {} }) : reasonOf(reason)
  return { detail: reason, detailReason }
}

/** Limits the sizes, as an archive is untrusted. */
function boundedReason({ code, params }: { code: unknown; params: unknown }): Reason {
  const texts = Object.entries(params ?? {}).map(([name, value]) => [name, String(value).slice(0, 500)] as const)
  return { code: String(code).slice(0, 100), params: Object.fromEntries(texts.slice(0, 10)) }
}

function noteName({ names }: ImportRunState, record: ImportRecord): void {
  if (record.type === 'book') names.book.set(record.id, record.path)
  else if (record.type === 'user') names.user.set(record.id, record.username)
  else if (record.type === 'series' || record.type === 'collection' || record.type === 'readList')
    names[record.type].set(record.id, record.name)
}

const AT_ONCE = 1000
const COVERS_AT_ONCE = 10

/** The tables that records of a type fill. */
const TABLES_OF: { readonly [type in RecordType]?: Parameters<PlannerStatistics['noteGrowth']>[0] } = {
  progress: ['progress', 'progress_place', 'series_progress', 'completion'],
  completion: ['completion'],
  session: ['reading_session'],
  rating: ['user_rating'],
  wish: ['want_to_read'],
  bookmark: ['bookmark'],
  annotation: ['annotation'],
}

/** These types are complete before anything refers to books. */
const beforeSeries: ReadonlySet<RecordType> = new Set(['library', 'user', 'book'])

/** Finds which of our libraries contain their folders: access to theirs becomes access to ours. */
async function applyLibraries(
  state: ImportRunState,
  records: readonly LibraryRecord[],
  locate: ReturnType<typeof makePathMapper>,
): Promise<void> {
  for (const record of records) {
    const here = locate(`${record.path.replace(/\/+$/, '')}/x`)
    if (!here) {
      state.report.leave('library', `${record.name} (${record.path})`, 'folder_not_mapped')
      continue
    }
    state.libraryIds.set(record.id, (state.libraryIds.get(record.id) ?? new Set()).add(here.libraryId))
    const [known] = (await findStoredForeignIds(state.deps.db, state.sourceId, 'library', [record.id])).values()
    state.report.count('library', known ? 'unchanged' : 'imported')
    const library = state.libraries.find((one) => one.id === here.libraryId)
    if (state.isDryRun || !library) continue
    const ids = [{ foreignId: record.id, uid: uuidToBytes(library.uid), state: null }]
    await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'library', ids))
  }
}
