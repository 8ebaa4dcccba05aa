import { describe, expect, it } from 'vitest'
import { basic, openAccessServer, password } from './mount-account-routes.fixture.ts'

type AccessServer = Awaited<ReturnType<typeof openAccessServer>>

const login = (
  server: Pick<AccessServer, 'request'>,
  username: string,
  secret: string,
  more: { from?: string; cookie?: string } = {},
) =>
  server.request('POST', 'auth/login', {
    body: { username, password: secret },
    from: more.from ?? '198.51.100.9',
    headers: { cookie: more.cookie },
  })

describe.each(['sqlite', 'postgres'] as const)('guessing passwords on %s', (kind) => {
  it('is delayed longer and longer per account and address, by user name or email, on every server', async () => {
    let time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    const root = await server.setUp()
    await server.addUser(root, 'ann', 'reader', { email: 'ann@example.org' })
    const other = await server.openAnother()
    for (let i = 1; i <= 5; i += 1) {
      const asked = i % 2 === 0 ? server : other
      const name = i % 2 === 0 ? 'ANN' : 'ann@example.org'
      expect((await login(asked, name, `guess number ${i}`)).status).toBe(401)
    }
    const blocked = await login(server, 'ann', password)
    expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '1'])
    expect(blocked.body).toEqual({ error: 'rate_limit_exceeded', message: expect.any(String), retry_after: 1 })
    const waits = []
    for (let i = 6; i <= 18; i += 1) {
      time += Number((await login(server, 'ann', 'refused')).headers['retry-after']) * 1000
      expect((await login(server, 'ann', `guess number ${i}`)).status).toBe(401)
      waits.push(Number((await login(server, 'ann', 'refused')).headers['retry-after']))
    }
    expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16])
    expect(waits.at(-1)).toBe(900)
    time += 900_000
    expect((await login(server, 'ann', password)).status).toBe(200)
    expect((await login(server, 'ann', 'wrong again')).status).toBe(401)
  })

  it('is forgotten when the clock is set back: nobody has to wait until it gets there again', async () => {
    const now = Date.now()
    let time = now + 400 * 86_400_000
    const server = await openAccessServer(kind, { now: () => time })
    await server.setUp()
    for (let i = 1; i <= 120; i += 1) await login(server, i < 8 ? 'root' : `user ${i}`, `guess ${i}`)
    expect((await login(server, 'root', password)).status).toBe(429)
    time = now
    expect((await login(server, 'root', 'a guess')).status).toBe(401)
    expect((await login(server, 'root', password)).status).toBe(200)
    // Of two servers whose clocks differ a little, both still count.
    const statuses = []
    for (let i = 1; i <= 7; i += 1) {
      time = now + (i % 2) * 60_000
      statuses.push((await login(server, 'root', `guess again ${i}`)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })

  it('does not lock out the owner: from another address, in a known browser, with a session, a key or an app', async () => {
    const time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    const root = await server.setUp()
    const { key } = await server.addKey(root)
    const app = { as: basic('root', password), from: '198.51.100.9', headers: { 'user-agent': 'An app' } }
    expect((await server.request('GET', 'auth/me', app)).status).toBe(200)
    const before = await login(server, 'root', password)
    const cookies = ([] as string[]).concat(before.headers['set-cookie'] as string[]).map((line) => line.split(';')[0]!)
    const device = cookies.find((one) => one.startsWith('lectern_device='))!
    const session = cookies.find((one) => one.startsWith('lectern_session='))!
    for (let i = 1; i <= 120; i += 1) await login(server, i % 2 === 0 ? 'root' : `user ${i}`, `guess ${i}`)
    expect((await login(server, 'root', password)).status).toBe(429)
    expect((await login(server, 'root', password, { from: '203.0.113.50' })).status).toBe(200)
    expect((await login(server, 'root', password, { cookie: device })).status).toBe(200)
    expect((await login(server, 'root', password, { cookie: session })).status).toBe(200)
    expect((await server.request('GET', 'auth/me', app)).status).toBe(200)
    expect((await server.request('GET', 'auth/me', { as: root })).status).toBe(200)
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(200)
    // A known browser counts only its own failures, and a forged cookie isn't known.
    const statuses = []
    for (let i = 1; i <= 7; i += 1) statuses.push((await login(server, 'root', `mine ${i}`, { cookie: device })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const forged = `${device.slice(0, -3)}abc`
    expect((await login(server, 'root', password, { cookie: forged })).status).toBe(429)
  })

  it('meets a wider bound from one address over all accounts, and one own account does not buy more', async () => {
    const time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    const root = await server.setUp()
    await server.addUser(root, 'eve', 'reader')
    for (let i = 1; i <= 99; i += 1) expect((await login(server, `user${i}`, 'wrong')).status).toBe(401)
    expect((await login(server, 'eve', password)).status).toBe(200)
    expect((await login(server, 'user100', 'wrong')).status).toBe(401)
    expect((await login(server, 'user101', 'wrong')).status).toBe(429)
    expect((await login(server, 'root', password)).status).toBe(429)
    expect((await login(server, 'root', password, { from: '198.51.100.10' })).status).toBe(200)
  })

  it('is not assumed of an app that repeats an old password, which locks no one out', async () => {
    const time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    const root = await server.setUp()
    await server.addUser(root, 'ann', 'reader')
    const old = { as: basic('ann', 'the old password'), from: '198.51.100.9' }
    for (let i = 1; i <= 40; i += 1) expect((await server.request('GET', 'auth/me', old)).status).toBe(401)
    expect((await login(server, 'ann', password)).status).toBe(200)
    expect((await login(server, 'root', password)).status).toBe(200)
    // A sign-in form is delayed after the same wrong password as after any other.
    const statuses = []
    for (let i = 1; i <= 8; i += 1) statuses.push((await login(server, 'ann', 'the old password')).status)
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(8)
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  })

  it('counts guesses that come at the same time', async () => {
    const time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    await server.setUp()
    const guesses = Array.from({ length: 30 }, (_, i) => login(server, 'root', `guess ${i}`))
    const statuses = (await Promise.all(guesses)).map((one) => one.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
    const names = await server.db.query.selectFrom('login_failure').select('name').execute()
    expect(names.map((row) => row.name).join()).not.toContain('root')
  })

  it('is logged with its address, and without the name that was typed', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    await login(server, 'my secret typed as a name', 'x')
    for (let i = 1; i <= 7; i += 1) await login(server, 'root', `guess ${i}`)
    const { body } = await server.request('GET', 'admin/audit?address=198.51.100.9', { as: root })
    const events = body.data.map((entry: { event: string }) => entry.event)
    expect(events).toEqual(['sign_in_blocked', ...Array(6).fill('sign_in_failed')])
    expect(JSON.stringify(body)).not.toContain('my secret')
    expect(server.lines.filter((line) => line.includes('Sign-in failed from 198.51.100.9'))).toHaveLength(6)
    expect(server.lines.join()).not.toContain('my secret')
  })
})
