import { open, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkLibraryFolder } from '../catalog/libraries/check-library-input.ts'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import type { Config } from '../config/settings.ts'
import { Problem } from '../contract/problems.ts'
import { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../images/configured-stores.ts'
import { makeKoreaderPositionToLocator } from '../images/koreader-position-to-locator.ts'
import { createImportedLibrary } from '../import-export/create-imported-library.ts'
import { importFromSource } from '../import-export/import-from-source.ts'
import { defaultImportOptions, type ImportOptions } from '../import-export/import-options.ts'
import { isImportComplete } from '../import-export/import-report.ts'
import { type FolderMap, isWithin, makePathMapper, mapPath } from '../import-export/map-folders.ts'
import { mapSiblingFolders } from '../import-export/map-sibling-folders.ts'
import { queueLateImport } from '../import-export/queue-late-import.ts'
import { readImportSource, type StoredSummary } from '../import-export/read-import-source.ts'
import { programNameOf } from '../import-export/recognise-program.ts'
import { type SourceKind, sourceKinds } from '../import-export/records.ts'
import type { ImportRunDeps } from '../import-export/run/import-run-state.ts'
import { removeSourceFiles } from '../import-export/source-files.ts'
import { undoLastImport } from '../import-export/undo-import.ts'
import { collectGarbageWhileBusy } from '../runtime/release-memory-when-idle.ts'
import {
  addImportSource,
  changeImportSource,
  deleteImportSource,
  findImportSource,
  type ImportSource,
} from '../store/import/sources.ts'
import { readAllLibraryRoots } from '../store/library/read.ts'
import { type Db, openDatabase } from '../store/open.ts'
import { openMetadataEditHooks } from '../surfaces/api/metadata-edit-hooks.ts'
import { openTasks } from '../tasks/tasks.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'
import { type ImportFlags, parseImportFlags, requireKnownPeople } from './import-flags.ts'
import { printImportReport } from './print-import-report.ts'
import { abortOnStopSignal } from './signals.ts'

export const importCommand: Command = {
  usage:
    'FILE|FOLDER [--kind K] [--map THEIRS=OURS]… [--people all|none|NAME=OURS,…] [--without keys,metadata,covers] [--create-libraries] [--dry-run] [--report FILE.json] | --undo',
  about: `Import everything from another server: ${sourceKinds.join(', ')}. Both servers can keep running.`,
  maxWords: 1,
  flags: ['kind', 'map', 'people', 'report', 'without'],
  switches: ['create-libraries', 'dry-run', 'undo'],
  options: {
    '--kind KIND': `Read the source as this kind (${sourceKinds.join(', ')}) instead of detecting it.`,
    '--map THEIRS=OURS': 'Map the folder THEIRS on the other server to OURS on this one. Can be repeated.',
    '--people WHO': 'Import everyone (all), no one (none), or only the accounts you list: NAME=OURS,…',
    '--without WHAT': 'Leave out what you list: keys (API keys), metadata (what people edited) or covers.',
    '--create-libraries': 'Create a library for each library of the other server that is missing here.',
    '--dry-run': 'Report what would be imported without changing anything.',
    '--report FILE.json': 'Write the full report to a file.',
    '--undo': 'Restore the data as it was before the last import.',
  },
  async run({ flags, args }) {
    const [given] = args
    if (flags.own.undo === 'true') {
      if (given !== undefined) throw new UsageError('--undo takes no file: it undoes the last import')
      return undo(loadConfigFromFlags(flags))
    }
    if (given === undefined) throw new UsageError('specify a file or folder: lectern import FILE')
    const wanted = parseImportFlags(flags)
    const config = loadConfigFromFlags(flags)
    // Not after an import of an hour.
    if (wanted.report !== undefined) await (await open(wanted.report, 'a', 0o600)).close()
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    const stopCollecting = collectGarbageWhileBusy(() => true, COLLECT_MS)
    const limits = formatReaderLimitsOf(config)
    const threads = new ReadingThreadPool({ threads: 1, limits, restMs: 1000 })
    const signal = abortOnStopSignal()
    try {
      const deps = { ...depsOf(db, config), koreaderPositionToLocator: makeKoreaderPositionToLocator(threads, limits) }
      return await readAndImport(deps, given, wanted, signal)
    } catch (error) {
      if (!signal.aborted) throw error
      console.error('Cancelled: nothing was imported.')
      return 1
    } finally {
      stopCollecting()
      threads.close()
      await db.close()
    }
  },
}

async function readAndImport(
  deps: ImportRunDeps,
  given: string,
  wanted: ImportFlags,
  signal: AbortSignal,
): Promise<number> {
  const { isDryRun } = wanted
  const source = await readGiven(deps, given, { kind: wanted.kind, signal })
  const summary = source.summary as StoredSummary
  requireKnownPeople(wanted.people, summary.people)
  const folders = await storeOptions(deps, source, wanted)
  console.log(`${programNameOf(source.kind as SourceKind)} (${source.version}), ${summary.records} rows.`)
  if (wanted.createsLibraries) await createMissing(deps, source.id, { isDryRun })
  await printFolders(deps, folders, summary)
  const report = await importFromSource(deps, source.id, { isDryRun, signal, onWait })
  if (!isDryRun) await queueLateImport({ db: deps.db, tasks: tasksOfServer(deps) }, source.id)
  if (wanted.report) await writeFile(wanted.report, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
  printImportReport(report)
  return isImportComplete(report) ? 0 : 1
}

const onWait = () => console.log('Waiting until another import has ended.')

/** A mistyped folder matches nothing: it is said at once, not only in the report. */
async function printFolders({ db }: ImportRunDeps, folders: FolderMap, { libraries }: StoredSummary): Promise<void> {
  const roots = await readAllLibraryRoots(db)
  const isIn = (folder: string, some: readonly { path: string }[]) =>
    some.some(({ path }) => isWithin(folder, path) || isWithin(path, folder))
  for (const [theirs, ours] of Object.entries(folders)) {
    const doubt = !isIn(theirs, libraries)
      ? ' (the other server has no such folder)'
      : isIn(ours, roots)
        ? ''
        : ' (in no library here)'
    console.log(`  ${theirs} → ${ours}${doubt}`)
  }
}

/** For tasks that a running server finds by itself. */
const tasksOfServer = ({ db, events }: Pick<ImportRunDeps, 'db' | 'events'>) =>
  openTasks({ db, events, link: { wake: () => {}, cancel: () => {} } })

/** What can't be read, or isn't read to the end, leaves nothing behind: no task would continue it. */
async function readGiven(
  deps: ImportRunDeps,
  given: string,
  options: { kind: SourceKind | undefined; signal: AbortSignal },
): Promise<ImportSource> {
  const { db, config } = deps
  const { id, uid } = await db.transaction((tx) =>
    addImportSource(tx, { name: resolve(given), createdBy: null }, Date.now()),
  )
  try {
    return await readImportSource(deps, id, given, options)
  } catch (error) {
    await db.transaction((tx) => deleteImportSource(tx, id))
    await removeSourceFiles(config, uid)
    throw error
  }
}

/** Adds what the flags say to what was decided before, and returns the folders. */
async function storeOptions(
  { db }: ImportRunDeps,
  source: ImportSource,
  { people, chosen, folders: mapped }: ImportFlags,
): Promise<ImportOptions['folders']> {
  const before = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
  const { libraries } = source.summary as StoredSummary
  const folders = await mapSiblingFolders(db, libraries, before.folders, { ...before.folders, ...mapped })
  const options = { ...before, ...chosen, people, folders }
  await db.transaction((tx) => changeImportSource(tx, source.id, { options }, Date.now()))
  return folders
}

/**
 * Creates libraries for those of the other server whose folder exists here and is in no library. A running server scans
 * them, then imports the rest.
 */
async function createMissing(
  deps: ImportRunDeps,
  sourceId: number,
  { isDryRun }: { isDryRun: boolean },
): Promise<void> {
  const { db, config, events } = deps
  const tasks = tasksOfServer(deps)
  const { libraries } = (await findImportSource(db, { id: sourceId }))!.summary as StoredSummary
  for (const theirs of libraries) {
    const source = (await findImportSource(db, { id: sourceId }))!
    const { folders } = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
    const isHere = makePathMapper(folders, await readAllLibraryRoots(db))(`${theirs.path}/x`) !== undefined
    if (isHere) continue
    const path = mapPath(folders, theirs.path)
    try {
      if (isDryRun) {
        await checkLibraryFolder(path, await readAllLibraryRoots(db), config.data_dir)
        console.log(
          `Library “${theirs.name}” would be added: ${path}. What it contains is matched only after its scan.`,
        )
        continue
      }
      await createImportedLibrary({ db, config, tasks, events }, source, theirs, { path })
      console.log(`Library “${theirs.name}” added: ${path}. The server scans it, then imports the data waiting for it.`)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      console.error(`Library “${theirs.name}” can’t be added at ${path}: ${error.message}`)
    }
  }
}

/** A large library is read and imported for minutes; the server beside needs the memory too. */
const COLLECT_MS = 3000

async function undo(config: Config): Promise<number> {
  const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
  try {
    const { name, rows } = await undoLastImport(db, config)
    console.log(`The import of ${name} was undone: ${rows} rows restored.`)
  } finally {
    await db.close()
  }
  return 0
}

/** A server that runs beside this notices the changes through the database alone. */
function depsOf(db: Db, config: Config): ImportRunDeps {
  const events = { emit: () => {} }
  const tasks = openTasks({ db, events, link: { wake: () => {}, cancel: () => {} } })
  const images = { pictures: openConfiguredPictureStore(config), thumbnails: openConfiguredThumbnailStore(config) }
  return { db, config, events, images, metadataEditHooks: openMetadataEditHooks({ db, config, tasks }) }
}
