import { checkLibraryFolder, newLibraryFields } from '../catalog/libraries/check-library-input.ts'
import type { Config } from '../config/settings.ts'
import { LibraryInput } from '../contract/libraries.ts'
import { Problem } from '../contract/problems.ts'
import type { Events } from '../events/events.ts'
import { scanLibraryTask } from '../scan/tasks.ts'
import { changeImportSource, type ImportSource } from '../store/import/sources.ts'
import { readAllLibraryRoots } from '../store/library/read.ts'
import { insertLibrary, type LibraryFields } from '../store/library/write.ts'
import type { Db } from '../store/open.ts'
import { bytesToUuid } from '../store/uid.ts'
import type { Viewer } from '../store/viewer.ts'
import type { Tasks } from '../tasks/tasks.ts'
import type { SourceSummary } from './archive-import-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'

export interface CreateLibraryDeps {
  db: Db
  config: Config
  tasks: Pick<Tasks, 'add'>
  events: Pick<Events, 'emit'>
}

type TheirLibrary = SourceSummary['libraries'][number]

/**
 * Creates one of their libraries here, with its settings, and queues a scan. Maps its folder, so that data that waits
 * for it is imported automatically after the scan.
 */
export async function createImportedLibrary(
  { db, config, tasks, events }: CreateLibraryDeps,
  source: ImportSource,
  theirs: TheirLibrary,
  { path, name = theirs.name, viewer }: { path: string; name?: string; viewer?: Viewer },
): Promise<{ id: number; uid: string }> {
  const folder = await checkLibraryFolder(path, await readAllLibraryRoots(db), config.data_dir)
  const fields = await fieldsFor({ name: name.trim().slice(0, 200) || 'Library', path: folder }, theirs.settings)
  const before = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
  const options = { ...before, folders: { ...before.folders, [theirs.path]: folder } }
  const { id, uid } = await db.transaction(async (tx) => {
    const made = await insertLibrary(tx, fields, viewer)
    await changeImportSource(tx, source.id, { options }, Date.now())
    return made
  })
  events.emit({ type: 'library_created', libraryId: bytesToUuid(uid) }, { libraryId: id })
  await tasks.add(scanLibraryTask, { libraryId: id, params: { mode: 'normal' } })
  return { id, uid: bytesToUuid(uid) }
}

/** Their settings come from an untrusted file: each one that is invalid is left out. */
async function fieldsFor(
  own: { name: string; path: string },
  settings: Record<string, unknown> = {},
): Promise<LibraryFields> {
  // Loaded on demand, as few servers ever need it.
  const { Check } = await import('typebox/value')
  let input: LibraryInput = own
  let fields = newLibraryFields(input)
  const take = (some: Record<string, unknown>): boolean => {
    const next = { ...input, ...some }
    if (Object.keys(some).some((name) => name in own) || !Check(LibraryInput, next)) return false
    try {
      fields = newLibraryFields(next)
      input = next
      return true
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return false
    }
  }
  const others = Object.entries(settings).filter(([name]) => !strategies.flat().includes(name))
  // Some strategies need their configuration, and a configuration is useless without its strategy.
  for (const [strategy, config] of strategies) {
    const both = pick(settings, [strategy, config])
    if (!take(both)) take(pick(settings, [strategy]))
  }
  for (const [name, value] of others) take({ [name]: value })
  return fields
}

const strategies: readonly [strategy: string, config: string][] = [
  ['seriesStrategy', 'seriesConfig'],
  ['bookStrategy', 'bookConfig'],
  ['numberStrategy', 'numberConfig'],
]

const pick = (settings: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.flatMap((name) => (name in settings ? [[name, settings[name]]] : [])))
