import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { constants } from 'node:zlib'
import { analyseBookTask } from '../analyse/tasks.ts'
import { writeBackup } from '../catalog/backups/write-backup.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import { changeImportSource, type ImportSource, listImportSources, listLibraryScans } from '../store/import/sources.ts'
import { withFileLock } from '../store/sqlite/file-lock.ts'
import { hasUnfinishedTasks } from '../store/task/cancel-retry-delete.ts'
import { listActiveAdmins } from '../store/user/write.ts'
import { proposeFoldersFor } from './archive-import-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'
import type { ImportReport } from './import-report.ts'
import { type ImportProgressOptions, requireImportSource, type StoredSummary } from './read-import-source.ts'
import { openRecordArchive } from './record-archive.ts'
import type { SourceKind } from './records.ts'
import type { ImportRunDeps } from './run/import-run-state.ts'
import { runImport } from './run/run-import.ts'
import { importLocks, sourceFilePaths } from './source-files.ts'
import { findUndoableImport } from './undo-import.ts'

interface ImportFromSourceOptions extends ImportProgressOptions {
  isDryRun: boolean
  isLate?: boolean
  /** Called if another import has to end first. */
  onWait?: () => void
}

/** Does a dry run, or writes a backup and then imports. The report is stored with the source. */
export async function importFromSource(
  deps: ImportRunDeps,
  sourceId: number,
  options: ImportFromSourceOptions,
): Promise<ImportReport> {
  const work = () => importAlone(deps, sourceId, options)
  return options.isDryRun ? work() : withFileLock(importLocks(deps.config).run, work, options)
}

async function importAlone(
  deps: ImportRunDeps,
  sourceId: number,
  { isDryRun, isLate = false, signal, onProgress }: ImportFromSourceOptions,
): Promise<ImportReport> {
  const { db, config } = deps
  const source = await requireImportSource(deps, sourceId)
  const files = sourceFilePaths(config, source.uid)
  if (source.status !== 'ready' || !existsSync(files.archive)) {
    throw new ForeignFileError('There is nothing to import. Provide the file again.')
  }
  // An automatic run makes no backup: that would replace the one that a user may want to restore.
  const isByHand = !isDryRun && !isLate
  const summary = source.summary as StoredSummary
  if (isByHand && !(summary.isUnfinished && (await isLastImport(deps, source)))) {
    await mkdir(files.folder, { recursive: true, mode: 0o700 })
    await writeBackup(db, config, files.backup, { level: constants.Z_BEST_SPEED, signal }).catch((error) => {
      throw signal?.aborted ? signal.reason : error
    })
  }
  if (!isDryRun) {
    const begun = { ...summary, isCutOff: true, ...(isByHand && { isUnfinished: true, awaitsPerson: false }) }
    await db.transaction((tx) => changeImportSource(tx, sourceId, { summary: begun }, Date.now()))
  }
  const archive = await openRecordArchive(files.archive)
  const known = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
  const folders = isLate
    ? { ...(await proposeFoldersFor(db, archive, source.kind as SourceKind)), ...known.folders }
    : known.folders
  const ownerId = source.createdBy ?? (await db.transaction(listActiveAdmins))[0] ?? null
  const scannedBefore = new Set((await listLibraryScans(db)).flatMap((one) => (one.last_scanned_at ? one.id : [])))
  const waitsForAnalysis = await hasUnfinishedTasks(db, [analyseBookTask.type])
  const report = await runImport(deps, {
    source: {
      id: source.id,
      kind: source.kind as SourceKind,
      version: source.version,
      // Rows that were left out of the last run haven't been imported, however old they are.
      lastRunAt: summary.awaitsAnalysis || summary.isCutOff ? null : source.lastRunAt,
      createdAt: Date.parse(archive.header.createdAt) || source.createdAt,
      firstReadAt: source.createdAt,
    },
    options: { ...known, folders },
    isDryRun,
    waitsForAnalysis,
    ownerId,
    records: archive.records(),
    total: summary.records,
    signal,
    onProgress,
  })
  await writeFile(files.report, JSON.stringify(report), { mode: 0o600 })
  const items = report.items.slice(0, KEPT_ITEMS)
  const stored = { ...report, items, itemsLeftOut: report.itemsLeftOut + report.items.length - items.length }
  const awaitsAnalysis = report.reasons.some(({ reason }) => reason === 'not_analysed')
  // Also of one that was scanned meanwhile: its books may have come after the rows that belong to them.
  const awaitsScanOf = (await listLibraryScans(db)).flatMap(({ id }) => (scannedBefore.has(id) ? [] : id))
  const awaits = { awaitsScanOf, awaitsAnalysis }
  const isUnfinished = isByHand ? report.isCancelled : summary.isUnfinished
  // As it is now: meanwhile, a newer copy may have been read, or someone may have changed what to import.
  const now = (await requireImportSource(deps, sourceId)).summary as StoredSummary
  const ended = { ...now, ...awaits, isUnfinished, isCutOff: report.isCancelled }
  const found = isDryRun ? {} : { summary: ended }
  await db.transaction((tx) => changeImportSource(tx, sourceId, { report: stored, ...found }, Date.now()))
  return report
}

/** Whether no other import has run since: then its backup is the one that undoing puts back. */
const isLastImport = async ({ db, config }: ImportRunDeps, { id }: ImportSource): Promise<boolean> =>
  (await findUndoableImport(config, await listImportSources(db)))?.id === id

/** Number of items stored in the database, for the page; the file contains the whole list. */
const KEPT_ITEMS = 500
