import { readRowKeys } from '../../store/import/row-keys.ts'
import { changeImportSource } from '../../store/import/sources.ts'
import { readAllLibraryRoots } from '../../store/library/read.ts'
import { type ImportReport, ImportReporter } from '../import-report.ts'
import { makePathMapper } from '../map-folders.ts'
import { applyRecords } from './apply-records.ts'
import { setImportOwner } from './apply-users.ts'
import { EPUB_READING_MS } from './find-epub-positions.ts'
import type { ImportRun } from './import-run.ts'
import type { ImportRunDeps, ImportRunState } from './import-run-state.ts'
import { BookMatcher } from './match-books.ts'

/**
 * Imports records in batches, each completely or not at all. A repeated run recognises what was imported: a cancelled
 * one continues where it stopped, and a second one imports only what is newer.
 */
export async function runImport(deps: ImportRunDeps, run: ImportRun): Promise<ImportReport> {
  const startedAt = new Date().toISOString()
  const { source, isDryRun } = run
  const state = await openRunState(deps, run)
  setImportOwner(state, run.ownerId)
  const isCancelled = await applyRecords(state, run)
  if (!isCancelled && !isDryRun) {
    const now = Date.now()
    await deps.db.transaction((tx) => changeImportSource(tx, source.id, { lastRunAt: now }, now))
  }
  return state.report.finish({ kind: source.kind, version: source.version, isDryRun, startedAt, isCancelled })
}

async function openRunState(deps: ImportRunDeps, run: ImportRun): Promise<ImportRunState> {
  const { source, options } = run
  const report = new ImportReporter()
  const libraries = await readAllLibraryRoots(deps.db)
  const locate = makePathMapper(options.folders, libraries)
  const knownRows = await readRowKeys(deps.db, source.id)
  const ignoresSize = source.kind.startsWith('calibre')
  return {
    deps,
    report,
    locate,
    matcher: new BookMatcher(deps.db, report, { sourceId: source.id, locate, ignoresSize }),
    kind: source.kind,
    sourceId: source.id,
    isDryRun: run.isDryRun,
    signal: run.signal,
    waitsForAnalysis: run.waitsForAnalysis ?? false,
    libraries,
    readAt: source.createdAt,
    firstReadAt: source.firstReadAt,
    importedEarlier: new WeakSet(),
    knownRows,
    undatedRows: new Map(),
    lastRunAt: knownRows.isEmpty ? source.lastRunAt : null,
    people: new Map(),
    theirs: new Map(),
    accounts: new Map(),
    libraryIds: new Map(),
    seriesIds: new Map(),
    seriesReasons: new Map(),
    newSeries: new Set(),
    lists: new Map(),
    filters: new Map(),
    seenLists: new Set(),
    takenLists: new Map(),
    names: { book: new Map(), series: new Map(), collection: new Map(), readList: new Map(), user: new Map() },
    undated: new Map(),
    dryRunWrites: new Map(),
    epubReading: { msLeft: EPUB_READING_MS },
  }
}
