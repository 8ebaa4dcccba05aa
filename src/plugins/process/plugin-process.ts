import { type ChildProcess, spawn } from 'node:child_process'
import { callCancelled, PluginAnswerError, PluginError, rpcCodes } from '../protocol/errors.ts'
import { makeLineSplitter } from './line-splitter.ts'
import { OutputLimits } from './output-limits.ts'
import type { PluginLog } from './plugin-log.ts'
import { lowerProcessPriority, residentBytesOf } from './process-resources.ts'
import type { SpawnPlan } from './sandbox.ts'

export interface ProcessOptions {
  spawn: SpawnPlan
  log: PluginLog
  /** Answers the plugin's requests; an error that it throws is sent to the plugin. */
  answer: (method: string, params: unknown) => Promise<unknown>
  /** Called once, when the process has exited: with the reason, unless it was asked to stop. */
  onExit: (reason: PluginError | undefined) => void
  /** Limit of the process's total memory; beyond it, the process is killed. */
  maxResidentBytes: number
}

interface Pending {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/**
 * One running plugin: JSON-RPC 2.0, one message per line, in both directions. A line with a method is a request of the
 * plugin, a line without is a response: both sides count ids from one, so an id alone can't tell them apart. Everything
 * a plugin can send is limited; one that sends more is killed, and its calls fail at once.
 */
export class PluginProcess {
  readonly startedAt = Date.now()
  readonly #options: ProcessOptions
  readonly #child: ChildProcess
  readonly #pending = new Map<number, Pending>()
  readonly #limits = new OutputLimits((what) => this.#endFlood(what))
  readonly #everySecond: NodeJS.Timeout
  #lastId = 0
  #openRequests = 0
  #reason: PluginError | undefined
  #isStopping = false
  #isGone = false
  #exited: () => void = () => {}
  /** Resolves when the process is gone. */
  readonly exited = new Promise<void>((resolve) => {
    this.#exited = resolve
  })

  constructor(options: ProcessOptions) {
    this.#options = options
    const { file, args, env, cwd } = options.spawn
    this.#child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true })
    this.#child.once('error', (error) => this.#handleExit(`couldn’t be started: ${error.message}`))
    this.#child.once('exit', (code, signal) => {
      if (signal === 'SIGABRT') setTimeout(() => this.#handleAbort(), LAST_WORDS_MS)
      else this.#handleExit(signal ? `was ended by ${signal}` : `ended with code ${code}`)
    })
    // Writing to a process that has exited fails; its exit is reported anyway.
    this.#child.stdin!.on('error', () => {})
    this.#child.stdout!.on('error', () => {})
    this.#child.stderr!.on('error', () => {})
    const lines = makeLineSplitter(
      MAX_LINE_BYTES,
      (line) => this.#receive(line),
      () => this.#endFlood(`sent a line of more than ${MAX_LINE_BYTES} bytes`),
    )
    this.#child.stdout!.on('data', (chunk: Buffer) => {
      if (this.#isReading(chunk.length)) lines(chunk)
    })
    this.#child.stdout!.once('end', () => this.#endIfStillRunning())
    this.#logErrors()
    this.#everySecond = setInterval(() => this.#checkResources(), 1000)
    this.#everySecond.unref()
    lowerProcessPriority(this.#child.pid)
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isAlive(): boolean {
    return !this.#isGone
  }

  get openCalls(): number {
    return this.#pending.size
  }

  /** Rejects with `PluginError`: the plugin's own error, TIMEOUT, BUSY if cancelled, or EXITED as soon as it is gone. */
  call(method: string, params: unknown, timeoutMs: number, signal?: AbortSignal): Promise<unknown> {
    if (this.#isGone) return Promise.reject(this.#reason!)
    if (signal?.aborted) return Promise.reject(callCancelled())
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const giveUp = (error: PluginError) => {
      this.#pending.delete(id)
      reject(error)
    }
    const cancel = () => giveUp(callCancelled())
    const timer = setTimeout(() => giveUp(timedOut(method, timeoutMs)), timeoutMs)
    signal?.addEventListener('abort', cancel)
    this.#pending.set(id, { resolve, reject })
    this.#write({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
    })
  }

  /** Asks the process to shut down, and kills it after the timeout. */
  async stop(timeoutMs = 2000): Promise<void> {
    if (this.#isGone) return
    this.#isStopping = true
    this.call('shutdown', undefined, timeoutMs).catch(() => {})
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), timeoutMs)
    await this.exited
    clearTimeout(timer)
  }

  /** Kills the process at once; a text tells how it ended ("was ended because …"). */
  kill(how: string | PluginError): void {
    this.#end(typeof how === 'string' ? exited(how) : how)
  }

  /** A process that exits closes its output, too, but a moment before. */
  #endIfStillRunning(): void {
    setTimeout(() => this.kill('closed its output'), MAX_EXIT_MS).unref()
  }

  #endFlood(what: string): void {
    this.#end(exited(what, 'FLOOD'))
  }

  #end(reason: PluginError): void {
    if (this.#isGone) return
    this.#reason ??= reason
    this.#child.kill('SIGKILL')
    // Don't read anything it still sends.
    this.#child.stdout!.destroy()
    this.#child.stderr!.destroy()
    this.#failAll()
  }

  /** Node aborts when its heap is full; why it did is the last that it writes. */
  #handleAbort(): void {
    const isHeapFull = this.#options.log.lines.some(
      ({ at, message }) => at >= this.startedAt && HEAP_FULL.test(message),
    )
    this.#handleExit(isHeapFull ? 'needed more memory than plugins.heap_megabytes allows' : 'was ended by SIGABRT')
  }

  #handleExit(how: string): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#reason ??= exited(how)
    clearInterval(this.#everySecond)
    this.#failAll()
    this.#exited()
    this.#options.onExit(this.#isStopping ? undefined : this.#reason)
  }

  #failAll(): void {
    for (const { reject } of this.#pending.values()) reject(this.#reason!)
    this.#pending.clear()
  }

  #receive(line: string): void {
    if (this.#isGone || line.trim() === '') return
    const message = parseMessage(line)
    if (!message) {
      this.#limits.countUselessLine()
      return
    }
    // Code that walks through a value calls itself for each level: the server must not run out of stack.
    if (isDeeperThan(MAX_LEVELS, message)) {
      this.#endFlood(`sent a value of more than ${MAX_LEVELS} levels`)
      return
    }
    if (typeof message.method === 'string') {
      this.#receiveRequest(message)
      return
    }
    const id = typeof message.id === 'string' ? Number(message.id) : message.id
    const pending = this.#pending.get(id as number)
    // A second response, or one that came after its timeout.
    if (!pending) {
      this.#limits.countUselessLine()
      return
    }
    this.#pending.delete(id as number)
    if (message.error === undefined || message.error === null) {
      pending.resolve(this.#options.log.redactResult(message.result))
      return
    }
    const { code, message: text, data } = message.error as { code?: unknown; message?: unknown; data?: unknown }
    const words = this.#options.log.redact(textOfError(text)).slice(0, 2000)
    pending.reject(
      new PluginAnswerError(
        typeof code === 'number' ? code : rpcCodes.internal,
        words,
        this.#options.log.redactResult(data),
      ),
    )
  }

  #receiveRequest({ id, method, params }: Message): void {
    if (typeof id !== 'number' && typeof id !== 'string') {
      this.#limits.countUselessLine()
      return
    }
    if (this.#openRequests >= MAX_OPEN_REQUESTS) {
      this.#endFlood(`sent more than ${MAX_OPEN_REQUESTS} requests without waiting for an answer`)
      return
    }
    this.#openRequests += 1
    // A plugin that keeps sending requests slows down only itself: the rest is read in the next second.
    if (!this.#limits.countRequest()) this.#child.stdout!.pause()
    this.#options
      .answer(method as string, params)
      .then(
        (result) => this.#write({ jsonrpc: '2.0', id, result: result ?? null }),
        (error: unknown) => this.#write({ jsonrpc: '2.0', id, error: wireError(error) }),
      )
      .finally(() => {
        this.#openRequests -= 1
      })
  }

  #write(message: object): void {
    if (this.#isGone || !this.#child.stdin!.writable) return
    this.#child.stdin!.write(`${JSON.stringify(message)}\n`)
    if (this.#child.stdin!.writableLength > MAX_UNREAD_BYTES) this.kill('does not read what it is sent')
  }

  #logErrors(): void {
    let rest = ''
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (!this.#isReading(text.length)) return
      const parts = (rest + text).split('\n')
      rest = parts.pop()!.slice(-MAX_ERROR_LETTERS)
      // Of a large amount, the last lines are enough.
      for (const line of parts.slice(-200)) this.#options.log.add(line)
    })
    this.#child.stderr!.on('end', () => this.#options.log.add(rest))
  }

  /** Counts what was received, and returns whether it is still to be used. */
  #isReading(length: number): boolean {
    this.#limits.countBytes(length)
    return !this.#isGone && this.#reason === undefined
  }

  #checkResources(): void {
    this.#limits.startSecond()
    this.#child.stdout!.resume()
    // Memory can fill up within seconds.
    const resident = residentBytesOf(this.#child.pid)
    if (resident > this.#options.maxResidentBytes) this.kill(`used ${resident >> 20} MiB of memory`)
  }
}

/** The sentences that arise from it have codes of their own, as far as people meet them. */
function exited(how: string, code: 'EXITED' | 'FLOOD' = 'EXITED'): PluginError {
  const sentence = `The plugin’s process ${how}.`
  return new PluginError(code, sentence)
}

function timedOut(method: string, timeoutMs: number): PluginError {
  const seconds = Number((timeoutMs / 1000).toFixed(1))
  return new PluginError('TIMEOUT', `The plugin didn’t respond within ${seconds} s (${method}).`)
}

interface Message {
  id?: unknown
  method?: unknown
  params?: unknown
  result?: unknown
  error?: unknown
}

function parseMessage(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(levels - 1, one))
}

/** An object isn't made text: its `toString` may be anything that the plugin sent. */
function textOfError(text: unknown): string {
  if (typeof text === 'object' && text !== null) return JSON.stringify(text)
  return String(text ?? 'The plugin gave no reason.')
}

function wireError(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof PluginError && typeof error.code === 'number') {
    return { code: error.code, message: error.message, ...(error.data !== undefined && { data: error.data }) }
  }
  return { code: rpcCodes.internal, message: 'The server could not answer.' }
}

const MAX_LINE_BYTES = 1_572_864
const MAX_UNREAD_BYTES = 16 << 20
const MAX_ERROR_LETTERS = 10_000
const MAX_LEVELS = 100
const MAX_OPEN_REQUESTS = 200
const MAX_EXIT_MS = 1000
const LAST_WORDS_MS = 50
const HEAP_FULL = /heap out of memory/
