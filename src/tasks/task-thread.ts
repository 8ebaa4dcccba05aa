import { Worker } from 'node:worker_threads'
import type { Config } from '../config/settings.ts'
import type { Audience } from '../events/audience.ts'
import type { Events, NewEvent } from '../events/events.ts'
import type { WorkerLink } from './tasks.ts'

export type MessageToTaskThread =
  | { kind: 'wake' }
  | { kind: 'cancel'; taskId: number }
  | { kind: 'libraries' }
  | { kind: 'plugin_call'; text: string }
  | { kind: 'close' }
export type MessageFromTaskThread =
  | { kind: 'event'; newEvent: NewEvent; audience: Audience | undefined }
  | { kind: 'error'; name: string; message: string; stack: string | undefined }
  | { kind: 'plugin_answer'; text: string }
  | Idle
  | { kind: 'closed' }

/** The thread has nothing to do before `until`, as of this many received messages. */
interface Idle {
  kind: 'idle'
  messageCount: number
  until: number | undefined
}

export interface TaskThread {
  link: WorkerLink
  /** Libraries were added, changed or removed. */
  librariesChanged(): void
  /** Calls a plugin; plugins run in the task thread. */
  pluginCall(text: string): void
  close(): Promise<void>
}

export interface TaskThreadOptions {
  entry: URL
  config: Config
  events: Pick<Events, 'emit'>
  onPluginAnswer: (text: string) => void
  onError: (error: unknown) => void
  /** Whether a task is due: other processes add tasks without a message. */
  hasWork: () => Promise<boolean>
  /** Called before the first thread starts, which often is while the server starts too. */
  beforeFirst?: () => void
  /** Called when the thread has ended because there is nothing to do. */
  onRest?: () => void
  lookEveryMs?: number
  /** The delay after which it starts without a request. */
  beginAfterMs?: number
}

export type StartTaskThread = (options: TaskThreadOptions) => TaskThread

/**
 * On SQLite tasks run in a thread beside the one that serves, with its own database connection; it reports events by
 * messages. A thread that crashes is replaced; the queue is in the database and loses nothing. An idle thread ends and
 * its memory is released; the next task, or the time of the next schedule, starts another. The first one starts in the
 * same way: a server that was just started serves requests before it loads what only tasks need.
 */
export function startTaskThread(options: TaskThreadOptions): TaskThread {
  const { entry, config, events, onPluginAnswer, onError } = options
  let worker: Worker
  /** `ending`: it is closing because there is nothing to do. */
  let state: 'runs' | 'ending' | 'rests' | 'closing' = 'rests'
  let sent = 0
  /** Messages for the next thread while the current one ends. */
  let unsent: MessageToTaskThread[] = []
  let isWanted = false
  let isFirst = true
  let until: number | undefined = Date.now() + (options.beginAfterMs ?? BEGIN_MS)
  let restart: NodeJS.Timeout | undefined
  let checks: NodeJS.Timeout | undefined
  const ended = Promise.withResolvers<void>()

  const start = () => {
    clearInterval(checks)
    state = 'runs'
    sent = 0
    isWanted = false
    if (isFirst) options.beforeFirst?.()
    isFirst = false
    // On a machine with much memory V8 would reserve more for short-lived objects than the thread needs.
    const begun = new Worker(entry, { workerData: { config }, resourceLimits: { maxYoungGenerationSizeMb: 6 } })
    worker = begun
    begun.unref()
    begun.on('message', (message: MessageFromTaskThread) => {
      if (message.kind === 'event') events.emit(message.newEvent, message.audience)
      else if (message.kind === 'error') onError(copyOfError(message))
      else if (message.kind === 'plugin_answer') onPluginAnswer(message.text)
      else if (message.kind === 'idle') endIfIdle(message)
      else void begun.terminate()
    })
    begun.on('error', onError)
    begun.on('exit', () => {
      if (state === 'closing') ended.resolve()
      else if (state === 'ending') rest()
      else restart = setTimeout(start, RESTART_MS).unref()
    })
    for (const message of unsent.splice(0)) send(message)
  }
  const endIfIdle = (idle: Idle) => {
    // Messages sent since then may be work.
    if (state !== 'runs' || idle.messageCount !== sent) return
    until = idle.until
    state = 'ending'
    endThread(worker)
  }
  const rest = () => {
    if (isWanted) return start()
    state = 'rests'
    options.onRest?.()
    lookForWork()
  }
  const lookForWork = () => {
    checks = repeatWithoutOverlap(options.lookEveryMs ?? LOOK_MS, async () => {
      const isDue = until !== undefined && Date.now() >= until
      // If the database doesn't answer, the next interval tries again.
      const isNeeded = isDue || (await options.hasWork().catch(() => false))
      if (isNeeded && state === 'rests') start()
    })
  }
  const send = (message: MessageToTaskThread) => {
    if (state === 'runs') {
      sent += 1
      worker.postMessage(message)
      return
    }
    if (state === 'closing') return
    // The thread finds out about all other messages when it starts.
    if (message.kind === 'plugin_call') unsent.push(message)
    if (state === 'rests') start()
    else isWanted = true
  }
  lookForWork()
  return {
    link: { wake: () => send({ kind: 'wake' }), cancel: (taskId) => send({ kind: 'cancel', taskId }) },
    librariesChanged: () => send({ kind: 'libraries' }),
    pluginCall: (text) => send({ kind: 'plugin_call', text }),
    async close() {
      clearTimeout(restart)
      clearInterval(checks)
      const before = state
      state = 'closing'
      unsent = []
      if (before === 'rests') return
      if (before === 'runs') endThread(worker)
      worker.ref()
      if (worker.threadId === -1) return
      await ended.promise
    },
  }
}

const RESTART_MS = 1000
const CLOSE_MS = 8000
const LOOK_MS = 1000
const BEGIN_MS = 10_000

function endThread(thread: Worker): void {
  thread.postMessage({ kind: 'close' } satisfies MessageToTaskThread)
  // Tasks that don't react to the signal are taken over by the next thread.
  const timer = setTimeout(() => void thread.terminate(), CLOSE_MS).unref()
  thread.once('exit', () => clearTimeout(timer))
}

function repeatWithoutOverlap(everyMs: number, run: () => Promise<void>): NodeJS.Timeout {
  let isRunning = false
  return setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await run()
    isRunning = false
  }, everyMs).unref()
}

function copyOfError({ name, message, stack }: { name: string; message: string; stack: string | undefined }): Error {
  return Object.assign(new Error(message), { name, stack })
}
