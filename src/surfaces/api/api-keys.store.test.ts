import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { basic, openAccessHouse } from './access.fixture.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe.each(['sqlite', 'postgres'] as const)('API keys on %s', (kind) => {
  it('are shown once, in full, with exactly the fields of the specification', async () => {
    const house = await openAccessHouse(kind)
    const admin = await house.setUp()
    const made = await house.ask('POST', 'api-keys', {
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

    const listed = await house.ask('GET', 'api-keys', { as: admin })
    const { key, ...rest } = made.body
    expect(listed.body).toEqual([{ ...rest, last_used_at: null }])
    const read = await house.ask('GET', `api-keys/${made.body.id}`, { as: admin })
    expect(read.body).toEqual(listed.body[0])
    expect(JSON.stringify([listed, read])).not.toContain(key.split('_')[2])
    expect(house.lines.join('\n')).not.toContain(key.split('_')[2])
    const stored = await house.db.query.selectFrom('api_key').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(key.split('_')[2])
    expect(stored.sync_hash).toBe(createHash('md5').update(key).digest('hex'))
  })

  it('open the door as bearer, header and Basic password, and tell at once when they were used', async () => {
    const house = await openAccessHouse(kind)
    const admin = await house.setUp()
    const { key, id } = await house.addKey(admin, ['BooksRead'])
    const before = Date.now()
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { 'x-api-key': key },
      { authorization: basic('api', key) },
    ]) {
      const me = await house.ask('GET', 'auth/me', { headers })
      expect(me.body).toMatchObject({ username: 'root', role: 'admin', effectivePermissions: ['BooksRead'] })
    }
    const { body } = await house.ask('GET', `api-keys/${id}`, { as: admin })
    expect(Date.parse(body.last_used_at)).toBeGreaterThanOrEqual(before)
    await house.door.keyUses.flush()
    const stored = await house.db.query.selectFrom('api_key').select('last_used_at').executeTakeFirstOrThrow()
    expect(stored.last_used_at).toBeGreaterThanOrEqual(before)
  })

  it('are refused for what is wrong with them, and say so', async () => {
    const house = await openAccessHouse(kind)
    const admin = await house.setUp()
    const { key } = await house.addKey(admin)
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
        const refused = await house.ask('GET', 'auth/me', { headers })
        expect([text, refused.status, refused.body.error]).toEqual([text, 401, error])
        expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
        if (text!.length > 20) expect(JSON.stringify(refused.body)).not.toContain(text)
      }
    }
  })

  it('stop at once when they are revoked', async () => {
    const house = await openAccessHouse(kind)
    const admin = await house.setUp()
    const other = await house.openAnother()
    const { key, id } = await house.addKey(admin)
    const as = `Bearer ${key}`
    expect((await house.ask('GET', 'auth/me', { as })).status).toBe(200)
    expect((await other.ask('GET', 'auth/me', { as })).status).toBe(200)
    expect((await house.ask('DELETE', `api-keys/${id}`, { as: admin })).status).toBe(204)
    for (const server of [house, other]) {
      expect((await server.ask('GET', 'auth/me', { as })).body.error).toBe('invalid_api_key')
    }
    expect((await house.ask('DELETE', `api-keys/${id}`, { as: admin })).status).toBe(404)
  })

  it('end when their time is over, without anybody doing anything', async () => {
    let time = Date.now()
    const house = await openAccessHouse(kind, { now: () => time })
    const admin = await house.setUp()
    const { key } = await house.addKey(admin, undefined, { expires_at: new Date(time + 60_000).toISOString() })
    expect((await house.ask('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(200)
    time += 60_000
    expect((await house.ask('GET', 'auth/me', { as: `Bearer ${key}` })).body.error).toBe('api_key_expired')
    expect((await house.ask('GET', 'auth/me', { as: `Bearer ${key}` })).status).toBe(401)
  })

  it('lose what their owner loses, from the next request on', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const ann = await house.addUser(root, 'ann', 'admin')
    const { key } = await house.addKey(ann.as, ['UsersRead', 'BooksRead'])
    const as = `Bearer ${key}`
    expect((await house.ask('GET', 'users', { as })).status).toBe(200)
    await house.ask('PATCH', `users/${ann.id}`, { as: root, body: { role: 'maintainer' } })
    const refused = await house.ask('GET', 'users', { as })
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      403,
      'permission_denied',
      { permission: 'UsersRead' },
    ])
    expect((await house.ask('GET', 'auth/me', { as })).body.effectivePermissions).toEqual(['BooksRead'])
    await house.ask('PATCH', `users/${ann.id}`, { as: root, body: { role: 'admin' } })
    expect((await house.ask('GET', 'users', { as })).status).toBe(200)
    await house.ask('PATCH', `users/${ann.id}`, { as: root, body: { isActive: false } })
    expect((await house.ask('GET', 'users', { as })).body.error).toBe('invalid_api_key')
  })

  it('never hold more than the one who makes them', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const { as } = await house.addUser(root, 'max', 'maintainer')
    expect((await house.addKey(as)).permissions).toHaveLength(15)
    const refused = await house.ask('POST', 'api-keys', { as, body: { name: 'x', permissions: ['UsersRead'] } })
    expect([refused.status, refused.body.details]).toEqual([403, { permission: 'UsersRead' }])

    const small = await house.addKey(as, ['ApiKeysWrite', 'ApiKeysRead', 'BooksRead'])
    const bySmall = { as: `Bearer ${small.key}` }
    expect((await house.addKey(bySmall.as)).permissions).toEqual(['BooksRead', 'ApiKeysRead', 'ApiKeysWrite'])
    const grown = await house.ask('PATCH', `api-keys/${small.id}`, { ...bySmall, body: { permissions: ['PagesRead'] } })
    expect(grown.status).toBe(403)
  })

  it('with bad input are refused with every fault', async () => {
    const house = await openAccessHouse(kind)
    const as = await house.setUp()
    const bad = async (body: unknown) => {
      const { status, body: answer } = await house.ask('POST', 'api-keys', { as, body })
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
    expect((await house.ask('GET', 'api-keys', { as })).body).toEqual([])
  })

  it('can be renamed, narrowed and given another end', async () => {
    const house = await openAccessHouse(kind)
    const as = await house.setUp()
    const { id, key } = await house.addKey(as)
    const change = { name: 'new', permissions: ['BooksRead'], expires_at: '2126-01-01T00:00:00.000Z' }
    const changed = await house.ask('PATCH', `api-keys/${id}`, { as, body: change })
    expect(changed.body).toMatchObject(change)
    expect((await house.ask('GET', 'users', { as: `Bearer ${key}` })).status).toBe(403)
    const endless = await house.ask('PATCH', `api-keys/${id}`, { as, body: { expires_at: null } })
    expect(endless.body).toMatchObject({ name: 'new', permissions: ['BooksRead'], expires_at: null })
  })

  it('of another person do not exist', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const { as } = await house.addUser(root, 'bob', 'reader')
    const { id } = await house.addKey(as)
    expect((await house.ask('GET', 'api-keys', { as: root })).body).toEqual([])
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'mine' } : undefined
      expect((await house.ask(method, `api-keys/${id}`, { as: root, body })).status).toBe(404)
    }
  })

  it('let KOReader in by user name and MD5', async () => {
    const house = await openAccessHouse(kind)
    const as = await house.setUp()
    const { key, id } = await house.addKey(as, ['ProgressRead'])
    const md5 = createHash('md5').update(key).digest('hex')
    const viewer = await house.door.bySyncHash('Root', md5)
    expect([viewer.username, [...viewer.permissions], viewer.via]).toEqual(['root', ['ProgressRead'], 'key'])
    await expect(house.door.bySyncHash('somebody', md5)).rejects.toMatchObject({ code: 'invalid_api_key' })
    await house.ask('DELETE', `api-keys/${id}`, { as })
    await expect(house.door.bySyncHash('root', md5)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })
})
