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

/** It has nothing to do before that time, as far as it knows after this many messages. */
interface Idle {
  kind: 'idle'
  messageCount: number
  until: number | undefined
}

export interface TaskThread {
  link: WorkerLink
  /** Libraries were added, changed or removed. */
  librariesChanged(): void
  /** Somebody calls a plugin; those run there. */
  pluginCall(text: string): void
  close(): Promise<void>
}

export interface TaskThreadOptions {
  entry: URL
  config: Config
  events: Pick<Events, 'emit'>
  onPluginAnswer: (text: string) => void
  onError: (error: unknown) => void
  /** Whether a task waits that may begin: other processes add some without a word. */
  hasWork: () => Promise<boolean>
  /** The thread has ended because nothing is to be done. */
  onRest?: () => void
  lookEveryMs?: number
  /** When it begins without being asked to. */
  beginAfterMs?: number
}

export type StartTaskThread = (options: TaskThreadOptions) => TaskThread

/**
 * On SQLite tasks are done in a thread beside the one that serves: reading a database of its own, and telling what
 * happens by messages. A thread that ends by accident is replaced; the queue is in the database and loses nothing. One that
 * has nothing to do ends, and its memory is given back; the next task, or the time of the next one, starts another. The first
 * begins in the same way: a server that was just started answers before it loads what only tasks need.
 */
export function startTaskThread(options: TaskThreadOptions): TaskThread {
  const { entry, config, events, onPluginAnswer, onError } = options
  let worker: Worker
  /** `ending`: it was told to close because nothing is to be done. */
  let state: 'runs' | 'ending' | 'rests' | 'closing' = 'rests'
  let sent = 0
  /** For the thread after the one that ends. */
  let unsent: MessageToTaskThread[] = []
  let isWanted = false
  let until: number | undefined = Date.now() + (options.beginAfterMs ?? BEGIN_MS)
  let restart: NodeJS.Timeout | undefined
  let look: NodeJS.Timeout | undefined
  const ended = Promise.withResolvers<void>()

  const start = () => {
    clearInterval(look)
    state = 'runs'
    sent = 0
    isWanted = false
    // What V8 would take for short-lived objects on a machine with much memory is better left to others.
    const begun = new Worker(entry, { workerData: { config }, resourceLimits: { maxYoungGenerationSizeMb: 6 } })
    worker = begun
    begun.unref()
    begun.on('message', (message: MessageFromTaskThread) => {
      if (message.kind === 'event') events.emit(message.newEvent, message.audience)
      else if (message.kind === 'error') onError(copyOfError(message))
      else if (message.kind === 'plugin_answer') onPluginAnswer(message.text)
      else if (message.kind === 'idle') letRest(message)
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
  const letRest = (idle: Idle) => {
    // What was said to it since then may be work.
    if (state !== 'runs' || idle.messageCount !== sent) return
    until = idle.until
    state = 'ending'
    end()
  }
  const end = () => {
    const ending = worker
    ending.postMessage({ kind: 'close' } satisfies MessageToTaskThread)
    // Tasks that do not listen are taken over by the next thread.
    const timer = setTimeout(() => void ending.terminate(), CLOSE_MS).unref()
    ending.once('exit', () => clearTimeout(timer))
  }
  const rest = () => {
    if (isWanted) return start()
    state = 'rests'
    options.onRest?.()
    lookForWork()
  }
  const lookForWork = () => {
    let isLooking = false
    look = setInterval(async () => {
      if (isLooking) return
      isLooking = true
      const isDue = until !== undefined && Date.now() >= until
      // A database that does not answer is looked at again.
      const isNeeded = isDue || (await options.hasWork().catch(() => false))
      isLooking = false
      if (isNeeded && state === 'rests') start()
    }, options.lookEveryMs ?? LOOK_MS).unref()
  }
  const send = (message: MessageToTaskThread) => {
    if (state === 'runs') {
      sent += 1
      worker.postMessage(message)
      return
    }
    if (state === 'closing') return
    // All others it finds out by itself when it starts.
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
      clearInterval(look)
      const before = state
      state = 'closing'
      unsent = []
      if (before === 'rests') return
      if (before === 'runs') end()
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

function copyOfError({ name, message, stack }: { name: string; message: string; stack: string | undefined }): Error {
  return Object.assign(new Error(message), { name, stack })
}
