import { join } from 'node:path'
import { account, ask, signIn, start } from '../../test/processes.ts'
import type { FaultHouse } from './fault.ts'

/** A thousand people sign in at the same moment, each from an address of their own. */
export async function manyLogins({ folder, say, expect }: FaultHouse): Promise<void> {
  const settings = { SERVER__TRUSTED_PROXIES: '127.0.0.1' }
  const { url, stop } = await start({ data: join(folder, 'data'), settings })
  const as = await signIn(url)
  const statuses = new Map<number, number>()
  const began = performance.now()
  const logins = Promise.all(
    Array.from({ length: 1000 }, async (_, n) => {
      const response = await fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` },
        body: JSON.stringify({ ...account, username: n % 2 === 0 ? account.username : `nobody ${n}` }),
      })
      await response.arrayBuffer()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }),
  )
  let slowest = 0
  let isOver = false
  void logins.then(() => {
    isOver = true
  })
  while (!isOver) {
    const asked = performance.now()
    await ask(url, 'books', { as })
    slowest = Math.max(slowest, performance.now() - asked)
  }
  await logins
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  say(`${told} in ${Math.round(performance.now() - began)} ms; a list meanwhile took ${Math.round(slowest)} ms at most`)
  expect('every login is answered, none with a fault', !statuses.has(500))
  expect('others are served meanwhile', slowest < 2000)
  await stop()
}
