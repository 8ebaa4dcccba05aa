import { setImmediate as breathe } from 'node:timers/promises'
import { PlannerStatistics } from '../../store/import/planner-statistics.ts'
import type { ImportOptions } from '../import-options.ts'
import type { CoverRecord, ImportRecord, RecordType } from '../records.ts'
import { applyAnnotations } from './apply-annotations.ts'
import { applyApiKeys } from './apply-api-keys.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'
import { applyBookmarks } from './apply-bookmarks.ts'
import { applyCovers } from './apply-covers.ts'
import { applyFonts } from './apply-fonts.ts'
import { applyCompletions, applySessions } from './apply-history.ts'
import { applyLibraries } from './apply-libraries.ts'
import { applyLists } from './apply-lists.ts'
import { applyFollows, applyHides, applyWantToRead } from './apply-marked-items.ts'
import { applyPreferences } from './apply-preferences.ts'
import { applyProgress } from './apply-progress.ts'
import { applyRatings } from './apply-ratings.ts'
import { applyRelations } from './apply-relations.ts'
import { applySavedFilters } from './apply-saved-filters.ts'
import { applySeries } from './apply-series.ts'
import { applyUsers } from './apply-users.ts'
import { BooksOfRun } from './books-of-run.ts'
import type { ImportRun } from './import-run.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'
import { reportSkippedRecord } from './report-skipped-record.ts'
import { findRowsOfEarlierRuns } from './rows-of-earlier-runs.ts'
import { shortCopy } from './short-copy.ts'

/** Applies the records in batches of one type; true if it was cancelled. */
export async function applyRecords(state: ImportRunState, run: ImportRun): Promise<boolean> {
  const statistics = new PlannerStatistics(state.deps.db)
  const books = new BooksOfRun(state, statistics, run.options.takesMetadata)
  const appliers = appliersOf(state, books, run.options)
  let seen = 0
  const apply = async (type: AppliedType, batch: readonly ImportRecord[]) => {
    if (!BEFORE_BOOKS_ARE_DONE.has(type)) await books.finish()
    const storeKeys = findRowsOfEarlierRuns(state, type, batch)
    await applyBatchOrEachRow(state, type, batch, (some) => appliers[type](some as never))
    await storeKeys()
    if (!state.isDryRun) await statistics.noteGrowth(TABLES_OF[type] ?? [], batch.length)
    run.onProgress?.(seen, run.total)
    // Lets a cancellation and other database work through.
    await breathe()
  }
  let batch: ImportRecord[] = []
  let type: AppliedType | undefined
  const flush = async () => {
    const rows = batch
    batch = []
    if (type !== undefined && rows.length > 0) await apply(type, rows)
  }
  for await (const record of run.records) {
    if (run.signal?.aborted) return true
    seen += 1
    if (record.type === 'skipped') {
      reportSkippedRecord(state, record)
      continue
    }
    if (record.type !== type || batch.length >= (WITH_FILES.has(record.type) ? FILES_AT_ONCE : AT_ONCE)) await flush()
    type = record.type
    noteName(state, record)
    batch.push(record)
  }
  await flush()
  await books.finish()
  run.onProgress?.(seen, run.total)
  return run.signal?.aborted ?? false
}

type AppliedType = Exclude<RecordType, 'skipped'>
type Appliers = {
  readonly [type in AppliedType]: (records: readonly Extract<ImportRecord, { type: type }>[]) => Promise<void>
}

function appliersOf(state: ImportRunState, books: BooksOfRun, options: ImportOptions): Appliers {
  return {
    library: (records) => applyLibraries(state, records),
    user: (records) => applyUsers(state, records, options.people),
    book: (records) => books.add(records),
    series: (records) => applySeries(state, records, options.takesMetadata),
    relation: (records) => applyRelations(state, records),
    collection: (records) => applyLists(state, records),
    readList: (records) => applyLists(state, records),
    cover: (records) => (options.takesCovers ? applyCovers(state, records) : leaveCovers(state, records)),
    progress: (records) => applyProgress(state, records),
    completion: (records) => applyCompletions(state, records),
    session: (records) => applySessions(state, records),
    rating: (records) => applyRatings(state, records),
    wantToRead: (records) => applyWantToRead(state, records),
    bookmark: (records) => applyBookmarks(state, records),
    annotation: (records) => applyAnnotations(state, records),
    follow: (records) => applyFollows(state, records),
    hide: (records) => applyHides(state, records),
    filter: (records) => applySavedFilters(state, records),
    preference: (records) => applyPreferences(state, records),
    font: (records) => applyFonts(state, records),
    key: (records) => applyApiKeys(state, records, options.takesKeys),
  }
}

async function leaveCovers(state: ImportRunState, records: readonly CoverRecord[]): Promise<void> {
  for (const { of, id } of records) state.report.leave('cover', reportNameOf(state, of, id), 'not_chosen')
}

function noteName({ names }: ImportRunState, record: ImportRecord): void {
  if (record.type === 'book') names.book.set(record.id, shortCopy(record.path))
  else if (record.type === 'user') names.user.set(record.id, shortCopy(record.username))
  else if (record.type === 'series' || record.type === 'collection' || record.type === 'readList')
    names[record.type].set(record.id, shortCopy(record.name))
}

const AT_ONCE = 1000
/** Each of these records contains a file. */
const WITH_FILES: ReadonlySet<RecordType> = new Set(['cover', 'font'])
const FILES_AT_ONCE = 10

/** Nothing of these types refers to books. */
const BEFORE_BOOKS_ARE_DONE: ReadonlySet<RecordType> = new Set(['library', 'user', 'book'])

/** The tables that records of a type fill. */
const TABLES_OF: { readonly [type in RecordType]?: Parameters<PlannerStatistics['noteGrowth']>[0] } = {
  progress: ['progress', 'reading_position', 'series_progress', 'completion'],
  completion: ['completion'],
  session: ['reading_session'],
  rating: ['user_rating'],
  wantToRead: ['want_to_read'],
  bookmark: ['bookmark'],
  annotation: ['annotation'],
}
