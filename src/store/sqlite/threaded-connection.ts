import { Worker } from 'node:worker_threads'
import { SQLITE_THREAD_ENDED } from '../storage-unavailable.ts'
import {
  BEGIN_IMMEDIATE,
  type DescribedError,
  type Statement,
  type StatementOutcome,
  type TransactionOutcome,
} from './connection.ts'

/**
 * A connection on its own thread. `node:sqlite` is synchronous: a write that waits for the scanner's lock, or a count
 * over a million rows, would block every request if it ran on the thread that serves them.
 */
export class ThreadedConnection {
  readonly #order: { file: string; readOnly: boolean }
  #started: Worker | undefined
  readonly #waiting = new Map<number, { resolve: (outcome: never) => void; reject: (error: Error) => void }>()
  #next = 0
  /** Why queries fail: permanently once closed, otherwise until `anew` is called. */
  #failure: Error | undefined
  #isClosed = false
  /** A transaction is open even while none of its statements is running. */
  #isInTransaction = false
  readonly #restMs: number
  #rest: NodeJS.Timeout | undefined

  constructor(file: string, options: { readOnly: boolean; restMs?: number }) {
    this.#order = { file, readOnly: options.readOnly }
    this.#restMs = options.restMs ?? REST_MS
  }

  /** Started with the first query: a server that only reads saves the thread and its memory. */
  get #worker(): Worker {
    this.#started ??= this.#start()
    return this.#started
  }

  #start(): Worker {
    const worker = new Worker(new URL('./connection-thread.ts', import.meta.url), { workerData: this.#order })
    worker.unref()
    worker.on('message', (message) => this.#resolveJob(message))
    worker.on('error', (error) => this.#fail(worker, error as Error))
    worker.on('exit', () => this.#fail(worker))
    return worker
  }

  run(sql: string, parameters: readonly unknown[]): Promise<StatementOutcome> {
    if (sql === BEGIN_IMMEDIATE) this.#isInTransaction = true
    else if (sql === 'commit' || sql === 'rollback') this.#isInTransaction = false
    return this.#send({ sql, parameters })
  }

  /** Several transactions in one message and one commit; only while no other transaction is open. */
  runTogether(transactions: readonly (readonly Statement[])[]): Promise<TransactionOutcome[]> {
    return this.#send({ transactions })
  }

  #send<Answer>(order: object): Promise<Answer> {
    if (this.#failure) return Promise.reject(this.#failure)
    clearTimeout(this.#rest)
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ id, ...order })
    })
  }

  /**
   * Called when no transaction is open that an ended thread could have left half done: the next query starts a new
   * thread. Until then all queries fail, because they may belong to a transaction whose beginning is lost.
   */
  anew(): void {
    if (!this.#isClosed) this.#failure = undefined
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#rest)
    this.#failure = new Error('the database is closed')
    if (!this.#started) return
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.ref()
    this.#worker.postMessage('close')
    await ended
  }

  #resolveJob(message: { id: number; outcome?: unknown; error?: DescribedError }): void {
    const waiter = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    if (this.#waiting.size === 0) {
      this.#worker.unref()
      this.#restLater()
    }
    if (message.error) waiter?.reject(Object.assign(new Error(message.error.message), message.error))
    else waiter?.resolve(message.outcome as never)
  }

  /** An idle thread has no state to lose, and its memory is better freed. */
  #restLater(): void {
    if (this.#isInTransaction || this.#isClosed) return
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => {
      const worker = this.#started
      this.#started = undefined
      worker?.postMessage('close')
    }, this.#restMs).unref()
  }

  #fail(worker: Worker, cause?: Error): void {
    if (this.#started !== worker) return
    this.#started = undefined
    const message = cause ? `the database thread has ended: ${cause.message}` : 'the database thread has ended'
    const error = Object.assign(new Error(message, { cause }), { code: SQLITE_THREAD_ENDED })
    if (!this.#order.readOnly) this.#failure ??= error
    for (const waiter of this.#waiting.values()) waiter.reject(error)
    this.#waiting.clear()
  }
}

/** A thread starts within a few milliseconds, and holds ten megabytes. */
const REST_MS = 20_000
