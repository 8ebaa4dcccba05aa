import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { hashQueueLimits } from '../../catalog/access/password-hash.ts'
import { basic, openAccessServer, password } from './mount-account-routes.fixture.ts'

const sessionCookie = (headers: Record<string, unknown>) => {
  const line = String([headers['set-cookie']].flat()[0])
  return { line, pair: line.split(';')[0]! }
}

describe.each(['sqlite', 'postgres'] as const)('signing in on %s', (kind) => {
  it('creates the first admin once', async () => {
    const server = await openAccessServer(kind)
    expect((await server.request('GET', 'setup/status')).body).toEqual({
      setupRequired: true,
      setupTokenRequired: false,
    })
    const body = { username: 'Ada', email: 'ada@example.org', password }
    const tries = await Promise.all([1, 2, 3].map(() => server.request('POST', 'setup/initialize', { body })))
    expect(tries.map((one) => one.status).sort()).toEqual([201, 409, 409])
    const made = tries.find((one) => one.status === 201)!
    expect(made.body).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 86_400,
      user: { username: 'Ada', email: 'ada@example.org', role: 'admin', permissions: [] },
    })
    expect(made.body.user.effectivePermissions).toHaveLength(21)
    expect((await server.request('GET', 'setup/status')).body).toEqual({
      setupRequired: false,
      setupTokenRequired: false,
    })
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${made.body.accessToken}` })).body).toEqual(
      made.body.user,
    )
  })

  it('refuses weak passwords and impossible names for the first admin', async () => {
    const server = await openAccessServer(kind)
    for (const [username, secret] of [
      ['ada', 'short'],
      ['ada', 'password123'],
      ['adalovelace', 'AdaLovelace'],
      ['a:b', password],
      ['   ', password],
      ['api', password],
    ]) {
      const refused = await server.request('POST', 'setup/initialize', { body: { username, password: secret } })
      expect([username, secret, refused.status, refused.body.error]).toEqual([
        username,
        secret,
        400,
        'validation_failed',
      ])
      expect(JSON.stringify(refused.body)).not.toContain(secret)
    }
  })

  it('takes the user name or the email address, in any case', async () => {
    const server = await openAccessServer(kind)
    await server.request('POST', 'setup/initialize', { body: { username: 'Ada', email: 'ada@example.org', password } })
    for (const username of ['ada', 'ADA', 'Ada@Example.org']) {
      const { status, body, headers } = await server.request('POST', 'auth/login', { body: { username, password } })
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual(['accessToken', 'expiresIn', 'refreshToken', 'tokenType', 'user'])
      expect(sessionCookie(headers).line).toMatch(
        /^lectern_session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      )
    }
    expect(server.lines.join('\n')).not.toContain(password)
  })

  it('answers the same for an unknown name, a wrong password and a disabled account', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const { id } = await server.addUser(root, 'off', 'reader')
    await server.request('PATCH', `users/${id}`, { as: root, body: { isActive: false } })
    const people = [
      { username: 'nobody', password },
      { username: 'root', password: 'not the password' },
      { username: 'off', password },
    ]
    const signIn = (body: object) => server.request('POST', 'auth/login', { body })
    const answers = []
    for (const person of people) answers.push(await signIn(person).then(({ status, body }) => [status, body]))
    expect(answers[0]).toEqual([401, { error: 'invalid_credentials', message: expect.any(String) }])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    // An unknown name costs a hash like any other, so that timing reveals nothing: if none can be computed, the
    // response is the same too.
    const limits = { ...hashQueueLimits }
    Object.assign(hashQueueLimits, { maxRunning: 0, maxWaiting: 0 })
    const refused = await Promise.all(people.map((one) => signIn({ ...one, password: `another ${one.password}` })))
    Object.assign(hashQueueLimits, limits)
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503])
  })

  it('rotates refresh tokens, and ends the session if one is used twice', async () => {
    const server = await openAccessServer(kind)
    await server.setUp()
    const first = await server.signIn('root')
    const other = await server.signIn('root')
    const refresh = (refreshToken: string) => server.request('POST', 'auth/refresh', { body: { refreshToken } })
    const second = await refresh(first.refreshToken)
    expect(second.status).toBe(200)
    expect(second.body.user.username).toBe('root')
    expect(second.body.refreshToken).not.toBe(first.refreshToken)
    const as = `Bearer ${second.body.accessToken}`
    expect((await server.request('GET', 'auth/me', { as })).status).toBe(200)

    expect((await refresh(first.refreshToken)).body.error).toBe('invalid_token')
    expect((await refresh(second.body.refreshToken)).body.error).toBe('invalid_token')
    expect((await server.request('GET', 'auth/me', { as })).body.error).toBe('invalid_token')
    expect((await refresh(other.refreshToken)).status).toBe(200)
    expect((await refresh('lrt_made-up')).status).toBe(401)
    const stored = JSON.stringify(await server.db.query.selectFrom('refresh_token').selectAll().execute())
    expect(stored).not.toContain(other.refreshToken)
  })

  it('lets only one of two refreshes with the same token through', async () => {
    const server = await openAccessServer(kind)
    await server.setUp()
    const { refreshToken } = await server.signIn('root')
    const both = await Promise.all([1, 2].map(() => server.request('POST', 'auth/refresh', { body: { refreshToken } })))
    expect(both.map((one) => one.status).sort()).toEqual([200, 401])
  })

  it('ends only this session, immediately and on every server', async () => {
    const server = await openAccessServer(kind)
    await server.setUp()
    const another = await server.openAnother()
    const mine = await server.signIn('root')
    const other = await server.signIn('root')
    const as = `Bearer ${mine.accessToken}`
    expect((await another.request('GET', 'auth/me', { as })).status).toBe(200)
    const out = await server.request('POST', 'auth/logout', { as })
    expect(out.status).toBe(204)
    expect(sessionCookie(out.headers).line).toContain('Max-Age=0')
    for (const each of [server, another]) {
      expect((await each.request('GET', 'auth/me', { as })).body.error).toBe('invalid_token')
    }
    const refreshed = await server.request('POST', 'auth/refresh', { body: { refreshToken: mine.refreshToken } })
    expect(refreshed.status).toBe(401)
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${other.accessToken}` })).status).toBe(200)
  })

  it('distinguishes an expired token from a forged one', async () => {
    let time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    await server.setUp()
    const { accessToken, user } = await server.signIn('root')
    const forge = (secret: string, alg = 'HS256') =>
      new SignJWT({ sid: '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90' })
        .setProtectedHeader({ alg })
        .setSubject(user.id)
        .setIssuer('lectern')
        .setAudience('access')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${accessToken.split('.')[1]}.`
    const errorOf = async (token: string) => {
      const { status, body } = await server.request('GET', 'auth/me', { as: `Bearer ${token}` })
      return [status, body.error]
    }
    expect(await errorOf(await forge('y'.repeat(48)))).toEqual([401, 'invalid_token'])
    expect(await errorOf(await forge('x'.repeat(48)))).toEqual([401, 'invalid_token'])
    expect(await errorOf(unsigned)).toEqual([401, 'invalid_token'])
    expect(await errorOf('nonsense')).toEqual([401, 'invalid_token'])
    expect(await errorOf('')).toEqual([401, 'invalid_token'])
    expect((await server.request('GET', 'auth/me', { as: 'Digest x' })).body.error).toBe('unauthorized')
    expect((await server.request('GET', 'auth/me')).body.error).toBe('unauthorized')
    expect(await errorOf(accessToken)).toEqual([200, undefined])
    time += 86_400_001
    expect(await errorOf(accessToken)).toEqual([401, 'token_expired'])
  })

  it('works by cookie in a browser, and extends the cookie when the page is opened again', async () => {
    let time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    await server.setUp()
    const login = await server.request('POST', 'auth/login', { body: { username: 'root', password } })
    const cookie = sessionCookie(login.headers).pair
    const me = () => server.request('GET', 'auth/me', { headers: { cookie } })
    const fresh = await me()
    expect([fresh.status, fresh.body.username, fresh.headers['set-cookie']]).toEqual([200, 'root', undefined])
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${cookie.split('=')[1]}` })).status).toBe(401)

    time += 20 * 86_400_000
    const later = await me()
    expect(later.status).toBe(200)
    const renewed = sessionCookie(later.headers).pair
    time += 20 * 86_400_000
    expect((await me()).body.error).toBe('token_expired')
    const still = await server.request('GET', 'auth/me', { headers: { cookie: renewed } })
    expect(still.status).toBe(200)

    const foreign = { cookie: renewed, 'sec-fetch-site': 'cross-site' }
    expect((await server.request('POST', 'auth/logout', { headers: foreign })).status).toBe(403)
    expect((await server.request('POST', 'auth/logout', { headers: { cookie: renewed } })).status).toBe(204)
    expect((await server.request('GET', 'auth/me', { headers: { cookie: renewed } })).status).toBe(401)
  })

  it('a stale cookie does not prevent a new sign-in', async () => {
    const server = await openAccessServer(kind)
    await server.setUp()
    const headers = { cookie: 'lectern_session=rubbish' }
    expect((await server.request('POST', 'auth/login', { headers, body: { username: 'root', password } })).status).toBe(
      200,
    )
  })

  it('sets a secure cookie below the base path where the server is reached by https', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.server.public_url = 'https://books.example.org/lectern'
      },
    })
    const { headers } = await server.request('POST', 'setup/initialize', { body: { username: 'root', password } })
    expect(sessionCookie(headers).line).toMatch(/; Path=\/lectern; .*; Secure$/)
  })

  it('accepts user name and password with every request, until the account changes', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const { id } = await server.addUser(root, 'Zoë', 'reader')
    const as = basic('zoë', password)
    const many = await Promise.all(Array.from({ length: 25 }, () => server.request('GET', 'auth/me', { as })))
    expect(new Set(many.map((one) => one.status))).toEqual(new Set([200]))
    const seen = await server.request('GET', `users/${id}`, { as: root })
    expect(Date.parse(seen.body.lastLoginAt)).toBeGreaterThanOrEqual(Date.parse(seen.body.createdAt))
    const latin1 = `Basic ${Buffer.from(`zoë:${password}`, 'latin1').toString('base64')}`
    expect((await server.request('GET', 'auth/me', { as: latin1 })).body.username).toBe('Zoë')
    expect((await server.request('GET', 'auth/me', { as: basic('zoë', 'wrong') })).body.error).toBe(
      'invalid_credentials',
    )

    const next = 'another good phrase'
    await server.request('PATCH', `users/${id}`, { as: root, body: { password: next } })
    expect((await server.request('GET', 'auth/me', { as })).body.error).toBe('invalid_credentials')
    expect((await server.request('GET', 'auth/me', { as: basic('zoë', next) })).status).toBe(200)
    await server.request('PATCH', `users/${id}`, { as: root, body: { isActive: false } })
    expect((await server.request('GET', 'auth/me', { as: basic('zoë', next) })).status).toBe(401)
  })

  it('allows registration only if it is turned on', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const body = { username: 'new', email: 'new@example.org', password }
    expect((await server.request('POST', 'auth/register', { body })).status).toBe(403)
    expect((await server.request('GET', 'auth/options')).body).toEqual({
      registrationEnabled: false,
      oidcEnabled: false,
    })
    await server.request('PUT', 'admin/settings/auth.registration_enabled', { as, body: { value: true } })
    expect((await server.request('GET', 'auth/options')).body.registrationEnabled).toBe(true)
    const made = await server.request('POST', 'auth/register', { body })
    expect([made.status, made.body.user.role]).toEqual([201, 'reader'])
    expect((await server.request('POST', 'auth/register', { body })).status).toBe(409)
  })
})
