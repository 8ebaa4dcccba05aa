import { parentPort, workerData } from 'node:worker_threads'
import { buildWorker } from './build-worker.ts'
import type { Config } from './config/settings.ts'
import { openPostgresWire } from './events/postgres-wire.ts'
import { restAfterWork } from './rest-after-work.ts'
import { yieldToReaders } from './tasks/priority.ts'
import type { FromThread, ToThread } from './tasks/thread.ts'

/** The thread beside the server that does the tasks. */
const port = parentPort!
const { config } = workerData as { config: Config }
const tell = (message: FromThread) => port.postMessage(message)
const onError = (error: unknown) => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  tell({ kind: 'error', message, stack })
}

yieldToReaders()
const { url } = config.database
const wire = url ? openPostgresWire(url, onError) : undefined
const built = await buildWorker(config, {
  events: { emit: (news, audience) => tell({ kind: 'event', news, audience }) },
  wire,
  onError,
})

port.on('message', (message: ToThread) => {
  if (message.kind === 'wake') built.worker.wake()
  else if (message.kind === 'cancel') built.worker.cancel(message.taskId)
  else if (message.kind === 'libraries') built.librariesChanged()
  else {
    built
      .close()
      .then(() => wire?.close())
      .catch(onError)
      .finally(() => {
        tell({ kind: 'closed' })
        port.close()
      })
  }
})

await built.worker.start()
restAfterWork()
built.librariesChanged()
