import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { buildWorker } from './build-worker.ts'
import type { Config } from './config/settings.ts'
import { openPostgresWire } from './events/postgres-wire.ts'
import { restAfterWork } from './rest-after-work.ts'
import { openTurn } from './store/sqlite/turn.ts'
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
// As in the process (src/mishaps.ts): all that runs would lose an attempt for one forgotten promise.
process.on('unhandledRejection', onError)

yieldToReaders()
const { url } = config.database
const wire = url ? openPostgresWire(url, onError) : undefined
const built = await buildWorker(config, {
  events: { emit: (news, audience) => tell({ kind: 'event', news, audience }) },
  wire,
  onError,
})

const turn = url ? undefined : openTurn(config.data_dir)
let isBegun = false
let isClosing = false

port.on('message', (message: ToThread) => {
  if (message.kind === 'wake') built.worker.wake()
  else if (message.kind === 'cancel') built.worker.cancel(message.taskId)
  else if (message.kind === 'libraries') {
    if (isBegun) built.librariesChanged()
  } else {
    isClosing = true
    built
      .close()
      .then(() => wire?.close())
      .catch(onError)
      .finally(() => {
        turn?.close()
        tell({ kind: 'closed' })
        port.close()
      })
  }
})

if (turn && !turn.take()) {
  onError(new Error('Another process does the tasks of this data folder; this one only serves until that one ends.'))
  while (!isClosing && !turn.take()) await sleep(1000)
}
if (!isClosing) {
  isBegun = true
  await built.worker.start()
  restAfterWork()
  built.librariesChanged()
}
