import type { Limits } from '../limits.ts'
import { ReadingThread, type RunOptions } from './reading-thread.ts'
import type { JobResult, ReadingThreadJob } from './reading-thread-messages.ts'

/**
 * Threads that read files for us. A file that makes a library crash, hang or eat memory costs its thread, which is
 * replaced; the process and all other readings go on.
 */
export class ReadingThreadPool {
  readonly #size: number
  readonly #memory: number
  /** The one that was busy last stands last, and is taken first. */
  readonly #idle: ReadingThread[] = []
  readonly #busy = new Set<ReadingThread>()
  readonly #waiting: Waiting[] = []
  readonly #restMs: number
  readonly #addAfterMs: number
  #rest: NodeJS.Timeout | undefined
  #addLater: NodeJS.Timeout | undefined
  /** How long one of the last files took; the latest counts most. */
  #meanMs = 0
  #doneAt = 0
  #waitingSince = 0
  #isClosed = false

  /** `addAfterMs`: another thread starts only where files take longer than that on average, while others wait. */
  constructor(options: { threads: number; limits: Limits; restMs?: number; addAfterMs?: number }) {
    this.#size = Math.max(1, options.threads)
    this.#memory = options.limits.analysisBytes
    this.#restMs = options.restMs ?? REST_MS
    this.#addAfterMs = options.addAfterMs ?? 0
  }

  /** How many threads there are now. */
  get count(): number {
    return this.#idle.length + this.#busy.size
  }

  /** Resolves when the job is done; rejects with a FormatError, or with the signal's reason. */
  async run(job: ReadingThreadJob, options: RunOptions = {}): Promise<JobResult> {
    const thread = await this.#take(options.signal)
    const began = performance.now()
    try {
      return await thread.run(job, options)
    } finally {
      this.#busy.delete(thread)
      this.#doneAt = performance.now()
      this.#meanMs += (this.#doneAt - began - this.#meanMs) * LATEST_SHARE
      this.#release(thread)
    }
  }

  /** Ends what runs and what waits. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#rest)
    clearTimeout(this.#addLater)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(closed())
    for (const thread of [...this.#idle.splice(0), ...this.#busy]) thread.kill(closed())
  }

  async #take(signal: AbortSignal | undefined): Promise<ReadingThread> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw closed()
    const thread = this.#freeThread(this.#addAfterMs > 0 ? 1 : this.#size)
    if (thread) return thread
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { resolve, reject }
      this.#waiting.push(waiting)
      if (this.#waiting.length === 1) this.#waitingSince = performance.now()
      this.#addIfNeeded()
      signal?.addEventListener('abort', () => {
        const place = this.#waiting.indexOf(waiting)
        if (place < 0) return
        this.#waiting.splice(place, 1)
        reject(signal.reason)
      })
    })
  }

  #freeThread(max: number): ReadingThread | undefined {
    let thread = this.#idle.pop()
    while (thread?.isDead) thread = this.#idle.pop()
    if (!thread && this.#busy.size < max) thread = new ReadingThread(this.#memory)
    if (thread) this.#busy.add(thread)
    return thread
  }

  #release(thread: ReadingThread): void {
    if (this.#isClosed) {
      thread.kill(closed())
      return
    }
    if (!thread.isDead) this.#idle.push(thread)
    thread.idleSince = performance.now()
    this.#endSurplus()
    const waiting = this.#waiting.shift()
    if (waiting) waiting.resolve(this.#freeThread(this.#size)!)
    else this.#restLater()
    this.#addIfNeeded()
  }

  /** Looks again and again while somebody waits; a file that gets done in between does not put it off. */
  #addIfNeeded(): void {
    if (this.#addLater || this.#addAfterMs === 0 || this.#waiting.length === 0 || this.#busy.size >= this.#size) return
    this.#addLater = setTimeout(() => {
      this.#addLater = undefined
      const isStuck = performance.now() - Math.max(this.#waitingSince, this.#doneAt) > STUCK_MS
      const isSlow = this.#meanMs > this.#addAfterMs
      if ((isSlow || isStuck) && this.#busy.size < this.#size)
        this.#waiting.shift()?.resolve(this.#freeThread(this.#size)!)
      this.#addIfNeeded()
    }, this.#addAfterMs).unref()
  }

  /** A few slow files may have needed it; those that follow do not. */
  #endSurplus(): void {
    const [coldest] = this.#idle
    if (this.#addAfterMs === 0 || !coldest || performance.now() - coldest.idleSince < SURPLUS_MS) return
    this.#idle.shift()
    coldest.kill(closed())
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
/** The first one of a kind is slow because its reader is loaded: it alone says little. */
const LATEST_SHARE = 0.1
/** Longer than a thread takes to start and to read its first file: something large, or something that hangs. */
const STUCK_MS = 5000
const SURPLUS_MS = 5000

interface Waiting {
  resolve: (thread: ReadingThread) => void
  reject: (reason: unknown) => void
}

function closed(): Error {
  return new Error('The reading threads are closed.')
}
