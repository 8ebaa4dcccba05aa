import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import type { Config } from '../config/settings.ts'
import { Problem } from '../contract/problems.ts'
import { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../images/configured-stores.ts'
import { makeReadEpubPosition } from '../images/read-epub-position.ts'
import { createImportedLibrary } from '../import-export/create-imported-library.ts'
import { importFromSource } from '../import-export/import-from-source.ts'
import { defaultImportOptions, type ImportedUsersChoice, type ImportOptions } from '../import-export/import-options.ts'
import { type ImportReport, isImportComplete, skipReasons } from '../import-export/import-report.ts'
import { makePathMapper, mapPath } from '../import-export/map-folders.ts'
import { readImportSource, type StoredSummary } from '../import-export/read-import-source.ts'
import { programNameOf } from '../import-export/recognise-program.ts'
import { type SourceKind, sourceKinds } from '../import-export/records.ts'
import type { ImportRunDeps } from '../import-export/run/import-run-state.ts'
import { undoLastImport } from '../import-export/undo-import.ts'
import { collectGarbageWhileBusy } from '../runtime/release-memory-when-idle.ts'
import { addImportSource, changeImportSource, findImportSource } from '../store/import/sources.ts'
import { readAllLibraryRoots } from '../store/library/read.ts'
import { type Db, openDatabase } from '../store/open.ts'
import { openMetadataEditHooks } from '../surfaces/api/metadata-edit-hooks.ts'
import { openTasks } from '../tasks/tasks.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'

export const importCommand: Command = {
  usage:
    'FILE|FOLDER [--kind K] [--map THEIRS=OURS]… [--people all|none|NAME=OURS,…] [--without keys,metadata,covers] [--create-libraries] [--dry-run] [--report FILE.json] | --undo',
  about: `Import everything from another server: ${sourceKinds.join(', ')}. Both servers can keep running.`,
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
    if (flags.own.undo === 'true') return undo(loadConfigFromFlags(flags))
    if (given === undefined) throw new UsageError('specify a file or folder: lectern import FILE')
    const kind = kindOf(flags.own.kind)
    const people = peopleOf(flags.own.people)
    const chosen = chosenOf(flags.own.without)
    const folders = Object.fromEntries((flags.every.map ?? []).map(pairOf))
    const isDryRun = flags.own['dry-run'] === 'true'
    const config = loadConfigFromFlags(flags)
    const db = await openDatabase({ url: config.database.url, dataDir: config.data_dir, writes: 'inline' })
    collectGarbageWhileBusy(() => true, COLLECT_MS)
    const limits = formatReaderLimitsOf(config)
    const threads = new ReadingThreadPool({ threads: 1, limits, restMs: 1000 })
    try {
      const deps = { ...depsOf(db, config), readEpubPosition: makeReadEpubPosition(threads, limits) }
      const { id } = await db.transaction((tx) =>
        addImportSource(tx, { name: resolve(given), createdBy: null }, Date.now()),
      )
      const source = await readImportSource(deps, id, given, { kind })
      const summary = source.summary as StoredSummary
      const before = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
      const options = { ...before, ...chosen, people, folders: { ...before.folders, ...folders } }
      await db.transaction((tx) => changeImportSource(tx, source.id, { options }, Date.now()))
      console.log(`${programNameOf(source.kind as SourceKind)} (${source.version}), ${summary.records} rows.`)
      if (flags.own['create-libraries'] === 'true' && !isDryRun) await createMissing(deps, config, source.id)
      for (const [theirs, ours] of Object.entries(options.folders)) console.log(`  ${theirs} → ${ours}`)
      const report = await importFromSource(deps, source.id, { isDryRun })
      if (flags.own.report) await writeFile(flags.own.report, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
      printReport(report)
      return isImportComplete(report) ? 0 : 1
    } finally {
      threads.close()
      await db.close()
    }
  },
}

/**
 * Creates libraries for those of the other server whose folder exists here and is in no library. A running server scans
 * them, then imports the rest.
 */
async function createMissing(deps: ImportRunDeps, config: Config, sourceId: number): Promise<void> {
  const { db, events } = deps
  const tasks = openTasks({ db, events, link: { wake: () => {}, cancel: () => {} } })
  const { libraries } = (await findImportSource(db, { id: sourceId }))!.summary as StoredSummary
  for (const theirs of libraries) {
    const source = (await findImportSource(db, { id: sourceId }))!
    const { folders } = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
    const isHere = makePathMapper(folders, await readAllLibraryRoots(db))(`${theirs.path}/x`) !== undefined
    if (isHere) continue
    const path = mapPath(folders, theirs.path)
    try {
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

function kindOf(text: string | undefined): SourceKind | undefined {
  if (text === undefined) return undefined
  const kind = sourceKinds.find((one) => one === text)
  if (!kind) throw new UsageError(`"${text}" is not a known kind; use one of ${sourceKinds.join(', ')}`)
  return kind
}

function peopleOf(text: string | undefined): ImportedUsersChoice {
  if (text === undefined || text === 'all') return 'all'
  if (text === 'none') return 'none'
  return Object.fromEntries(text.split(',').map((one) => (one.includes('=') ? pairOf(one) : [one.trim(), ''])))
}

/** What is imported by default, and what is left out. Without the flag: as decided before. */
function chosenOf(text: string | undefined): Partial<ImportOptions> {
  if (text === undefined) return {}
  const named = text.split(',').map((one) => one.trim())
  const unknown = named.find((one) => !['keys', 'metadata', 'covers', 'nothing'].includes(one))
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" can't be left out; use keys, metadata, covers or nothing`)
  return {
    takesKeys: !named.includes('keys'),
    takesMetadata: !named.includes('metadata'),
    takesCovers: !named.includes('covers'),
  }
}

function pairOf(text: string): [string, string] {
  const at = text.lastIndexOf('=')
  if (at <= 0 || at === text.length - 1) throw new UsageError(`"${text}" must have the form THEIRS=OURS`)
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** `readList member` → `read list member` */
const inWords = (type: string) => type.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function printReport(report: ImportReport): void {
  console.log(report.isDryRun ? 'Nothing was changed. Without --dry-run, this would import:' : 'Imported:')
  for (const [type, counts] of Object.entries(report.counts)) {
    const { rows, imported, updated, unchanged, left, failed } = counts
    const parts = [
      `${imported} new`,
      `${updated} updated`,
      `${unchanged} unchanged`,
      `${left} left out`,
      `${failed} failed`,
    ]
    console.log(`  ${inWords(type)}: ${rows} ${rows === 1 ? 'row' : 'rows'} (${parts.join(', ')})`)
  }
  for (const { type, reason, count } of report.reasons)
    console.log(`  ${count} × ${inWords(type)}: ${skipReasons[reason]} (${reason})`)
  for (const error of report.errors) console.error(`  ${error}`)
}
