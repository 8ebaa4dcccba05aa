import { describe, expect, it } from 'vitest'
import { insertAuditEntry, listAuditEntries, pruneAudit } from '../../store/audit/audit.ts'
import { basic, openAccessServer, password } from './mount-account-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('the audit log on %s', (kind) => {
  it('records who changed which account, key or setting, and from which address', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'reader')
    const key = await server.addKey(ann.as)
    await server.request('PATCH', `users/${ann.id}`, {
      as: root,
      body: { role: 'maintainer', password: 'a new long phrase', ageLimit: 12 },
    })
    await server.request('PUT', 'admin/settings/auth.registration_enabled', { as: root, body: { value: true } })
    await server.request('DELETE', `users/${ann.id}`, { as: root })
    const { body } = await server.request('GET', 'admin/audit?pageSize=50', { as: root })
    const told = body.data.map((one: Record<string, unknown>) => [one.event, one.username, one.targetName])
    expect(told).toEqual([
      ['account_deleted', 'root', 'ann'],
      ['setting_changed', 'root', 'auth.registration_enabled'],
      ['access_changed', 'root', 'ann'],
      ['password_changed', 'root', 'ann'],
      ['role_changed', 'root', 'ann'],
      ['key_created', 'ann', 'a key'],
      ['sign_in', 'ann', null],
      ['account_created', 'root', 'ann'],
      ['sign_in', 'root', null],
      ['account_created', 'root', 'root'],
    ])
    expect(body.data[0]).toMatchObject({ address: '203.0.113.7', via: 'jwt', targetType: 'user', targetId: ann.id })
    expect(JSON.stringify(body)).not.toContain('a new long phrase')
    expect(JSON.stringify(body)).not.toContain(key.key)
    expect(server.lines.join()).not.toContain('a new long phrase')
    expect(server.lines.filter((line) => line.includes('Account deleted from 203.0.113.7'))).toHaveLength(1)
  })

  it('is paged, filtered, and for admins only', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'maintainer')
    const request = (query: string, as = root) => server.request('GET', `admin/audit?${query}`, { as })
    expect((await request('', ann.as)).status).toBe(403)
    expect((await request('event=sign_in&event=sign_out')).body.total).toBe(2)
    expect((await request(`userId=${ann.id}`)).body.total).toBe(2)
    expect((await request('search=ANN')).body.total).toBe(2)
    expect((await request('pageSize=1&page=2')).body).toMatchObject({ total: 4, totalPages: 4, page: 2 })
    expect((await request(`after=${new Date(Date.now() + 60_000).toISOString()}`)).body.total).toBe(0)
    expect((await request('event=nonsense')).status).toBe(400)
  })

  it('records refused keys once a minute per address, without their secret', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const { key, id } = await server.addKey(root)
    await server.request('DELETE', `api-keys/${id}`, { as: root })
    const guess = `${key.slice(0, -8)}AAAAAAAA`
    for (const as of [`Bearer ${key}`, `Bearer ${guess}`, basic('api', guess), basic('api', 'nonsense')]) {
      for (const from of ['203.0.113.7', '198.51.100.9']) {
        expect((await server.request('GET', 'auth/me', { as, from })).status).toBe(401)
      }
    }
    await server.request('GET', 'auth/me', { headers: { 'x-api-key': guess } })
    const { body } = await server.request('GET', 'admin/audit?event=sign_in_failed', { as: root })
    expect(body.data).toMatchObject([
      { address: '198.51.100.9', via: 'key', targetType: 'key', targetName: key.slice(0, 16), username: null },
      { address: '203.0.113.7', via: 'key', targetType: 'key', targetName: key.slice(0, 16), username: null },
    ])
    expect(server.lines.join()).not.toContain(key.slice(17))
    expect(server.lines.filter((line) => line.includes('Sign-in failed from 198.51.100.9'))).toHaveLength(1)
  })

  it('keeps changes however many failed sign-ins are recorded', async () => {
    const { db } = await openAccessServer(kind)
    await db.transaction(async (tx) => {
      await insertAuditEntry(tx, { event: 'account_deleted' }, 1)
      await insertAuditEntry(tx, { event: 'account_deleted' }, 1000)
      for (let i = 0; i < 60; i += 1) await insertAuditEntry(tx, { event: 'sign_in_failed' }, 2000)
      for (let i = 0; i < 5; i += 1) await insertAuditEntry(tx, { event: 'sign_in' }, 3000)
      await pruneAudit(tx, { before: 500, max: 40 })
    })
    const count = async (event: 'account_deleted' | 'sign_in' | 'sign_in_failed') =>
      (await listAuditEntries(db, { event: [event] }, { limit: 1, offset: 0 })).total
    expect([await count('account_deleted'), await count('sign_in'), await count('sign_in_failed')]).toEqual([1, 5, 10])
  })
})

describe.each(['sqlite', 'postgres'] as const)('own sessions on %s', (kind) => {
  it('are seen with device and address, and ended one by one or all the others', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'reader')
    const phone = await server.request('POST', 'auth/login', {
      body: { username: 'ann', password },
      from: '198.51.100.20',
      headers: { 'user-agent': 'Phone' },
    })
    const list = async () => (await server.request('GET', 'user/sessions', { as: ann.as })).body
    expect(await list()).toMatchObject([
      { userAgent: 'Phone', address: '198.51.100.20', isCurrent: false },
      { isCurrent: true },
    ])
    const [{ id }] = await list()
    expect((await server.request('DELETE', `user/sessions/${id}`, { as: root })).status).toBe(404)
    expect((await server.request('DELETE', `user/sessions/${id}`, { as: ann.as })).status).toBe(204)
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${phone.body.accessToken}` })).status).toBe(401)
    await server.signIn('ann')
    expect(await list()).toHaveLength(2)
    expect((await server.request('DELETE', 'user/sessions', { as: ann.as })).status).toBe(204)
    expect(await list()).toMatchObject([{ isCurrent: true }])
  })

  it('are limited in number: the least recently used one ends first', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.limits.sessions = 3
      },
    })
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'reader')
    for (let i = 0; i < 3; i += 1) await server.signIn('ann')
    expect((await server.request('GET', 'auth/me', { as: ann.as })).status).toBe(401)
    const { accessToken } = await server.signIn('ann')
    expect((await server.request('GET', 'user/sessions', { as: `Bearer ${accessToken}` })).body).toHaveLength(3)
  })
})
