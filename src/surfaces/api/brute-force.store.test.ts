import { describe, expect, it } from 'vitest'
import { basic, openAccessHouse, password } from './access.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('guessing passwords on %s', (kind) => {
  it('has to wait after ten failures with one account, wherever they come from', async () => {
    let time = Date.now()
    const house = await openAccessHouse(kind, { now: () => time })
    const root = await house.setUp()
    const { key } = await house.addKey(root)
    const other = await house.openAnother()
    const guess = (i: number, secret = `guess number ${i}`) => {
      const server = i % 2 === 0 ? house : other
      return server.ask('POST', 'auth/login', { body: { username: 'ROOT', password: secret }, from: `198.51.100.${i}` })
    }
    for (let i = 1; i <= 10; i += 1) expect((await guess(i)).status).toBe(401)
    const blocked = await guess(11, password)
    expect(blocked.status).toBe(429)
    const seconds = Number(blocked.headers['retry-after'])
    expect(seconds).toBeGreaterThan(880)
    expect(seconds).toBeLessThanOrEqual(900)
    expect(blocked.body).toEqual({ error: 'rate_limit_exceeded', message: expect.any(String), retry_after: seconds })
    expect((await house.ask('GET', 'auth/me', { as: basic('root', password) })).status).toBe(429)

    // What was given out before still counts: nobody is locked out of a running app by somebody else's guesses.
    expect((await house.ask('GET', 'auth/me', { as: root })).status).toBe(200)
    expect((await house.ask('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(200)

    time += 15 * 60_000
    expect((await guess(12, password)).status).toBe(200)
  })

  it('has to wait after ten failures from one address, and one own account does not buy more', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    await house.addUser(root, 'eve', 'reader')
    const login = (username: string, secret: string, from = '198.51.100.9') =>
      house.ask('POST', 'auth/login', { body: { username, password: secret }, from })
    for (let i = 1; i <= 9; i += 1) expect((await login(`user${i}`, 'x')).status).toBe(401)
    expect((await login('eve', password)).status).toBe(200)
    expect((await login('user10', 'x')).status).toBe(401)
    expect((await login('user11', 'x')).status).toBe(429)
    expect((await login('eve', password)).status).toBe(429)
    expect((await login('eve', password, '198.51.100.10')).status).toBe(200)
  })

  it('counts guesses that come at the same time', async () => {
    const house = await openAccessHouse(kind)
    await house.setUp()
    const guesses = Array.from({ length: 30 }, (_, i) =>
      house.ask('POST', 'auth/login', { body: { username: 'root', password: `guess ${i}` }, from: `198.51.100.${i}` }),
    )
    const statuses = (await Promise.all(guesses)).map((one) => one.status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it('is forgotten for an account after a good sign-in', async () => {
    const house = await openAccessHouse(kind)
    await house.setUp()
    const login = (i: number, secret: string) =>
      house.ask('POST', 'auth/login', { body: { username: 'root', password: secret }, from: `198.51.100.${i}` })
    for (let i = 1; i <= 9; i += 1) await login(i, 'wrong password')
    expect((await login(10, password)).status).toBe(200)
    for (let i = 11; i <= 20; i += 1) expect((await login(i, 'wrong password')).status).toBe(401)
    const names = await house.db.query.selectFrom('login_failure').select('name').execute()
    expect(names.map((row) => row.name).join()).not.toContain('root')
  })
})
