import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { account, sendRequest, signIn, start } from '../../test/processes.ts'
import { type FaultContext, memoryOf } from './fault.ts'

const PEOPLE = 1000

/** A thousand users sign in at the same moment, each with their own account and address. */
export async function manyLogins({ folder, say, expect }: FaultContext): Promise<void> {
  const settings = { SERVER__TRUSTED_PROXIES: '127.0.0.1' }
  const data = join(folder, 'data')
  const { url, child, stop } = await start({ data, settings })
  const as = await signIn(url)
  makeAccounts(data)
  const statuses = new Map<number, number>()
  const tokens = new Set<string>()
  const began = performance.now()
  const logins = Promise.all(
    Array.from({ length: PEOPLE }, async (_, n) => {
      const response = await fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` },
        body: JSON.stringify({ ...account, username: `reader-${n}` }),
      })
      const { accessToken } = (await response.json()) as { accessToken?: string }
      if (accessToken) tokens.add(accessToken)
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
    await sendRequest(url, 'books', { as })
    slowest = Math.max(slowest, performance.now() - asked)
  }
  await logins
  const summary = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  say(
    `${summary} in ${Math.round(performance.now() - began)} ms; a list meanwhile took ${Math.round(slowest)} ms at most`,
  )
  say(`memory after them: ${memoryOf(child.pid!)} MB`)
  expect(
    'each is let in, or summary to come again',
    [...statuses.keys()].every((one) => [200, 429, 503].includes(one)),
  )
  expect('most are let in', (statuses.get(200) ?? 0) > PEOPLE / 2)
  expect('others are served meanwhile', slowest < 2000)
  const [first] = tokens
  const me = await sendRequest(url, 'auth/me', { as: `Bearer ${first}` })
  expect('and each is who they are', tokens.size === statuses.get(200) && /^reader-/.test(me.json.username))
  expect('it closes in order', (await stop()) === 0)
}

/** With the password hash of the only account: hashing a thousand would take longer than the sign-ins. */
function makeAccounts(data: string): void {
  const database = new DatabaseSync(join(data, 'lectern.db'), { timeout: 10_000 })
  const insert =
    database.prepare(`insert into user (uid, username, username_key, password_hash, role, created_at, updated_at)
    select ?, ?, ?, password_hash, 'reader', created_at, updated_at from user where username = ?`)
  database.exec('begin immediate')
  for (let n = 0; n < PEOPLE; n += 1) insert.run(randomBytes(16), `reader-${n}`, `reader-${n}`, account.username)
  database.exec('commit')
  database.close()
}
