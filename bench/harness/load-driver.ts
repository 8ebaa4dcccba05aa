import { type ChildProcess, fork } from 'node:child_process'

/** The requests to send, how often and over how many connections. */
export interface Load {
  /** By default this machine. */
  host?: string
  port: number
  asks: readonly RequestToSend[]
  connections?: number
  seconds?: number
  atMost?: number
  /** The status that every response must have. */
  status?: number
  /** How long each connection waits between a response and its next request. */
  pauseMs?: number
}

/** A placeholder in a path for a number that no other request of this run has. */
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

/** A separate process that sends requests, so that sending doesn't take time from the server. */
export class Driver {
  readonly #child: ChildProcess = fork(new URL('./load.ts', import.meta.url))

  /**
   * Fails if a response has the wrong status, or there is none: a fast error isn't speed, and a stall isn't a
   * measurement.
   */
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
