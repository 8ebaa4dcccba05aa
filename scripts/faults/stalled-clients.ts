import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeZip } from '../../bench/sample-library/zip.ts'
import { openBelow, sendRequest, signIn, start, until } from '../../test/processes.ts'
import { type FaultContext, memoryOf } from './fault.ts'

/** Two hundred clients request a large book and don't read it. */
export async function stalledClients({ folder, say, expect }: FaultContext): Promise<void> {
  const root = join(folder, 'books')
  mkdirSync(root)
  const page = Buffer.alloc(40 << 20)
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64').copy(page)
  writeFileSync(join(root, 'large.cbz'), makeZip([{ name: '1.gif', bytes: page }], 'large'))
  const { url, child, stop } = await start({ data: join(folder, 'data'), settings: { TASKS__WORKERS: '1' } })
  const as = await signIn(url)
  await sendRequest(url, 'libraries', { as, body: { name: 'Books', path: root, scanImmediately: true } })
  await until('the book is there', async () => (await sendRequest(url, 'books', { as })).json.data.length === 1)
  const { json } = await sendRequest(url, 'books', { as })
  await sleep(5000)
  const before = memoryOf(child.pid!)
  const { hostname, port } = new URL(url)
  let closed = 0
  const path = `/api/v1/books/${json.data[0].id}/file`
  for (let n = 0; n < 200; n += 1) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.pause()
    socket.on('error', () => {})
    socket.on('close', () => (closed += 1))
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: ${as}\r\n\r\n`)
  }
  await sleep(5000)
  const during = memoryOf(child.pid!)
  say(`memory: ${before} MB before, ${during} MB with 200 clients that do not read 40 MB each`)
  expect('what waits for them is bounded', during - before < 400)
  expect('others are served', (await sendRequest(url, 'books', { as })).status === 200)
  const began = performance.now()
  // A paused socket doesn't notice: count the server's connections instead.
  await until('they are let go', async () => (await openBelow(root, child.pid!)) === 0, 300_000)
  say(`let go after ${Math.round((performance.now() - began) / 1000 + 5)} s (${closed} noticed)`)
  await stop()
}
