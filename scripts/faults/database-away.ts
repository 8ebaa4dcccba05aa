import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresDatabase } from '../../test/postgres.ts'
import { childrenOf, listen, sendRequest, signIn, start, until } from '../../test/processes.ts'
import { type FaultContext, memoryOf } from './fault.ts'

/** More requests than may wait for the database at the same time. */
const CROWD = 3000

/** PostgreSQL is stopped and started, and frozen and thawed, while clients read and write. */
export async function databaseAway({ postgres, folder, say, expect }: FaultContext): Promise<void> {
  const database = await createPostgresDatabase(postgres.url, { template: 'template0' })
  const settings = { DATABASE__URL: database.url, TASKS__WORKERS: '1' }
  const { url, child, stop } = await start({ data: join(folder, 'data'), settings })
  const as = await signIn(url)
  const listener = await listen(url, as)
  const acknowledged: string[] = []
  const statuses = new Map<number | string, number>()
  let longest = 0
  let isOver = false
  const load = Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      while (!isOver) {
        const began = performance.now()
        const body = n % 4 === 0 ? { name: 'k' } : undefined
        const { status, json } = await sendRequest(url, body ? 'api-keys' : 'books', { as, body, withinMs: 60_000 })
        longest = Math.max(longest, performance.now() - began)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 201) acknowledged.push(json.id)
        if (status >= 500) await sleep(50)
      }
    }),
  )
  const phase = async (name: string, ms: number) => {
    statuses.clear()
    longest = 0
    await sleep(ms)
    const summary = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    say(`${name}: ${summary || 'nothing answered'}; the longest took ${Math.round(longest)} ms`)
    return { only: (...allowed: number[]) => [...statuses.keys()].every((one) => allowed.includes(one as number)) }
  }
  await phase('there', 2000)
  await postgres.halt()
  const away = await phase('stopped', 4000)
  expect('nothing but 503 while it is stopped', away.only(503))
  expect('refused within a second', longest < 1000)
  await postgres.resume()
  await until('it answers again', async () => (await sendRequest(url, 'books', { as })).status === 200)
  const back = await phase('started', 3000)
  expect('all is well again', back.only(200, 201))
  expect('listeners were summary to look again', listener.heard.includes('resync'))

  const family = [postgres.pid(), ...(await childrenOf(postgres.pid()))]
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  const before = memoryOf(child.pid!)
  const crowd = Promise.all(Array.from({ length: CROWD }, () => sendRequest(url, 'books', { as, withinMs: 60_000 })))
  const asked = performance.now()
  const health = await sendRequest(url, '/health')
  expect('health says so within three seconds', health.status === 503 && performance.now() - asked < 3000)
  const frozen = await phase('frozen', 44_000)
  expect('nothing but 503 while it is frozen', frozen.only(503))
  expect('nobody waits longer than the limit of a question', longest < 45_000)
  const summary = await crowd
  expect(
    `a crowd of ${CROWD} is sent away`,
    summary.every(({ status }) => status === 503),
  )
  const during = memoryOf(child.pid!)
  say(`memory: ${before} MB before the crowd, ${during} MB after it`)
  expect('and is not remembered', during < before + 150)
  for (const pid of family) process.kill(pid, 'SIGCONT')
  await until('it answers again', async () => (await sendRequest(url, 'books', { as })).status === 200)
  const thawed = await phase('thawed', 3000)
  expect('all is well again', thawed.only(200, 201))
  isOver = true
  await load
  const { json } = await sendRequest(url, 'api-keys', { as })
  const known = new Set(json.map(({ id }: { id: string }) => id))
  expect(
    `all ${acknowledged.length} acknowledged writes are there`,
    acknowledged.every((id) => known.has(id)),
  )
  listener.close()
  expect('it closes in order', (await stop()) === 0)
  await database.drop()
}
