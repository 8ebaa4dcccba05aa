import type { CatalogueEventCoalescer } from '../events/coalesce-catalogue-events.ts'
import { findLibraryForScan, type LibraryForScan } from '../store/library/library-for-scan.ts'
import { bytesToUuid } from '../store/uid.ts'
import { isTaskTakenOver, WORKER_STOPPING } from '../tasks/fail-task.ts'
import {
  PermanentTaskError,
  type TaskContext,
  type TaskHandler,
  type TaskWithParams,
  taskHandler,
} from '../tasks/task-kind.ts'
import { scan } from './scan.ts'
import type { FolderScanRequest, ScanDeps, ScanRequest } from './scan-run-types.ts'
import { scanFoldersTask, scanLibraryTask } from './tasks.ts'
import { newScanCounters, type ScanCounters, type ScanResult } from './write/scan-counters.ts'

export interface ScanTaskDeps extends ScanDeps {
  /** Empties the trash of a library after a scan, if configured. */
  purge(library: LibraryForScan): Promise<void>
  /** Queues the tasks that follow a scan of a library. */
  afterScan(libraryId: string): Promise<void>
}

export function scanHandlers(deps: ScanTaskDeps): TaskHandler[] {
  return [
    taskHandler(scanLibraryTask, 'scan', (task, context) =>
      scanAsTask(deps, task, { mode: task.params.mode ?? 'normal', askedAt: task.createdAt }, context),
    ),
    taskHandler(scanFoldersTask, 'scan', (task, context) =>
      scanAsTask(deps, task, { mode: 'normal', folders: namedFolders(task.params), askedAt: task.createdAt }, context),
    ),
  ]
}

/** Runs a scan as a task: reports its progress and its end, and queues what follows. */
async function scanAsTask(
  deps: ScanTaskDeps,
  task: TaskWithParams<object>,
  request: ScanRequest,
  { signal, progress, hold, gotFurther }: TaskContext,
): Promise<ScanResult> {
  const library = await findLibraryForScan(deps.db, task.libraryId ?? 0)
  if (!library) throw new PermanentTaskError('The library no longer exists.')
  const emit = scanEmitter(deps.coalescer, library, task)
  emit('scan_started')
  let emittedAt = 0
  let latest = newScanCounters()
  try {
    const result = await scan(deps, library, request, {
      signal,
      // A server that is often restarted still gets to the end of a large library.
      gotFurther,
      onProgress(counters) {
        latest = counters
        progress(counters.filesProcessed, counters.filesTotal, null, { ...counters })
        if (Date.now() - emittedAt < EVERY_MS) return
        emittedAt = Date.now()
        emit('scan_progress', counters)
      },
    })
    await hold()
    if (library.scanning.purgeDeletedOnScan && !request.folders) await deps.purge(library)
    await comeBackToUnfinished(deps, library, result)
    await deps.afterScan(bytesToUuid(library.uid))
    deps.coalescer.flush()
    emit('scan_completed', result)
    return result
  } catch (error) {
    deps.coalescer.flush()
    // Another worker runs it, now or later.
    if (isTaskTakenOver(error, signal) || signal.reason === WORKER_STOPPING) throw error
    progress(latest.filesProcessed, latest.filesTotal, null, { ...latest })
    const reason = signal.aborted ? 'The scan was cancelled.' : error instanceof Error ? error.message : String(error)
    deps.coalescer.emit({ type: 'scan_failed', ...idsOf(library, task), error: reason }, { libraryId: library.id })
    throw error
  }
}

function namedFolders({ folders = [], shallow = [] }: { folders?: string[]; shallow?: string[] }): FolderScanRequest[] {
  return [...folders.map((path) => ({ path })), ...shallow.map((path) => ({ path, isShallow: true }))]
}

const EVERY_MS = 500
const COME_BACK_MS = 5000

async function comeBackToUnfinished(
  deps: ScanDeps,
  library: LibraryForScan,
  { unfinished }: ScanResult,
): Promise<void> {
  if (unfinished.length === 0) return
  const params = { folders: [], shallow: unfinished }
  await deps.tasks.add(scanFoldersTask, { libraryId: library.id, params, runAfter: Date.now() + COME_BACK_MS })
}

function scanEmitter(coalescer: CatalogueEventCoalescer, library: LibraryForScan, task: { uid: Uint8Array }) {
  const audience = { libraryId: library.id }
  const ids = idsOf(library, task)
  return (type: 'scan_started' | 'scan_progress' | 'scan_completed', counters?: ScanCounters) => {
    if (type === 'scan_started' || !counters) {
      coalescer.emit({ type: 'scan_started', ...ids }, audience)
      return
    }
    const { filesTotal, filesProcessed, booksAdded, booksUpdated, booksMoved, booksDeleted, errors } = counters
    const sums = { filesTotal, filesProcessed, booksAdded, booksUpdated, booksMoved, booksDeleted, errors }
    coalescer.emit({ type, ...ids, ...sums }, audience)
  }
}

function idsOf(library: { uid: Uint8Array }, task: { uid: Uint8Array }) {
  return { libraryId: bytesToUuid(library.uid), taskId: bytesToUuid(task.uid) }
}
