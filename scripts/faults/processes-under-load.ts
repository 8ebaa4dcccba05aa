import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  account,
  connectionsToEachProcess,
  listenAtEach,
  sendRequest,
  signIn,
  start,
  until,
} from '../../test/processes.ts'
import type { FaultContext } from './fault.ts'
import { writeBooks } from './killed-mid-scan.ts'

const BURST = 1000
const RPS = 100
const SECONDS = 8

/** One server of two processes on SQLite: limits, events and caches are correct in both while a scan runs. */
export async function processesUnderLoad({ folder, books: max, say, expect }: FaultContext): Promise<void> {
  // All series must fit on one page of a list.
  const books = Math.min(max, 8000)
  const root = join(folder, 'books')
  writeBooks(root, books)
  const { url, stop } = await start({
    data: join(folder, 'data'),
    settings: {
      SERVER__PROCESSES: '2',
      TASKS__WORKERS: '1',
      RATE_LIMIT__ENABLED: 'true',
      RATE_LIMIT__AUTHENTICATED__BURST: String(BURST),
      RATE_LIMIT__AUTHENTICATED__RPS: String(RPS),
    },
  })
  const as = await signIn(url)
  const [one, two] = Object.values(await connectionsToEachProcess(url)) as [Agent, Agent]
  const listeners = await listenAtEach(url, as)
  await sendRequest(url, 'users', { as, body: { ...account, username: 'eager' } })
  const { json } = await sendRequest(url, 'auth/login', { body: { ...account, username: 'eager' } })
  await sendRequest(url, 'libraries', { as, body: { name: 'Books', path: root, scanImmediately: true } })
  await until('the scan has begun', async () => (await sendRequest(url, 'books?pageSize=1', { as })).json.total > 20)

  const flood = floodFor(url, `Bearer ${json.accessToken}`, SECONDS)
  const stale = await writeAndLook(url, as, [one, two], SECONDS)
  const { allowed, refused, seconds } = await flood
  const fair = BURST + RPS * seconds
  const isScanning = listeners.every(({ heard }) => !heard.includes('scan_completed'))
  say(`${allowed} of ${allowed + refused} let in within ${seconds.toFixed(1)} s; the limit is ${Math.round(fair)}`)
  expect('both processes together keep the limit within a fifth', allowed > fair * 0.9 && allowed < fair * 1.2)
  say(`${stale.looked} changes made at one process and looked at on the other${isScanning ? ', during the scan' : ''}`)
  expect('none of them was seen late', stale.seen === 0 && stale.looked > 0)

  for (const { heard, close } of listeners) {
    await until('a listener hears of its end', () => heard.includes('scan_completed'), 120_000)
    close()
  }
  expect('listeners at both processes heard of it all', true)
  await until('all is read', async () => (await sendRequest(url, 'tasks/stats', { as })).json.pending === 0, 300_000)
  const totals = await Promise.all([one, two].map((agent) => sendRequest(url, 'books?pageSize=1', { as, agent })))
  expect(
    'both count the same books',
    totals.every((answer) => answer.json.total === books),
  )
  expect('it closes in order', (await stop()) === 0)
}

/** Sends as many requests as it can, over new connections, so that each process gets its share. */
async function floodFor(url: string, as: string, forSeconds: number) {
  const began = performance.now()
  let [allowed, refused] = [0, 0]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() - began < forSeconds * 1000) {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        for (let turn = 0; turn < 50; turn += 1) {
          const { status } = await sendRequest(url, 'auth/me', { as, agent })
          if (status === 200) allowed += 1
          else refused += 1
        }
        agent.destroy()
      }
    }),
  )
  return { allowed, refused, seconds: (performance.now() - began) / 1000 }
}

/**
 * What one process has confirmed the other must know at the next request: a title, a position in a book, an account.
 */
async function writeAndLook(url: string, as: string, agents: [Agent, Agent], forSeconds: number) {
  const { json } = await sendRequest(url, 'series?pageSize=1', { as })
  const series = `series/${json.data[0].id}`
  const end = performance.now() + forSeconds * 1000
  let [looked, seen] = [0, 0]
  while (performance.now() < end) {
    const [here, there] = looked % 2 === 0 ? agents : [agents[1], agents[0]]
    // The list is now cached by the other process.
    await sendRequest(url, 'series?pageSize=50', { as, agent: there })
    const title = `Title ${looked}`
    const changed = await sendRequest(url, `${series}/metadata`, { as, agent: here, method: 'PATCH', body: { title } })
    if (changed.status !== 200) throw new Error(`the title was not changed: ${changed.status}`)
    const list = await sendRequest(url, 'series?pageSize=500', { as, agent: there })
    if (!list.json.data.some((one: { title: string }) => one.title === title)) seen += 1
    looked += 1
    await sleep(30)
  }
  return { looked, seen }
}
