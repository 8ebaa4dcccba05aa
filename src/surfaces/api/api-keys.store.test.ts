import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { basic, openAccessServer } from './mount-account-routes.fixture.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe.each(['sqlite', 'postgres'] as const)('API keys on %s', (kind) => {
  it('are shown once, in full, with exactly the fields of the specification', async () => {
    const server = await openAccessServer(kind)
    const admin = await server.setUp()
    const made = await server.request('POST', 'api-keys', {
      as: admin,
      body: { name: ' e-reader ', permissions: ['PagesRead', 'BooksRead'], expires_at: '2126-01-01T01:00:00+01:00' },
    })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(uuid),
      name: 'e-reader',
      key: expect.stringMatching(/^lectern_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/),
      key_prefix: made.body.key.slice(0, 'lectern_12345678'.length),
      permissions: ['BooksRead', 'PagesRead'],
      expires_at: '2126-01-01T00:00:00.000Z',
      created_at: expect.stringMatching(moment),
    })

    const listed = await server.request('GET', 'api-keys', { as: admin })
    const { key, ...rest } = made.body
    expect(listed.body).toEqual([{ ...rest, last_used_at: null }])
    const read = await server.request('GET', `api-keys/${made.body.id}`, { as: admin })
    expect(read.body).toEqual(listed.body[0])
    expect(JSON.stringify([listed, read])).not.toContain(key.split('_')[2])
    expect(server.lines.join('\n')).not.toContain(key.split('_')[2])
    const stored = await server.db.query.selectFrom('api_key').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(key.split('_')[2])
    expect(stored.sync_hash).toBe(createHash('md5').update(key).digest('hex'))
  })

  it('are accepted as bearer token, header and Basic password, and show their last use at once', async () => {
    const server = await openAccessServer(kind)
    const admin = await server.setUp()
    const { key, id } = await server.addKey(admin, ['BooksRead'])
    const before = Date.now()
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { 'x-api-key': key },
      { authorization: basic('api', key) },
    ]) {
      const me = await server.request('GET', 'auth/me', { headers })
      expect(me.body).toMatchObject({ username: 'root', role: 'admin', effectivePermissions: ['BooksRead'] })
    }
    const { body } = await server.request('GET', `api-keys/${id}`, { as: admin })
    expect(Date.parse(body.last_used_at)).toBeGreaterThanOrEqual(before)
    await server.authenticator.keyUses.flush()
    const stored = await server.db.query.selectFrom('api_key').select('last_used_at').executeTakeFirstOrThrow()
    expect(stored.last_used_at).toBeGreaterThanOrEqual(before)
  })

  it('are refused with the reason', async () => {
    const server = await openAccessServer(kind)
    const admin = await server.setUp()
    const { key } = await server.addKey(admin)
    const [, prefix] = key.split('_')
    const cases = [
      ['nonsense', 'invalid_api_key_format'],
      ['', 'invalid_api_key_format'],
      ['lectern_', 'invalid_api_key_format'],
      [`lectern_${prefix}`, 'invalid_api_key_format'],
      [`codex_${prefix}_abc`, 'invalid_api_key_format'],
      [`lectern_${prefix}_with-dash`, 'invalid_api_key_format'],
      [`lectern_${prefix}_${'0'.repeat(43)}`, 'invalid_api_key'],
      ['lectern_zzzzzzzz_secret', 'invalid_api_key'],
      [key.toUpperCase().replace('LECTERN', 'lectern'), 'invalid_api_key'],
    ]
    for (const [text, error] of cases) {
      const tries = [{ 'x-api-key': text! }, { authorization: basic('api', text!) }]
      if (text!.startsWith('lectern_')) tries.push({ authorization: `Bearer ${text}` } as never)
      for (const headers of tries) {
        const refused = await server.request('GET', 'auth/me', { headers })
        expect([text, refused.status, refused.body.error]).toEqual([text, 401, error])
        expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
        if (text!.length > 20) expect(JSON.stringify(refused.body)).not.toContain(text)
      }
    }
  })

  it('are refused immediately after they are revoked', async () => {
    const server = await openAccessServer(kind)
    const admin = await server.setUp()
    const other = await server.openAnother()
    const { key, id } = await server.addKey(admin)
    const as = `Bearer ${key}`
    expect((await server.request('GET', 'auth/me', { as })).status).toBe(200)
    expect((await other.request('GET', 'auth/me', { as })).status).toBe(200)
    expect((await server.request('DELETE', `api-keys/${id}`, { as: admin })).status).toBe(204)
    for (const each of [server, other]) {
      expect((await each.request('GET', 'auth/me', { as })).body.error).toBe('invalid_api_key')
    }
    expect((await server.request('DELETE', `api-keys/${id}`, { as: admin })).status).toBe(404)
  })

  it('are refused after they expire', async () => {
    let time = Date.now()
    const server = await openAccessServer(kind, { now: () => time })
    const admin = await server.setUp()
    const { key } = await server.addKey(admin, undefined, { expires_at: new Date(time + 60_000).toISOString() })
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(200)
    time += 60_000
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${key}` })).body.error).toBe('api_key_expired')
    expect((await server.request('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(401)
  })

  it('lose a permission with the next request after their owner loses it', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'admin')
    const { key } = await server.addKey(ann.as, ['UsersRead', 'BooksRead'])
    const as = `Bearer ${key}`
    expect((await server.request('GET', 'users', { as })).status).toBe(200)
    await server.request('PATCH', `users/${ann.id}`, { as: root, body: { role: 'maintainer' } })
    const refused = await server.request('GET', 'users', { as })
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      403,
      'permission_denied',
      { permission: 'UsersRead' },
    ])
    expect((await server.request('GET', 'auth/me', { as })).body.effectivePermissions).toEqual(['BooksRead'])
    await server.request('PATCH', `users/${ann.id}`, { as: root, body: { role: 'admin' } })
    expect((await server.request('GET', 'users', { as })).status).toBe(200)
    await server.request('PATCH', `users/${ann.id}`, { as: root, body: { isActive: false } })
    expect((await server.request('GET', 'users', { as })).body.error).toBe('invalid_api_key')
  })

  it('never have more permissions than their creator', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const { as } = await server.addUser(root, 'max', 'maintainer')
    expect((await server.addKey(as)).permissions).toHaveLength(15)
    const refused = await server.request('POST', 'api-keys', { as, body: { name: 'x', permissions: ['UsersRead'] } })
    expect([refused.status, refused.body.details]).toEqual([403, { permission: 'UsersRead' }])

    const small = await server.addKey(as, ['ApiKeysWrite', 'ApiKeysRead', 'BooksRead'])
    const bySmall = { as: `Bearer ${small.key}` }
    expect((await server.addKey(bySmall.as)).permissions).toEqual(['BooksRead', 'ApiKeysRead', 'ApiKeysWrite'])
    const grown = await server.request('PATCH', `api-keys/${small.id}`, {
      ...bySmall,
      body: { permissions: ['PagesRead'] },
    })
    expect(grown.status).toBe(403)
  })

  it('are not created from invalid input; every fault is reported', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const bad = async (body: unknown) => {
      const { status, body: answer } = await server.request('POST', 'api-keys', { as, body })
      return [status, answer.error, answer.details.map((fault: { path: string }) => fault.path)]
    }
    expect(await bad({})).toEqual([400, 'validation_failed', ['name']])
    expect(await bad({ name: '   ' })).toEqual([400, 'validation_failed', ['name']])
    expect(await bad({ name: 'x'.repeat(201) })).toEqual([400, 'validation_failed', ['name']])
    expect(await bad({ name: 'x', permissions: ['books-read'] })).toEqual([400, 'validation_failed', ['permissions.0']])
    expect(await bad({ name: 'x', expires_at: '2001-01-01T00:00:00Z' })).toEqual([
      400,
      'validation_failed',
      ['expires_at'],
    ])
    expect(await bad({ name: 'x', expires_at: 'tomorrow' })).toEqual([400, 'validation_failed', ['expires_at']])
    expect((await server.request('GET', 'api-keys', { as })).body).toEqual([])
  })

  it('can be renamed, restricted and given another expiry', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const { id, key } = await server.addKey(as)
    const change = { name: 'new', permissions: ['BooksRead'], expires_at: '2126-01-01T00:00:00.000Z' }
    const changed = await server.request('PATCH', `api-keys/${id}`, { as, body: change })
    expect(changed.body).toMatchObject(change)
    expect((await server.request('GET', 'users', { as: `Bearer ${key}` })).status).toBe(403)
    const endless = await server.request('PATCH', `api-keys/${id}`, { as, body: { expires_at: null } })
    expect(endless.body).toMatchObject({ name: 'new', permissions: ['BooksRead'], expires_at: null })
  })

  it('of another user are not found', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const { as } = await server.addUser(root, 'bob', 'reader')
    const { id } = await server.addKey(as)
    expect((await server.request('GET', 'api-keys', { as: root })).body).toEqual([])
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'mine' } : undefined
      expect((await server.request(method, `api-keys/${id}`, { as: root, body })).status).toBe(404)
    }
  })

  it('are accepted from KOReader with a user name and the MD5 of the key', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const { key, id } = await server.addKey(as, ['ProgressRead'])
    const md5 = createHash('md5').update(key).digest('hex')
    const viewer = await server.authenticator.viewers.ofSyncHash('Root', md5)
    expect([viewer.username, [...viewer.permissions], viewer.via]).toEqual(['root', ['ProgressRead'], 'key'])
    await expect(server.authenticator.viewers.ofSyncHash('somebody', md5)).rejects.toMatchObject({
      code: 'invalid_api_key',
    })
    await server.request('DELETE', `api-keys/${id}`, { as })
    await expect(server.authenticator.viewers.ofSyncHash('root', md5)).rejects.toMatchObject({
      code: 'invalid_api_key',
    })
  })
})
