import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { buildWorker } from './build-worker.ts'
import type { Config } from './config/settings.ts'
import { openPostgresBus } from './events/postgres-bus.ts'
import { collectGarbageWhileBusy, releaseMemoryWhenIdle } from './runtime/release-memory-when-idle.ts'
import { openFileLock } from './store/sqlite/file-lock.ts'
import { lowerThreadPriority } from './tasks/lower-thread-priority.ts'
import type { MessageFromTaskThread, MessageToTaskThread } from './tasks/task-thread.ts'

/** The thread beside the server that runs the tasks. */
const port = parentPort!
const { config } = workerData as { config: Config }
const post = (message: MessageFromTaskThread) => port.postMessage(message)
const onError = (error: unknown) => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  post({ kind: 'error', name, message, stack })
}
// As in the process (src/runtime/log-uncaught.ts): otherwise one forgotten promise would cost every running task an
// attempt.
process.on('unhandledRejection', onError)

lowerThreadPriority()
const { url } = config.database
const bus = url ? openPostgresBus(url, onError) : undefined
const built = await buildWorker(config, {
  events: { emit: (newEvent, audience) => post({ kind: 'event', newEvent, audience }) },
  bus,
  sendPluginAnswer: (text) => post({ kind: 'plugin_answer', text }),
  leavesLocalDisks: !url,
  onError,
})

/**
 * Only one process runs the tasks of a data folder, however many were started on it, by mistake or because the old one is
 * still closing.
 */
const taskLock = url ? undefined : openFileLock(join(config.data_dir, 'tasks.lock'))
let isStarted = false
let isClosing = false
let messageCount = 0
/**
 * The idle time before the thread ends: after a start that found no work, and after work, which often comes in several
 * parts.
 */
const [REST_AFTER_START_MS, REST_MS, CHECK_MS] = [6000, 30_000, 1000]
const RELEASE_MS = 2000
/** Received during the start. */
const earlyPluginCalls: string[] = []

port.on('message', (message: MessageToTaskThread) => {
  messageCount += 1
  if (message.kind === 'wake') built.worker.wake()
  else if (message.kind === 'cancel') built.worker.cancel(message.taskId)
  else if (message.kind === 'libraries') {
    if (isStarted) built.librariesChanged()
  } else if (message.kind === 'plugin_call') {
    if (isStarted) built.receivePluginCall(message.text)
    else if (holdsTaskLock) earlyPluginCalls.push(message.text)
  } else {
    isClosing = true
    built
      .close()
      .then(() => bus?.close())
      .catch(onError)
      .finally(() => {
        taskLock?.close()
        post({ kind: 'closed' })
        port.close()
      })
  }
})

let holdsTaskLock = taskLock?.take() ?? true
if (!holdsTaskLock) {
  onError(
    new Error(
      'Another process is running the tasks of this data folder; until it stops, this one only serves requests',
    ),
  )
  while (!isClosing && !holdsTaskLock) {
    await sleep(1000)
    holdsTaskLock = taskLock!.take()
  }
}
if (!isClosing) {
  await built.worker.start()
  isStarted = true
  built.startPlugins()
  for (const call of earlyPluginCalls.splice(0)) built.receivePluginCall(call)
  releaseMemoryWhenIdle()
  // Otherwise the garbage of thousands of books and pictures grows until the scan ends.
  collectGarbageWhileBusy(() => !built.worker.isIdle, RELEASE_MS)
  built.librariesChanged()
  // On PostgreSQL the worker keeps running: it also takes over the tasks of lost workers.
  if (!url) void reportWhenIdle().catch(onError)
}

/** Reports when there was nothing to do for a while; the parent thread may then end this one. */
async function reportWhenIdle(): Promise<void> {
  let since = Date.now()
  let restMs = REST_AFTER_START_MS
  while (!isClosing) {
    await sleep(CHECK_MS, undefined, { ref: false })
    const before = messageCount
    const idle = await built.findIdleTime().catch(() => undefined)
    if (!idle || messageCount !== before) {
      since = Date.now()
      if (messageCount > 0 || !built.worker.isIdle) restMs = REST_MS
    } else if (Date.now() - since >= restMs) {
      post({ kind: 'idle', messageCount, until: idle.until })
    }
  }
}
