import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { buildWorker } from './build-worker.ts'
import type { Config } from './config/settings.ts'
import { openPostgresBus } from './events/postgres-bus.ts'
import { releaseWhenIdle } from './runtime/release-when-idle.ts'
import { openTaskLock } from './store/sqlite/task-lock.ts'
import type { FromThread, ToThread } from './tasks/task-thread.ts'
import { yieldToReaders } from './tasks/yield-to-readers.ts'

/** The thread beside the server that does the tasks. */
const port = parentPort!
const { config } = workerData as { config: Config }
const post = (message: FromThread) => port.postMessage(message)
const onError = (error: unknown) => {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  post({ kind: 'error', message, stack })
}
// As in the process (src/runtime/log-uncaught.ts): all that runs would lose an attempt for one forgotten promise.
process.on('unhandledRejection', onError)

yieldToReaders()
const { url } = config.database
const bus = url ? openPostgresBus(url, onError) : undefined
const built = await buildWorker(config, {
  events: { emit: (newEvent, audience) => post({ kind: 'event', newEvent, audience }) },
  bus,
  sendPluginAnswer: (text) => post({ kind: 'plugin_answer', text }),
  onError,
})

const turn = url ? undefined : openTaskLock(config.data_dir)
let isBegun = false
let isClosing = false

port.on('message', (message: ToThread) => {
  if (message.kind === 'wake') built.worker.wake()
  else if (message.kind === 'cancel') built.worker.cancel(message.taskId)
  else if (message.kind === 'libraries') {
    if (isBegun) built.librariesChanged()
  } else if (message.kind === 'plugin_call') {
    if (isBegun) built.receivePluginCall(message.text)
  } else {
    isClosing = true
    built
      .close()
      .then(() => bus?.close())
      .catch(onError)
      .finally(() => {
        turn?.close()
        post({ kind: 'closed' })
        port.close()
      })
  }
})

if (turn && !turn.take()) {
  onError(
    new Error('Another process runs the tasks of this data folder; this one only serves requests until that one stops'),
  )
  while (!isClosing && !turn.take()) await sleep(1000)
}
if (!isClosing) {
  isBegun = true
  await built.worker.start()
  built.startPlugins()
  releaseWhenIdle()
  built.librariesChanged()
}
