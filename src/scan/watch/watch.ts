import { type LibraryForScan, listLibrariesForScan } from '../../store/library/scan.ts'
import type { Queryable } from '../../store/open.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { rulesOf } from '../rules.ts'
import { scanFolders } from '../tasks.ts'
import { OutOfWatches, openFolderEye } from './folder-eye.ts'
import { isNetworkDisk } from './network-disk.ts'
import { openPollingEye } from './polling-eye.ts'
import { type Eye, makeCollector, type Sight, type Touched } from './touched.ts'
import { openTreeEye } from './tree-eye.ts'

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

/** Keeps an eye on every library that wants it, and has what was touched scanned within seconds. */
export function openWatch(deps: WatchDeps): Watch {
  const eyes = new Map<number, { key: string; close: () => void }>()
  const drop = (id: number) => {
    eyes.get(id)?.close()
    eyes.delete(id)
  }
  const follow = async () => {
    const libraries = deps.isOn() ? (await listLibrariesForScan(deps.db)).filter(isWatched) : []
    const wanted = new Map(libraries.map((library) => [library.id, library]))
    for (const [id, { key }] of eyes) if (!wanted.has(id) || keyOf(wanted.get(id)!) !== key) drop(id)
    for (const library of wanted.values()) {
      if (eyes.has(library.id)) continue
      const opened = await openEye(deps, library).catch(() => undefined)
      if (opened) eyes.set(library.id, { key: keyOf(library), close: opened.close })
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
      for (const id of [...eyes.keys()]) drop(id)
    },
  }
}

const LOOK_FOR_ROOTS_MS = 60_000

const isWatched = ({ scanning }: LibraryForScan) => (scanning.enabled ?? true) && (scanning.watch ?? true)
const keyOf = (library: LibraryForScan) => JSON.stringify([library.path, library.excludedPatterns])

async function openEye(deps: WatchDeps, library: LibraryForScan): Promise<Eye> {
  const { allowedFormats, excludedPatterns, path: root } = library
  const collector = makeCollector((touched) => void ask(deps, library.id, touched), { quietMs: deps.quietMs })
  const { isExcluded } = rulesOf({ allowedFormats, excludedPatterns })
  const sight: Sight = { root, isExcluded, onTouched: collector.touch, onError: deps.onError }
  const eye = await openBestEye(sight)
  return {
    close() {
      collector.close()
      eye.close()
    },
  }
}

async function openBestEye(sight: Sight): Promise<Eye> {
  if (await isNetworkDisk(sight.root)) return openPollingEye(sight)
  if (process.platform !== 'linux') return openTreeEye(sight)
  try {
    return await openFolderEye(sight)
  } catch (error) {
    if (error instanceof OutOfWatches) return openPollingEye(sight)
    throw error
  }
}

async function ask(deps: WatchDeps, libraryId: number, touched: Touched): Promise<void> {
  const params = { folders: [...touched.deep].sort(), shallow: [...touched.shallow].sort() }
  await deps.tasks.add(scanFolders, { libraryId, params }).catch(deps.onError)
}
