import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:zlib'
import { analyseBookTask } from '../analyse/tasks.ts'
import { writeBackup } from '../catalog/backups/write-backup.ts'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import {
  changeImportSource,
  deleteImportSource,
  findImportSource,
  findUnscannedLibraries,
  type ImportSource,
  listImportSources,
} from '../store/import/sources.ts'
import { hasUnfinishedTasks } from '../store/task/cancel-retry-delete.ts'
import { listActiveAdmins } from '../store/user/write.ts'
import { archiveAndInspectSource, proposeFoldersFor, type SourceSummary } from './archive-and-inspect-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'
import type { ImportReport } from './import-report.ts'
import { openImportSource } from './open-import-source.ts'
import { openRecordArchive } from './record-archive.ts'
import type { SourceKind } from './records.ts'
import type { ImportRunDeps } from './run/import-state.ts'
import { runImport } from './run/run-import.ts'
import { removeSourceFiles, sourceFilePaths } from './source-files.ts'
import { findUndoableImport } from './undo-import.ts'

export interface StoredSummary extends SourceSummary {
  /** The same for every copy of the same server's database. */
  fingerprint: string
  /** Libraries that had not been scanned when it was run: it runs once more after their scan. */
  awaitsScanOf?: number[]
  /** Rows about books that were being analysed were left: it runs once more when that is over. */
  awaitsAnalysis?: boolean
  /** A run began and has not come to its end: the next one goes on with it, and both are undone together. */
  isUnfinished?: boolean
}

interface Watch {
  signal?: AbortSignal
  onProgress?: (current: number, total: number) => void
}

/**
 * Looks into what was given and keeps its records. A source that was here before is the same source, with what it
 * remembers; the answer says which one it is.
 */
export async function readImportSource(
  deps: Pick<ImportRunDeps, 'db' | 'config'>,
  sourceId: number,
  given: string,
  { kind, signal, onProgress }: Watch & { kind?: SourceKind } = {},
): Promise<ImportSource> {
  const { db, config } = deps
  const source = await requireSource(deps, sourceId)
  const files = sourceFilePaths(config, source.uid)
  try {
    const isUpload = given === files.upload
    const opened = await openImportSource(given, {
      workFolder: files.work,
      kind,
      isUpload,
      limits: formatReaderLimitsOf(config),
    })
    try {
      const watch = { signal, onProgress: (records: number) => onProgress?.(records, 0) }
      const summary = await archiveAndInspectSource(db, opened, files.archive, watch)
      const stored: StoredSummary = { ...summary, fingerprint: fingerprintOf(opened.kind, summary) }
      const options = {
        ...defaultImportOptions,
        folders: Object.fromEntries(summary.proposals.map((one) => [one.theirs, one.ours])),
      }
      const about = {
        kind: opened.kind,
        version: opened.version,
        status: 'ready',
        error: null,
        summary: stored,
      } as const
      await db.transaction((tx) => changeImportSource(tx, sourceId, { ...about, options }, Date.now()))
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error
    await db.transaction((tx) =>
      changeImportSource(tx, sourceId, { status: 'failed', error: error.message }, Date.now()),
    )
    await rm(files.upload, { force: true, recursive: true })
    throw error
  }
  // Not before: whoever tries again after another fault reads it once more.
  await rm(files.upload, { force: true, recursive: true })
  return joinEarlier(deps, await requireSource(deps, sourceId))
}

const requireSource = async ({ db }: Pick<ImportRunDeps, 'db'>, id: number): Promise<ImportSource> => {
  const source = await findImportSource(db, { id })
  if (!source) throw new ForeignFileError('The import was deleted.')
  return source
}

function fingerprintOf(kind: SourceKind, { libraries, people }: SourceSummary): string {
  // Only an export of the whole server says how its libraries are read: that of one person does not replace it.
  const scope = kind === 'lectern' && !libraries.some(({ settings }) => settings) ? ['one person'] : []
  const parts = [kind, ...scope, ...libraries.map(({ id, path }) => `${id} ${path}`).sort(), people[0]?.id ?? '']
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32)
}

/** Read again, perhaps from a newer copy: the records are new, what was decided and remembered stays. */
async function joinEarlier(
  { db, config }: Pick<ImportRunDeps, 'db' | 'config'>,
  source: ImportSource,
): Promise<ImportSource> {
  const { fingerprint } = source.summary as StoredSummary
  const all = await listImportSources(db)
  const earlier = all.find(
    (one) =>
      one.id !== source.id && one.status === 'ready' && (one.summary as StoredSummary).fingerprint === fingerprint,
  )
  if (!earlier) return source
  const [from, to] = [sourceFilePaths(config, source.uid), sourceFilePaths(config, earlier.uid)]
  await mkdir(to.folder, { recursive: true, mode: 0o700 })
  await rename(from.archive, to.archive)
  const { folders, ...decided } = { ...defaultImportOptions, ...(earlier.options as Partial<ImportOptions>) }
  const options = { ...decided, folders: { ...(source.options as ImportOptions).folders, ...folders } }
  await db.transaction(async (tx) => {
    const { version } = source
    const { isUnfinished } = earlier.summary as StoredSummary
    const summary = { ...(source.summary as StoredSummary), isUnfinished }
    await changeImportSource(tx, earlier.id, { version, summary, options }, Date.now())
    await deleteImportSource(tx, source.id)
  })
  await removeSourceFiles(config, source.uid)
  return (await findImportSource(db, { id: earlier.id }))!
}

/** A dry run, or the real one with a backup before it. The report is kept with the source. */
export async function importFromSource(
  deps: ImportRunDeps,
  sourceId: number,
  { isDryRun, isLate = false, signal, onProgress }: Watch & { isDryRun: boolean; isLate?: boolean },
): Promise<ImportReport> {
  const { db, config } = deps
  const source = await requireSource(deps, sourceId)
  const files = sourceFilePaths(config, source.uid)
  if (source.status !== 'ready' || !existsSync(files.archive)) {
    throw new ForeignFileError('There is nothing to import. Provide the file again.')
  }
  // One that runs by itself takes nothing back that a person may want to undo.
  const isByHand = !isDryRun && !isLate
  const summary = source.summary as StoredSummary
  if (isByHand && !(summary.isUnfinished && (await isLastImport(deps, source)))) {
    await mkdir(files.folder, { recursive: true, mode: 0o700 })
    await writeBackup(db, config, files.backup, { level: constants.Z_BEST_SPEED })
    const begun = { summary: { ...summary, isUnfinished: true } }
    await db.transaction((tx) => changeImportSource(tx, sourceId, begun, Date.now()))
  }
  const archive = await openRecordArchive(files.archive)
  const known = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
  const folders = isLate
    ? { ...(await proposeFoldersFor(db, archive, source.kind as SourceKind)), ...known.folders }
    : known.folders
  const ownerId = source.createdBy ?? (await db.transaction(listActiveAdmins))[0] ?? null
  const waitsForAnalysis = await hasUnfinishedTasks(db, [analyseBookTask.type])
  const report = await runImport(deps, {
    source: {
      id: source.id,
      kind: source.kind as SourceKind,
      version: source.version,
      // What was left then has not been brought, however old it is.
      lastRunAt: summary.awaitsAnalysis ? null : source.lastRunAt,
      createdAt: Date.parse(archive.header.createdAt) || source.createdAt,
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
  const stored = { ...report, items: report.items.slice(0, KEPT_ITEMS) }
  const awaitsAnalysis = report.reasons.some(({ reason }) => reason === 'not_analysed')
  const awaits = { awaitsScanOf: await findUnscannedLibraries(db), awaitsAnalysis }
  const isUnfinished = isByHand ? report.isCancelled : summary.isUnfinished
  const found = isDryRun ? {} : { summary: { ...summary, ...awaits, isUnfinished } }
  await db.transaction((tx) => changeImportSource(tx, sourceId, { report: stored, ...found }, Date.now()))
  return report
}

/** Whether no other import has run since: then its backup is the one that undoing puts back. */
const isLastImport = async ({ db, config }: ImportRunDeps, { id }: ImportSource): Promise<boolean> =>
  (await findUndoableImport(config, await listImportSources(db)))?.id === id

/** In the database, for the page; the whole list is in the file. */
const KEPT_ITEMS = 500
