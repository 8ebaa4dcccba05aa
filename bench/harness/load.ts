import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type LoadOrder, type LoadResult, UNIQUE_NUMBER } from './load-driver.ts'

/**
 * The process that sends requests. It writes prepared bytes and reads no more of a response than its status and its
 * end, so that it measures the server and not the client.
 */
process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send!({ result }),
    (error: unknown) => process.send!({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

async function run(order: LoadOrder): Promise<LoadResult> {
  const requests = order.requests.map((one) => writerOf(one))
  const latencies: number[] = []
  const result: LoadResult = { count: 0, seconds: 0, failed: 0, bytes: 0, p50: 0, p95: 0, p99: 0, worst: 0 }
  const began = performance.now()
  const until = began + order.seconds * 1000
  let next = 0
  await Promise.all(
    Array.from({ length: order.connections }, async () => {
      const line = await openLine(order.host, order.port)
      while (result.count < order.atMost && performance.now() < until) {
        const request = requests[next++ % requests.length]!()
        const asked = performance.now()
        const answer = await line.ask(request)
        latencies.push(performance.now() - asked)
        result.count++
        result.bytes += answer.bytes
        if (answer.status !== order.status) {
          result.failed++
          result.firstFailure ??= `${answer.status} for ${request.toString('latin1').split('\r\n', 1)[0]}`
        }
        if (order.pauseMs > 0) await sleep(order.pauseMs)
      }
      line.close()
    }),
  )
  result.seconds = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { ...result, p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: latencies.at(-1) ?? 0 }
}

let turns = 0

/** Prepared bytes, unless each request has to be different. */
function writerOf(request: string): () => Buffer {
  const [before, after] = request.split(UNIQUE_NUMBER, 2)
  if (after === undefined) {
    const bytes = Buffer.from(request, 'latin1')
    return () => bytes
  }
  return () => Buffer.from(`${before}${turns++}${after}`, 'latin1')
}

interface Line {
  ask(request: Buffer): Promise<{ status: number; bytes: number }>
  close(): void
}

/** One persistent connection. Responses are whole or chunked; one request at a time is in progress. */
async function openLine(host: string, port: number): Promise<Line> {
  const socket = connect({ port, host, noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let head: Buffer = Buffer.alloc(0)
  let left = -1
  let isChunked = false
  let status = 0
  let bytes = 0
  let tail = ''
  let done: { resolve(answer: { status: number; bytes: number }): void; reject(error: Error): void } | undefined

  const finish = () => {
    head = Buffer.alloc(0)
    left = -1
    tail = ''
    const waiting = done
    done = undefined
    waiting?.resolve({ status, bytes })
  }
  const takeBody = (chunk: Buffer) => {
    if (isChunked) {
      tail = (tail + chunk.subarray(-7).toString('latin1')).slice(-7)
      if (tail.endsWith('\r\n0\r\n\r\n')) finish()
      return
    }
    left -= chunk.length
    if (left <= 0) finish()
  }
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (left >= 0) return takeBody(chunk)
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const text = head.toString('latin1', 0, end)
    status = Number(text.slice(9, 12))
    isChunked = /\r\ntransfer-encoding: chunked/i.test(text)
    left = status === 304 || status === 204 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
    takeBody(head.subarray(end + 4))
  })
  socket.on('close', () => done?.reject(new Error('the server closed the connection')))
  socket.on('error', (error) => done?.reject(error))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        bytes = 0
        done = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}
