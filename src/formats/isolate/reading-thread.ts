import { Worker } from 'node:worker_threads'
import { FormatError, fromFormatProblem } from '../errors.ts'
import { FlowControl } from './flow-control.ts'
import type { ExtractedEntry, JobResult, ReadingThreadJob, ReadingThreadReply } from './reading-thread-messages.ts'

export interface RunOptions {
  signal?: AbortSignal
  /** Called for every extracted entry; extraction pauses while many are unprocessed. Returns false to stop. */
  onEntry?: (entry: ExtractedEntry) => Promise<boolean | undefined> | boolean | undefined
}

/**
 * One thread, one job at a time. If it crashes, times out or is aborted the thread is dead, and another must be
 * started.
 */
export class ReadingThread {
  isDead = false
  /** A `performance.now()` timestamp, set by the pool. */
  idleSince = 0
  /** How long the last job took, without the time in which other threads had the processors. */
  lastWorkMs = 0
  readonly #worker: Worker
  #onReply: (reply: ReadingThreadReply) => void = () => {}
  #onDeath: (reason: unknown) => void = () => {}

  constructor(memory: number) {
    const worker = new Worker(new URL('./reading-thread-body.ts', import.meta.url), {
      workerData: { memory: Math.floor(memory * WEB_ASSEMBLY_SHARE) },
      resourceLimits: {
        maxOldGenerationSizeMb: Math.floor((memory * HEAP_SHARE) / 1024 / 1024),
        maxYoungGenerationSizeMb: 3,
      },
      execArgv: [],
      // Libraries print to both; the output is discarded.
      stdout: true,
      stderr: true,
    })
    worker.stdout.resume()
    worker.stderr.resume()
    worker.on('message', (reply: ReadingThreadReply) => this.#onReply(reply))
    worker.on('error', (error) => this.kill(describeCrash(error)))
    worker.on('exit', () => this.kill(new FormatError('other', 'Lectern’s reader crashed on this file.')))
    // An idle thread doesn't keep the process alive.
    worker.unref()
    this.#worker = worker
  }

  async run(job: ReadingThreadJob, { signal, onEntry }: RunOptions): Promise<JobResult> {
    signal?.throwIfAborted()
    const flow = new FlowControl()
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>()
    const timer = setTimeout(() => this.kill(tooSlow(job)), job.limits.analysisMilliseconds)
    const onAbort = () => this.kill(signal?.reason)
    let taking = Promise.resolve()
    this.#onDeath = reject
    this.#onReply = (reply) => {
      if (reply.kind !== 'piece') this.lastWorkMs = reply.workMs
      if (reply.kind === 'piece') taking = taking.then(() => hand(reply.piece, onEntry, flow))
      // Pieces may still be being written to the cache.
      else if (reply.kind === 'done') taking.then(() => resolve(reply.result))
      else taking.then(() => reject(fromFormatProblem(reply.problem)))
      taking.catch((error) => this.kill(error))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#worker.ref()
    this.#worker.postMessage({ job, flow: flow.shared })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      this.#onReply = () => {}
      this.#onDeath = () => {}
      this.#worker.unref()
    }
  }

  kill(reason: unknown): void {
    if (this.isDead) return
    this.isDead = true
    this.#onDeath(reason)
    void this.#worker.terminate()
  }
}

// A job uses one or the other, never both fully.
const WEB_ASSEMBLY_SHARE = 0.75
const HEAP_SHARE = 0.5

async function hand(piece: ExtractedEntry, onEntry: RunOptions['onEntry'], flow: FlowControl): Promise<void> {
  const wantsMore = await onEntry?.(piece)
  if (piece.content instanceof Uint8Array) flow.taken(piece.content.length)
  if (wantsMore === false) flow.stop()
}

function tooSlow(job: ReadingThreadJob): FormatError {
  const seconds = Math.round(job.limits.analysisMilliseconds / 1000)
  return new FormatError('parser', `Reading the file took longer than ${seconds} seconds.`, {
    limit: 'analysisMilliseconds',
  })
}

function describeCrash(error: unknown): FormatError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY')
    return new FormatError('other', 'Lectern’s reader crashed on this file.', undefined, { cause: error })
  return new FormatError('parser', 'Reading this file needs more memory than the limit allows.', {
    limit: 'analysisBytes',
  })
}
