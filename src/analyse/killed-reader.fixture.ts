import { readlinkSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { defaultLimits } from '../formats/limits.ts'
import { type OpenOptions, openDatabase } from '../store/open.ts'
import { countUnfinishedTasks } from '../store/task/count-unfinished.ts'
import { makeStrategiesFor } from '../strategies/library-strategies.ts'
import { openTasks } from '../tasks/tasks.ts'
import { TaskWorker } from '../tasks/worker.ts'
import { analyseHandlers } from './analyse-task-handlers.ts'

/** Runs queued analyses in a thread that exits immediately at a file with a certain name. */
const { options, killer } = workerData as { options: OpenOptions; killer: string }
const db = await openDatabase({ ...options, writes: 'inline', migrate: false })
const coalescer = { emit: () => {}, flush: () => {}, close: () => {} }
const threads = new ReadingThreadPool({ threads: 1, limits: defaultLimits })
const run = threads.run.bind(threads)
threads.run = async (job, how) => {
  // The path is that of the open file descriptor, not the file name.
  const path = job.path.startsWith('/proc/') ? readlinkSync(job.path) : job.path
  if (path.includes(killer)) process.exit(9)
  return run(job, how)
}
const tasks = openTasks({ db, events: coalescer, link: { wake: () => worker.wake(), cancel: () => {} } })
const deps = { db, tasks, coalescer, threads, limits: defaultLimits, covers: undefined, readAtOnce: 2 }
const worker = new TaskWorker({
  db,
  events: coalescer,
  handlers: analyseHandlers({ ...deps, rulesFor: makeStrategiesFor(deps.db) }),
  lanes: { scan: 1, analyse: 8, series: 1, text: 1, plugin: 1, other: 1 },
  isOnlyWorker: true,
  pollMilliseconds: 20,
})
await worker.start()
while (Object.keys(await countUnfinishedTasks({ slowQuery: db.query })).length > 0) {
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await worker.stop()
threads.close()
await db.close()
