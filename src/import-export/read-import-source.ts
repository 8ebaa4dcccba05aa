import { mkdir, rename, rm } from 'node:fs/promises'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import { ForeignFileError } from '../store/foreign/copy-foreign-database.ts'
import {
  changeImportSource,
  deleteImportSource,
  findImportSource,
  type ImportSource,
  type ImportSourceUpdate,
  listImportSources,
} from '../store/import/sources.ts'
import { databaseFile } from '../store/open.ts'
import { withFileLock } from '../store/sqlite/file-lock.ts'
import { archiveImportSource, type SourceSummary } from './archive-import-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'
import { mapSiblingFolders } from './map-sibling-folders.ts'
import { openImportSource } from './open-import-source.ts'
import type { SourceKind } from './records.ts'
import type { ImportRunDeps } from './run/import-run-state.ts'
import { importLocks, removeSourceFiles, sourceFilePaths } from './source-files.ts'

export interface StoredSummary extends SourceSummary {
  /** Libraries that weren't scanned yet during the run: it runs again after their scan. */
  awaitsScanOf?: number[]
  /** Rows of books that were still being analysed were left out: it runs again afterwards. */
  awaitsAnalysis?: boolean
  /** A run started and didn't finish: the next one continues it, and both are undone together. */
  isUnfinished?: boolean
  /** The same, but also for automatic runs: data of the books that it found may not have been imported. */
  isCutOff?: boolean
  /** Read or configured again, and not run since: nothing is imported before a user starts it. */
  awaitsPerson?: boolean
}

export interface ImportProgressOptions {
  signal?: AbortSignal
  onProgress?: (current: number, total: number) => void
}

/**
 * Reads the given file or folder and stores its records. A server that was read before continues its earlier source,
 * with everything stored for it; that source is returned.
 */
export async function readImportSource(
  deps: Pick<ImportRunDeps, 'db' | 'config'>,
  sourceId: number,
  given: string,
  { kind, signal, onProgress }: ImportProgressOptions & { kind?: SourceKind } = {},
): Promise<ImportSource> {
  const { db, config } = deps
  const source = await requireImportSource(deps, sourceId)
  const files = sourceFilePaths(config, source.uid)
  let content: ImportSourceUpdate
  let read: ImportSource
  try {
    const isUpload = given === files.upload
    const opened = await openImportSource(given, {
      workFolder: files.work,
      kind,
      isUpload,
      limits: formatReaderLimitsOf(config),
      ownDatabase: databaseFile(config.data_dir),
    })
    try {
      const watch = { signal, onProgress: (records: number) => onProgress?.(records, 0) }
      const summary = await archiveImportSource(db, opened, files.archive, watch)
      const stored: StoredSummary = { ...summary, awaitsPerson: true }
      const proposed = Object.fromEntries(summary.proposals.map((one) => [one.theirs, one.ours]))
      const folders = await mapSiblingFolders(db, summary.libraries, {}, proposed)
      const options = { ...defaultImportOptions, folders }
      const about = {
        kind: opened.kind,
        version: opened.version,
        status: 'ready',
        error: null,
        summary: stored,
      } as const
      content = { ...about, options }
    } finally {
      await opened.close()
    }
    // Together: a copy that is ready, but joins another one now, must not be joined.
    read = await withFileLock(importLocks(config).join, async () => {
      await db.transaction((tx) => changeImportSource(tx, sourceId, content, Date.now()))
      return joinEarlier(deps, await requireImportSource(deps, sourceId))
    })
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error
    await db.transaction((tx) =>
      changeImportSource(tx, sourceId, { status: 'failed', error: error.message }, Date.now()),
    )
    await rm(files.upload, { force: true, recursive: true })
    throw error
  }
  // Not earlier: a retry after another error reads it again.
  await rm(files.upload, { force: true, recursive: true })
  return read
}

export const requireImportSource = async ({ db }: Pick<ImportRunDeps, 'db'>, id: number): Promise<ImportSource> => {
  const source = await findImportSource(db, { id })
  if (!source) throw new ForeignFileError('The import was deleted.')
  return source
}

/** Whether both are copies of the same server's database, between which libraries and users may have changed. */
function isSameServer(one: ImportSource, other: ImportSource): boolean {
  if (one.kind !== other.kind) return false
  const [a, b] = [one.summary as StoredSummary, other.summary as StoredSummary]
  // Only an export of the whole server contains library settings: a user's export must not replace it.
  const isWhole = ({ libraries }: StoredSummary) => libraries.some(({ settings }) => settings)
  if (one.kind === 'lectern' && isWhole(a) !== isWhole(b)) return false
  const librariesOf = ({ libraries }: StoredSummary) => libraries.map(({ id, path }) => `${id} ${path}`)
  const peopleOf = ({ people }: StoredSummary) => people.map(({ id, username }) => `${id} ${username}`)
  return haveOneInCommon(librariesOf(a), librariesOf(b)) && haveOneInCommon(peopleOf(a), peopleOf(b))
}

const haveOneInCommon = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === 0 && others.length === 0 ? true : some.some((one) => others.includes(one))

/** Merges into the earlier source of the same server: takes the new records, keeps its options and stored state. */
async function joinEarlier(
  { db, config }: Pick<ImportRunDeps, 'db' | 'config'>,
  source: ImportSource,
): Promise<ImportSource> {
  const all = await listImportSources(db)
  const earlier = all.find((one) => one.id !== source.id && one.status === 'ready' && isSameServer(one, source))
  if (!earlier) return source
  const [from, to] = [sourceFilePaths(config, source.uid), sourceFilePaths(config, earlier.uid)]
  await mkdir(to.folder, { recursive: true, mode: 0o700 })
  await rename(from.archive, to.archive)
  const { folders, ...decided } = { ...defaultImportOptions, ...(earlier.options as Partial<ImportOptions>) }
  const options = { ...decided, folders: { ...(source.options as ImportOptions).folders, ...folders } }
  await db.transaction(async (tx) => {
    const { name, version } = source
    const { isUnfinished, isCutOff, awaitsAnalysis } = earlier.summary as StoredSummary
    const summary = { ...(source.summary as StoredSummary), isUnfinished, isCutOff, awaitsAnalysis }
    await changeImportSource(tx, earlier.id, { name, version, summary, options }, Date.now())
    await deleteImportSource(tx, source.id)
  })
  await removeSourceFiles(config, source.uid)
  return (await findImportSource(db, { id: earlier.id }))!
}
