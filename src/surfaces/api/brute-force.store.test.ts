import { describe, expect, it } from 'vitest'
import { basic, openAccessServer, password } from './access.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('guessing passwords on %s', (kind) => {
  it('has to wait after ten failures with one account, wherever they come from', async () => {
    let time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    const root = await server.setUp()
    const { key } = await server.addKey(root)
    const other = await server.openAnother()
    const guess = (i: number, secret = `guess number ${i}`) => {
      const asked = i % 2 === 0 ? server : other
      return asked.ask('POST', 'auth/login', { body: { username: 'ROOT', password: secret }, from: `198.51.100.${i}` })
    }
    for (let i = 1; i <= 10; i += 1) expect((await guess(i)).status).toBe(401)
    const blocked = await guess(11, password)
    expect(blocked.status).toBe(429)
    const seconds = Number(blocked.headers['retry-after'])
    expect(seconds).toBeGreaterThan(880)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(blocked.body).toEqual({ error: 'rate_limit_exceeded', message: expect.any(String), retry_after: seconds })
    expect((await server.ask('GET', 'auth/me', { as: basic('root', password) })).status).toBe(429)

    // What was given out before still counts: nobody is locked out of a running app by somebody else's guesses.
    expect((await server.ask('GET', 'auth/me', { as: root })).status).toBe(200)
    expect((await server.ask('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(200)

    time += 15 * 60_000
    expect((await guess(12, password)).status).toBe(200)
  })

  it('has to wait after ten failures from one address, and one own account does not buy more', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    await server.addUser(root, 'eve', 'reader')
    const login = (username: string, secret: string, from = '198.51.100.9') =>
      server.ask('POST', 'auth/login', { body: { username, password: secret }, from })
    for (let i = 1; i <= 9; i += 1) expect((await login(`user${i}`, 'x')).status).toBe(401)
    expect((await login('eve', password)).status).toBe(200)
    expect((await login('user10', 'x')).status).toBe(401)
    expect((await login('user11', 'x')).status).toBe(429)
    expect((await login('eve', password)).status).toBe(429)
    expect((await login('eve', password, '198.51.100.10')).status).toBe(200)
  })

  it('counts guesses that come at the same time', async () => {
    const server = await openAccessServer(kind)
    await server.setUp()
    const guesses = Array.from({ length: 30 }, (_, i) =>
      server.ask('POST', 'auth/login', { body: { username: 'root', password: `guess ${i}` }, from: `198.51.100.${i}` }),
    )
    const statuses = (await Promise.all(guesses)).map((one) => one.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('is forgotten for an account after a good sign-in', async () => {
    const server = await openAccessServer(kind)
    await server.setUp()
    const login = (i: number, secret: string) =>
      server.ask('POST', 'auth/login', { body: { username: 'root', password: secret }, from: `198.51.100.${i}` })
    for (let i = 1; i <= 9; i += 1) await login(i, 'wrong password')
    expect((await login(10, password)).status).toBe(200)
    for (let i = 11; i <= 20; i += 1) expect((await login(i, 'wrong password')).status).toBe(401)
    const names = await server.db.query.selectFrom('login_failure').select('name').execute()
    expect(names.map((row) => row.name).join()).not.toContain('root')
  })
})
