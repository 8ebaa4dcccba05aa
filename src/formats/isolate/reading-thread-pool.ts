import type { Limits } from '../limits.ts'
import { ReadingThread, type RunOptions } from './reading-thread.ts'
import type { JobResult, ReadingThreadJob } from './reading-thread-messages.ts'

/**
 * A pool of threads that read files. If a file makes a library crash, hang or exhaust memory, its thread is killed and
 * replaced; the process and all other jobs continue.
 */
export class ReadingThreadPool {
  readonly #size: number
  readonly #memory: number
  /** The most recently busy thread is last, and is reused first. */
  readonly #idle: ReadingThread[] = []
  readonly #busy = new Set<ReadingThread>()
  readonly #waiting: Waiting[] = []
  readonly #restMs: number
  readonly #addAfterMs: number
  #rest: NodeJS.Timeout | undefined
  #addLater: NodeJS.Timeout | undefined
  /**
   * Moving average of the time per file. Waiting for a processor doesn't count: on a busy machine, another thread would
   * only wait as well.
   */
  #meanMs = 0
  #doneAt = 0
  #waitingSince = 0
  #isClosed = false

  readonly #openPassword: (sealed: string) => string

  /**
   * `openPassword` returns the clear text of a job's password, which no other part of the process needs.
   * `addAfterMs`: another thread starts only if files take longer than that on average while others wait.
   */
  constructor(options: {
    threads: number
    limits: Limits
    openPassword?: (sealed: string) => string
    restMs?: number
    addAfterMs?: number
  }) {
    this.#openPassword = options.openPassword ?? (() => '')
    this.#size = Math.max(1, options.threads)
    this.#memory = options.limits.analysisBytes
    this.#restMs = options.restMs ?? REST_MS
    this.#addAfterMs = options.addAfterMs ?? 0
  }

  /** Current number of threads. */
  get count(): number {
    return this.#idle.length + this.#busy.size
  }

  /** Resolves when the job is done; rejects with a FormatError, or with the signal's reason. */
  async run(job: ReadingThreadJob, options: RunOptions = {}): Promise<JobResult> {
    const thread = await this.#take(options.signal)
    try {
      const password = job.password === undefined ? undefined : this.#openPassword(job.password)
      return await thread.run({ ...job, password }, options)
    } finally {
      this.#busy.delete(thread)
      this.#doneAt = performance.now()
      this.#meanMs += (thread.lastWorkMs - this.#meanMs) * LATEST_SHARE
      this.#release(thread)
    }
  }

  /** Kills running jobs and rejects waiting ones. */
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

  /** Checks repeatedly while jobs wait; a job that finishes in the meantime doesn't postpone the check. */
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

  /** Ends threads that were added for a few slow files and are no longer needed. */
  #endSurplus(): void {
    const [coldest] = this.#idle
    if (this.#addAfterMs === 0 || !coldest || performance.now() - coldest.idleSince < SURPLUS_MS) return
    this.#idle.shift()
    coldest.kill(closed())
  }

  /** WebAssembly never frees memory: what the largest file needed stays allocated until its thread ends. */
  #restLater(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      for (const thread of this.#idle.splice(0)) thread.kill(closed())
    }, this.#restMs).unref()
  }
}

/** Long enough for a viewer who turns the pages of a PDF. */
const REST_MS = 60_000
/** Low, because the first file of a format is slow while its reader loads. */
const LATEST_SHARE = 0.1
/** Longer than a thread takes to start and to read its first file: a large file, or one that hangs. */
const STUCK_MS = 5000
const SURPLUS_MS = 5000

interface Waiting {
  resolve: (thread: ReadingThread) => void
  reject: (reason: unknown) => void
}

function closed(): Error {
  return new Error('The reading threads are closed.')
}
