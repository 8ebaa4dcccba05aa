import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, it, vi } from 'vitest'
import { openBufferPool } from '../../images/buffer-pool.ts'
import { sendPooledBuffer } from './send-pooled-buffer.ts'

const SIZE = 4_000_000
const pool = openBufferPool()
const inUse = new Set<ArrayBufferLike>()
const seen = new Set<ArrayBufferLike>()
const app = Fastify()
let ended = 0
app.get('/:letter', (request, reply) => {
  const pooled = pool.acquire(SIZE)
  const memory = pooled.bytes.buffer
  // Memory that the socket hasn't sent yet must not be reused.
  expect(inUse.has(memory)).toBe(false)
  inUse.add(memory)
  seen.add(memory)
  pooled.bytes.fill((request.params as { letter: string }).letter)
  reply.raw.once('close', () => ended++)
  const release = () => {
    inUse.delete(memory)
    pooled.release()
  }
  return sendPooledBuffer(reply, { bytes: pooled.bytes, release })
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
afterAll(() => app.close())

/** Hangs up as soon as the first bytes arrive: most of the response is still in transit. */
function hangUp(letter: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('close', () => resolve())
    socket.once('data', () => socket.resetAndDestroy())
    socket.write(`GET /${letter} HTTP/1.1\r\nhost: x\r\n\r\n`)
  })
}

async function readAll(letter: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/${letter}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.equals(Buffer.alloc(SIZE, letter))).toBe(true)
}

it('sends each client its own bytes while others disconnect half-way', { timeout: 120_000 }, async () => {
  let asked = 0
  for (let round = 0; round < 5; round++) {
    const readers = ['a', 'b', 'c'].map(readAll)
    const leavers = ['x', 'y', 'z'].map(hangUp)
    asked += readers.length + leavers.length
    await Promise.all([...readers, ...leavers])
  }
  // Memory of aborted responses isn't reused; that of complete ones is.
  await vi.waitFor(() => expect(ended).toBe(asked), 60_000)
  expect(seen.size).toBeLessThan(asked)
})
