import { watch } from 'node:fs'
import { lstat, statfs } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { type LibraryForScan, listLibrariesForScan } from '../../store/library/library-for-scan.ts'
import type { Queryable } from '../../store/open.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { scanFoldersTask } from '../tasks.ts'
import { pathPredicatesOf } from '../walk/path-rules.ts'
import { collectTouches, type FolderWatcher, type TouchedFolders, type WatchTarget } from './collect-touches.ts'
import { OutOfWatches, openFolderWatcher } from './folder-watcher.ts'
import { openPollingWatcher } from './polling-watcher.ts'

export interface WatchDeps {
  db: Queryable
  tasks: Tasks
  isOn: () => boolean
  onError: (error: unknown) => void
  /** Watches only these disks: another thread watches the others. */
  disks?: 'local' | 'network'
  quietMs?: number
}

export interface LibraryWatch {
  /** Updates the watchers to the current libraries and their configuration. */
  follow(): Promise<void>
  /** Number of watched libraries. */
  readonly count: number
  close(): Promise<void>
}

/** Watches every library that is configured for it, and queues scans of changed folders within seconds. */
export function watchLibraries(deps: WatchDeps): LibraryWatch {
  const watchers = new Map<number, { key: string; close: () => void }>()
  const drop = (id: number) => {
    watchers.get(id)?.close()
    watchers.delete(id)
  }
  const followNow = async () => {
    const libraries = deps.isOn() ? (await listLibrariesForScan(deps.db)).filter(isWatched) : []
    const wanted = new Map(libraries.map((library) => [library.id, library]))
    for (const [id, { key }] of watchers) if (!wanted.has(id) || keyOf(wanted.get(id)!) !== key) drop(id)
    for (const library of wanted.values()) {
      if (watchers.has(library.id)) continue
      const opened = await openWatcher(deps, library).catch(() => undefined)
      if (opened) watchers.set(library.id, { key: keyOf(library), close: opened.close })
    }
  }
  // Sequentially: two concurrent runs would both open a watcher for a new library, and one of them would leak.
  let following: Promise<void> = Promise.resolve()
  const follow = () => {
    const mine = following.then(followNow)
    following = mine.catch(() => {})
    return mine
  }
  // Finds disks that were unavailable when the server started.
  const again = setInterval(() => void follow().catch(deps.onError), LOOK_FOR_ROOTS_MS).unref()
  return {
    follow,
    get count() {
      return watchers.size
    },
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

async function openWatcher(deps: WatchDeps, library: LibraryForScan): Promise<FolderWatcher | undefined> {
  const { allowedFormats, excludedPatterns, path: root } = library
  const isNetwork = await isNetworkDisk(root)
  if (deps.disks && isNetwork !== (deps.disks === 'network')) return undefined
  const collector = collectTouches((touched) => void queueScan(deps, library.id, touched), { quietMs: deps.quietMs })
  const { isExcluded } = pathPredicatesOf({ allowedFormats, excludedPatterns })
  const target: WatchTarget = { root, isExcluded, onTouched: collector.touch, onError: deps.onError }
  const watcher = isNetwork ? openPollingWatcher(target) : await openLocalWatcher(target)
  return {
    close() {
      collector.close()
      watcher.close()
    },
  }
}

async function openLocalWatcher(target: WatchTarget): Promise<FolderWatcher> {
  if (process.platform !== 'linux') return openTreeWatcher(target)
  try {
    return await openFolderWatcher(target)
  } catch (error) {
    if (error instanceof OutOfWatches) return openPollingWatcher(target)
    throw error
  }
}

async function queueScan(deps: WatchDeps, libraryId: number, touched: TouchedFolders): Promise<void> {
  const params = { folders: [...touched.deep].sort(), shallow: [...touched.shallow].sort() }
  await deps.tasks.add(scanFoldersTask, { libraryId, params }).catch(deps.onError)
}

/** Whether changes by other machines emit no events here: then polling is the only way. */
async function isNetworkDisk(path: string): Promise<boolean> {
  if (process.platform !== 'linux') return false
  try {
    const { type } = await statfs(path)
    return NETWORK.has(type)
  } catch {
    return false
  }
}

/** Magic numbers of Linux (statfs(2)): NFS, SMB, SMB2, CIFS, FUSE (sshfs, rclone, mergerfs), 9p, Ceph, AFS, VirtualBox. */
const NETWORK: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x786f4256,
])

/** macOS and Windows can watch a whole tree natively. */
function openTreeWatcher(target: WatchTarget): FolderWatcher {
  const watcher = watch(target.root, { recursive: true, persistent: false }, (_event, name) => {
    if (name === null) target.onTouched('', 'deep')
    else void reportTouched(target, name.split(sep).join('/')).catch(target.onError)
  })
  watcher.on('error', target.onError)
  return { close: () => watcher.close() }
}

async function reportTouched(target: WatchTarget, path: string): Promise<void> {
  const isFolder = await lstat(join(target.root, path)).then(
    (stats) => stats.isDirectory(),
    () => undefined,
  )
  if (target.isExcluded(isFolder ? `${path}/` : path)) return
  const parent = dirname(path)
  // A missing path may have been a folder or a file: handles both.
  if (isFolder !== false) target.onTouched(path, 'deep')
  if (!isFolder) target.onTouched(parent === '.' ? '' : parent, 'shallow')
}
