import { type LibraryForScan, listLibrariesForScan } from '../../store/library/scan.ts'
import type { Queryable } from '../../store/open.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { scanFolders } from '../tasks.ts'
import { rulesOf } from '../walk/path-rules.ts'
import { OutOfWatches, openFolderWatcher } from './folder-watcher.ts'
import { isNetworkDisk } from './network-disk.ts'
import { openPollingWatcher } from './polling-watcher.ts'
import { type FolderWatcher, makeCollector, type Touched, type WatchTarget } from './touched.ts'
import { openTreeWatcher } from './tree-watcher.ts'

export interface WatchDeps {
  db: Queryable
  tasks: Tasks
  isOn: () => boolean
  onError: (error: unknown) => void
  quietMs?: number
}

export interface Watch {
  /** Watches the libraries there are now, as they are set up now. */
  follow(): Promise<void>
  close(): Promise<void>
}

/** Watches every library that wants it, and has what was touched scanned within seconds. */
export function openWatch(deps: WatchDeps): Watch {
  const watchers = new Map<number, { key: string; close: () => void }>()
  const drop = (id: number) => {
    watchers.get(id)?.close()
    watchers.delete(id)
  }
  const follow = async () => {
    const libraries = deps.isOn() ? (await listLibrariesForScan(deps.db)).filter(isWatched) : []
    const wanted = new Map(libraries.map((library) => [library.id, library]))
    for (const [id, { key }] of watchers) if (!wanted.has(id) || keyOf(wanted.get(id)!) !== key) drop(id)
    for (const library of wanted.values()) {
      if (watchers.has(library.id)) continue
      const opened = await openWatcher(deps, library).catch(() => undefined)
      if (opened) watchers.set(library.id, { key: keyOf(library), close: opened.close })
    }
  }
  // A disk that was away when the server started is found when it comes.
  let following: Promise<void> = Promise.resolve()
  const again = setInterval(() => {
    following = follow().catch(deps.onError)
  }, LOOK_FOR_ROOTS_MS).unref()
  return {
    follow,
    async close() {
      clearInterval(again)
      await following
      for (const id of [...watchers.keys()]) drop(id)
    },
  }
}

const LOOK_FOR_ROOTS_MS = 60_000

const isWatched = ({ scanning }: LibraryForScan) => (scanning.enabled ?? true) && (scanning.watch ?? true)
const keyOf = (library: LibraryForScan) => JSON.stringify([library.path, library.excludedPatterns])

async function openWatcher(deps: WatchDeps, library: LibraryForScan): Promise<FolderWatcher> {
  const { allowedFormats, excludedPatterns, path: root } = library
  const collector = makeCollector((touched) => void ask(deps, library.id, touched), { quietMs: deps.quietMs })
  const { isExcluded } = rulesOf({ allowedFormats, excludedPatterns })
  const target: WatchTarget = { root, isExcluded, onTouched: collector.touch, onError: deps.onError }
  const watcher = await openBestWatcher(target)
  return {
    close() {
      collector.close()
      watcher.close()
    },
  }
}

async function openBestWatcher(target: WatchTarget): Promise<FolderWatcher> {
  if (await isNetworkDisk(target.root)) return openPollingWatcher(target)
  if (process.platform !== 'linux') return openTreeWatcher(target)
  try {
    return await openFolderWatcher(target)
  } catch (error) {
    if (error instanceof OutOfWatches) return openPollingWatcher(target)
    throw error
  }
}

async function ask(deps: WatchDeps, libraryId: number, touched: Touched): Promise<void> {
  const params = { folders: [...touched.deep].sort(), shallow: [...touched.shallow].sort() }
  await deps.tasks.add(scanFolders, { libraryId, params }).catch(deps.onError)
}
