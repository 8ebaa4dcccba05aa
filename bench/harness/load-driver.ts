import { type ChildProcess, fork } from 'node:child_process'

/** What is to be asked, how often and from how many connections. */
export interface Load {
  /** This machine, if nothing is said. */
  host?: string
  port: number
  asks: readonly RequestToSend[]
  connections?: number
  seconds?: number
  atMost?: number
  /** The status that every answer must have. */
  status?: number
  /** How long each connection waits between an answer and its next question. */
  pauseMs?: number
}

/** Stands in a path for a number that no other request of this run has. */
export const UNIQUE_NUMBER = '{turn}'

export interface RequestToSend {
  method?: string
  path: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

export interface LoadOrder extends Required<Omit<Load, 'asks'>> {
  requests: string[]
}

export interface LoadResult {
  count: number
  seconds: number
  failed: number
  firstFailure?: string
  bytes: number
  /** Latencies in milliseconds. */
  p50: number
  p95: number
  p99: number
  worst: number
}

/** Another process that asks, so that asking does not take the time of whoever answers. */
export class Driver {
  readonly #child: ChildProcess = fork(new URL('./load.ts', import.meta.url))

  /** Fails when an answer has another status than it must, or none came: a fast error is no speed, and a stall no time. */
  async run(load: Load): Promise<LoadResult> {
    const result = await this.runAnyhow(load)
    if (result.count === 0) throw new Error('nothing was answered while it was measured')
    if (result.failed > 0) throw new Error(`${result.failed} of ${result.count} failed, first ${result.firstFailure}`)
    return result
  }

  /** Counts failures instead. */
  runAnyhow(load: Load): Promise<LoadResult> {
    const {
      asks,
      host = '127.0.0.1',
      connections = 8,
      seconds = 1,
      atMost = 1e9,
      status = 200,
      pauseMs = 0,
      port,
    } = load
    const requests = asks.map((ask) => writeRequest(ask))
    return new Promise((resolve, reject) => {
      this.#child.once('message', (message: { result?: LoadResult; error?: string }) => {
        if (message.result) resolve(message.result)
        else reject(new Error(message.error))
      })
      this.#child.send({ requests, connections, seconds, atMost, status, pauseMs, host, port } satisfies LoadOrder)
    })
  }

  close(): void {
    this.#child.disconnect()
  }
}

function writeRequest({ method = 'GET', path, headers = {}, body }: RequestToSend): string {
  const text = body === undefined ? '' : Buffer.from(JSON.stringify(body)).toString('latin1')
  const all: Record<string, string> = { host: '127.0.0.1', ...headers }
  if (body !== undefined) {
    all['content-type'] = 'application/json'
    all['content-length'] = String(text.length)
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
