import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest, signIn, start, until } from '../../test/processes.ts'
import { type FaultContext, memoryOf } from './fault.ts'

/** Thousands of clients keep the page open, leave, and return. */
export async function manyListeners({ folder, listeners, say, expect }: FaultContext): Promise<void> {
  // All of them are the same user.
  const settings = { LIMITS__STREAMS: String(listeners) }
  const { url, child, stop } = await start({ data: join(folder, 'data'), settings })
  const as = await signIn(url)
  await sleep(12_000)
  const before = memoryOf(child.pid!)
  const after: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    const { sockets, received } = await gather(url, as, listeners)
    const during = memoryOf(child.pid!)
    const began = performance.now()
    await sendRequest(url, 'admin/settings/scanner.watch', { as, method: 'PUT', body: { value: round % 2 === 1 } })
    await until('all have heard', () => received.news === listeners, 60_000)
    say(`${listeners} listeners: news to all in ${Math.round(performance.now() - began)} ms`)
    const slowest = await latency(url, as)
    say(`a list among them took ${slowest} ms at most`)
    expect('requests stay quick', slowest < 500)
    for (const socket of sockets) socket.destroy()
    await sleep(20_000)
    after.push(memoryOf(child.pid!))
    say(`memory: ${before} MB before, ${during} MB with them, ${after.at(-1)} MB after`)
  }
  expect('memory is back at rest', after[0]! < before + 80)
  // The second crowd fragments memory that the first didn't; a leak would be the same each time.
  expect('and does not go on growing with each crowd', after[2]! < after[1]! + 15)
  await stop()
}

async function gather(url: string, as: string, listeners: number) {
  const { hostname, port } = new URL(url)
  const received = { welcome: 0, news: 0 }
  const sockets: Socket[] = []
  for (let n = 0; n < listeners; n += 1) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${1 + (n % 200)}` })
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (text.includes('welcome')) received.welcome += 1
      if (text.includes('settings_updated')) received.news += 1
    })
    socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: ${as}\r\n\r\n`)
    sockets.push(socket)
    if (n % 200 === 199) await sleep(50)
  }
  await until('all listen', () => received.welcome === listeners, 120_000)
  return { sockets, received }
}

async function latency(url: string, as: string): Promise<number> {
  let slowest = 0
  for (let i = 0; i < 50; i += 1) {
    const began = performance.now()
    await sendRequest(url, 'books', { as })
    slowest = Math.max(slowest, performance.now() - began)
  }
  return Math.round(slowest)
}
