import type { Limits } from '../limits.ts'
import type { Job, JobResult } from './protocol.ts'
import { ReadingThread, type RunOptions } from './reading-thread.ts'

/**
 * Threads that read files for us. A file that makes a library crash, hang or eat memory costs its thread, which is
 * replaced; the process and all other readings go on.
 */
export class ReadingThreads {
  readonly #size: number
  readonly #memory: number
  readonly #idle: ReadingThread[] = []
  readonly #busy = new Set<ReadingThread>()
  readonly #waiting: Waiting[] = []
  readonly #restMs: number
  #rest: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: { threads: number; limits: Limits; restMs?: number }) {
    this.#size = Math.max(1, options.threads)
    this.#memory = options.limits.analysisBytes
    this.#restMs = options.restMs ?? REST_MS
  }

  /** How many threads there are now. */
  get count(): number {
    return this.#idle.length + this.#busy.size
  }

  /** Resolves when the job is done; rejects with a FormatError, or with the signal's reason. */
  async run(job: Job, options: RunOptions = {}): Promise<JobResult> {
    const thread = await this.#take(options.signal)
    try {
      return await thread.run(job, options)
    } finally {
      this.#busy.delete(thread)
      this.#release(thread)
    }
  }

  /** Ends what runs and what waits. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#rest)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(closed())
    for (const thread of [...this.#idle.splice(0), ...this.#busy]) thread.kill(closed())
  }

  async #take(signal: AbortSignal | undefined): Promise<ReadingThread> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw closed()
    const thread = this.#freeThread()
    if (thread) return thread
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject }
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', () => {
        const place = this.#waiting.indexOf(waiting)
        if (place < 0) return
        this.#waiting.splice(place, 1)
        reject(signal.reason)
      })
    })
  }

  #freeThread(): ReadingThread | undefined {
    let thread = this.#idle.pop()
    while (thread?.isDead) thread = this.#idle.pop()
    if (!thread && this.#busy.size < this.#size) thread = new ReadingThread(this.#memory)
    if (thread) this.#busy.add(thread)
    return thread
  }

  #release(thread: ReadingThread): void {
    if (this.#isClosed) {
      thread.kill(closed())
      return
    }
    if (!thread.isDead) this.#idle.push(thread)
    const waiting = this.#waiting.shift()
    if (waiting) waiting.resolve(this.#freeThread()!)
    else this.#restLater()
  }

  /** WebAssembly never gives memory back: what the largest file needed stays until its thread ends. */
  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const thread of this.#idle.splice(0)) thread.kill(closed())
    }, this.#restMs).unref()
  }
}

/** Long enough for somebody who turns the pages of a PDF. */
const REST_MS = 60_000

interface Waiting {
  resolve: (thread: ReadingThread) => void
  reject: (reason: unknown) => void
}

function closed(): Error {
  return new Error('The reading threads are closed.')
}
