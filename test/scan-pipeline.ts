import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { makeZip } from '../bench/sample-library/zip.ts'
import { analyseHandlers } from '../src/analyse/analyse-task-handlers.ts'
import { coalesceCatalogueEvents } from '../src/events/coalesce-catalogue-events.ts'
import { type EmittedEvent, openEvents } from '../src/events/events.ts'
import { ReadingThreadPool } from '../src/formats/isolate/reading-thread-pool.ts'
import { defaultLimits } from '../src/formats/limits.ts'
import { openThumbnailFolder } from '../src/images/thumbnail-store.ts'
import type { ScanDeps } from '../src/scan/scan-run-types.ts'
import { scanHandlers } from '../src/scan/scan-task-handlers.ts'
import { type ScanMode, scanLibraryTask } from '../src/scan/tasks.ts'
import { regroupHandlers } from '../src/scan/write/regroup-library.ts'
import type { Db } from '../src/store/open.ts'
import { makeStrategiesFor } from '../src/strategies/library-strategies.ts'
import { openTasks } from '../src/tasks/tasks.ts'
import { TaskWorker } from '../src/tasks/worker.ts'
import { makeLibrary } from './rows.ts'

const folders: string[] = []
let threads: ReadingThreadPool | undefined

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-work-'))
  folders.push(folder)
  return folder
}

/** Call in `afterAll`. */
export async function tidyUp(): Promise<void> {
  threads?.close()
  threads = undefined
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

const page = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#3366cc' } })
  .jpeg()
  .toBuffer()
let clock = 1_600_000_000

/** A unique real comic, whose modification time advances with every call. */
export function putComic(root: string, path: string, info = '', pages = 2): void {
  const entries = Array.from({ length: pages }, (_, n) => ({ name: `${n + 1}.jpg`, bytes: page }))
  const document = Buffer.from(`<?xml version="1.0"?><ComicInfo>${info}</ComicInfo>`)
  const all = info ? [...entries, { name: 'ComicInfo.xml', bytes: document }] : entries
  putFile(root, path, makeZip(all, `${++clock}`))
}

export function putFile(root: string, path: string, bytes: Uint8Array | string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, bytes)
  clock += 10
  utimesSync(file, clock, clock)
}

/** Everything from folders to analysed books on one database, in this process. */
export async function openScanPipeline(
  db: Db,
  library: Parameters<typeof makeLibrary>[1] = {},
  more: Partial<ScanDeps> = {},
) {
  const root = (library.path as string | undefined) ?? makeFolder()
  const { id } = await db.transaction((tx) => makeLibrary(tx, { ...library, path: root }))
  const events = openEvents()
  const heard: EmittedEvent[] = []
  events.on((emitted) => heard.push(emitted))
  const coalescer = coalesceCatalogueEvents(events, { perSecond: 1000 })
  threads ??= new ReadingThreadPool({ threads: 1, limits: defaultLimits })
  const thumbnails = openThumbnailFolder(join(makeFolder(), 'thumbnails'))
  const covers = { thumbnails, options: () => ({ small: 20, large: 40, quality: 80, maxPixels: 1e7 }) }
  const tasks = openTasks({ db, events, link: { wake: () => worker.wake(), cancel: (task) => worker.cancel(task) } })
  const errors: unknown[] = []
  const shared = {
    ...{
      db,
      tasks,
      coalescer,
      limits: defaultLimits,
      rulesFor: makeStrategiesFor(db),
      settleMs: 0,
      purge: async () => {},
      afterScan: async () => {},
    },
    ...more,
  }
  const worker: TaskWorker = new TaskWorker({
    db,
    events,
    handlers: [
      ...scanHandlers(shared),
      ...regroupHandlers(shared),
      ...analyseHandlers({ ...shared, threads, covers, readAtOnce: 2 }),
    ],
    lanes: { scan: 2, analyse: 8, series: 1, text: 1, plugin: 1, other: 1 },
    isOnlyWorker: true,
    pollMilliseconds: 100,
    onError: (error) => errors.push(error),
  })
  const pipeline = {
    db,
    id,
    root,
    heard,
    errors,
    events,
    tasks,
    worker,
    thumbnails,
    /**
     * Waits until no task is waiting or running, however slow the machine is: gives up only if there is no more
     * progress.
     */
    async quiet(): Promise<void> {
      let before = ''
      for (let end = Date.now() + 20_000; Date.now() < end; await sleep(20)) {
        const open = await db.query
          .selectFrom('task')
          .select('id')
          .where('status', 'in', ['pending', 'running'])
          .where('run_after', '<', Date.now() + 1000)
          .execute()
        if (open.length === 0) return
        const now = open.map(({ id }) => id).join()
        if (now !== before) end = Date.now() + 20_000
        before = now
      }
      throw new Error('the tasks did not end in time')
    },
    /** Scans and analyses, to the end. Returns the scan's task. */
    async scan(mode: ScanMode = 'normal') {
      const { task } = await tasks.add(scanLibraryTask, { libraryId: id, params: { mode } })
      await pipeline.quiet()
      return db.query.selectFrom('task').selectAll().where('id', '=', task.key).executeTakeFirstOrThrow()
    },
    async stop(): Promise<void> {
      await worker.stop()
      coalescer.close()
    },
  }
  onTestFinished(() => pipeline.stop())
  await worker.start()
  return pipeline
}
