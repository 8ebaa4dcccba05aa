import { parentPort, workerData } from 'node:worker_threads'
import { buildWorker } from '../src/build-worker.ts'
import type { Config } from '../src/config/settings.ts'
import { lowerThreadPriority } from '../src/tasks/lower-thread-priority.ts'

/** The task thread as in the server, with or without covers. */
const { config, withCovers } = workerData as { config: Config; withCovers: boolean }
lowerThreadPriority()
const built = await buildWorker(config, {
  events: { emit: () => {} },
  onError: (error) => console.error(error),
  withCovers,
})
parentPort!.on('message', (message) => {
  if (message !== 'close') built.worker.wake()
  else void built.close().finally(() => parentPort!.close())
})
await built.worker.start()
parentPort!.postMessage('ready')
