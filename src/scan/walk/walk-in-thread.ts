import { Worker } from 'node:worker_threads'
import { unpackEntries } from './pack-entries.ts'
import type { WalkEntry } from './walk-entry.ts'
import type { MessageFromWalkThread, MessageToWalkThread, WalkRequest } from './walk-thread.ts'

/**
 * Walks in a separate thread, so that a hanging share blocks only this walk, and disk and database work in parallel.
 * The walk stays only a few batches ahead of the consumer, so memory use is constant.
 */
export async function* walkInThread(request: WalkRequest, signal?: AbortSignal): AsyncGenerator<WalkEntry[]> {
  signal?.throwIfAborted()
  const thread = resting.pop() ?? new WalkThread()
  const onAbort = () => thread.receive({ error: 'aborted' })
  signal?.addEventListener('abort', onAbort)
  let isOver = false
  try {
    thread.send(request)
    for (;;) {
      const message = await thread.next()
      signal?.throwIfAborted()
      isOver = 'done' in message
      if ('error' in message) throw Object.assign(new Error(message.error), { code: message.code })
      if ('done' in message) return
      thread.send('more')
      yield unpackEntries(message.met)
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    if (isOver) thread.rest()
    else thread.end()
  }
}

/** Idle threads for reuse. Starting one takes longer than walking a thousand files. */
const resting: WalkThread[] = []
const REST_MS = 10_000

class WalkThread {
  readonly #worker = new Worker(new URL('./walk-thread.ts', import.meta.url), {
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
  readonly #received: MessageFromWalkThread[] = []
  #wake: () => void = () => {}
  #bedtime: NodeJS.Timeout | undefined

  constructor() {
    this.#worker.on('message', (message: MessageFromWalkThread) => this.receive(message))
    this.#worker.on('error', (error) => this.receive({ error: (error as Error).message }))
    this.#worker.on('exit', () => this.receive({ error: 'the walk ended before its time' }))
  }

  send(message: MessageToWalkThread): void {
    clearTimeout(this.#bedtime)
    this.#worker.ref()
    this.#worker.postMessage(message)
  }

  receive(message: MessageFromWalkThread): void {
    // The thread ended while idle: there is no consumer.
    if (resting.includes(this)) this.end()
    else this.#received.push(message)
    this.#wake()
  }

  async next(): Promise<MessageFromWalkThread> {
    for (;;) {
      const message = this.#received.shift()
      if (message) return message
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  rest(): void {
    this.#worker.unref()
    resting.push(this)
    this.#bedtime = setTimeout(() => this.end(), REST_MS).unref()
  }

  end(): void {
    const place = resting.indexOf(this)
    if (place >= 0) resting.splice(place, 1)
    this.#worker.removeAllListeners()
    this.#worker.on('error', () => {})
    void this.#worker.terminate()
  }
}
