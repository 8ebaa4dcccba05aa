import { Worker } from 'node:worker_threads'
import type { Config } from '../config/settings.ts'
import type { Audience } from '../events/audience.ts'
import type { Events, NewEvent } from '../events/events.ts'
import type { WorkerLink } from './tasks.ts'

export type ToThread =
  | { kind: 'wake' }
  | { kind: 'cancel'; taskId: number }
  | { kind: 'libraries' }
  | { kind: 'plugin_call'; text: string }
  | { kind: 'close' }
export type FromThread =
  | { kind: 'event'; newEvent: NewEvent; audience: Audience | undefined }
  | { kind: 'error'; message: string; stack: string | undefined }
  | { kind: 'plugin_answer'; text: string }
  | { kind: 'closed' }

export interface TaskThread {
  link: WorkerLink
  /** Libraries were added, changed or removed. */
  librariesChanged(): void
  /** Somebody calls a plugin; those run there. */
  pluginCall(text: string): void
  close(): Promise<void>
}

/**
 * On SQLite tasks are done in a thread beside the one that serves: reading a database of its own, and telling what
 * happens by messages. A thread that ends by accident is replaced; the queue is in the database and loses nothing.
 */
export function startTaskThread(options: {
  entry: URL
  config: Config
  events: Pick<Events, 'emit'>
  onPluginAnswer: (text: string) => void
  onError: (error: unknown) => void
}): TaskThread {
  const { entry, config, events, onPluginAnswer, onError } = options
  let worker: Worker
  let isClosing = false
  let restart: NodeJS.Timeout | undefined
  let closed: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    closed = resolve
  })

  const start = () => {
    // What V8 would take for short-lived objects on a machine with much memory is better left to others.
    worker = new Worker(entry, { workerData: { config }, resourceLimits: { maxYoungGenerationSizeMb: 16 } })
    worker.unref()
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'event') events.emit(message.newEvent, message.audience)
      else if (message.kind === 'error') onError(Object.assign(new Error(message.message), { stack: message.stack }))
      else if (message.kind === 'plugin_answer') onPluginAnswer(message.text)
      else closed()
    })
    worker.on('error', onError)
    worker.on('exit', () => {
      if (isClosing) closed()
      else restart = setTimeout(start, RESTART_MS).unref()
    })
  }
  const send = (message: ToThread) => worker.postMessage(message)
  start()
  return {
    link: { wake: () => send({ kind: 'wake' }), cancel: (taskId) => send({ kind: 'cancel', taskId }) },
    librariesChanged: () => send({ kind: 'libraries' }),
    pluginCall: (text) => send({ kind: 'plugin_call', text }),
    async close() {
      isClosing = true
      clearTimeout(restart)
      send({ kind: 'close' })
      // Tasks that do not listen are taken over at the next start.
      const timer = setTimeout(closed, CLOSE_MS)
      await ended
      clearTimeout(timer)
      await worker.terminate()
    },
  }
}

const RESTART_MS = 1000
const CLOSE_MS = 8000
