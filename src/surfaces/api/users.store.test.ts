import { describe, expect, it } from 'vitest'
import { makeLibrary, makeSeries } from '../../../test/rows.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { openAccessServer, password } from './mount-account-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('accounts on %s', (kind) => {
  it('are created with a role, listed in pages and filtered', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const made = await server.request('POST', 'users', {
      as,
      body: { username: 'Max', email: 'max@example.org', password, role: 'maintainer', permissions: ['UsersRead'] },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      username: 'Max',
      role: 'maintainer',
      permissions: ['UsersRead'],
      isActive: true,
      allLibraries: true,
      libraryIds: [],
      ageLimit: null,
      sharingTags: [],
      lastLoginAt: null,
    })
    expect(made.body.effectivePermissions).toHaveLength(16)
    await server.request('POST', 'users', { as, body: { username: 'zed', password } })

    const list = await server.request('GET', 'users?pageSize=2', { as })
    expect(list.body).toMatchObject({ page: 1, pageSize: 2, total: 3, totalPages: 2 })
    expect(list.body.data.map((user: { username: string }) => user.username)).toEqual(['Max', 'root'])
    expect(list.body.links.next).toBe('/api/v1/users?pageSize=2&page=2')
    expect(JSON.stringify(list.body)).not.toContain('argon2')
    const names = async (query: string) =>
      (await server.request('GET', `users?${query}`, { as })).body.data.map(
        (user: { username: string }) => user.username,
      )
    expect(await names('role=reader')).toEqual(['zed'])
    expect(await names('search=EXAMPLE.org')).toEqual(['Max'])
    expect(await names('search=%25')).toEqual([])
    expect(await names('isActive=false')).toEqual([])
    expect((await server.request('GET', 'users?role=king', { as })).status).toBe(400)
    expect((await server.request('GET', `users/${made.body.id}`, { as })).body).toEqual(list.body.data[0])
  })

  it('have unique names and addresses, also compared with each other', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const make = (body: object) => server.request('POST', 'users', { as, body: { password, ...body } })
    expect((await make({ username: 'bob', email: 'bob@example.org' })).status).toBe(201)
    expect((await make({ username: 'BOB' })).body).toMatchObject({ error: 'conflict', details: { field: 'username' } })
    expect((await make({ username: 'rob', email: 'Bob@Example.org' })).status).toBe(409)
    expect((await make({ username: 'bob@example.org' })).status).toBe(409)
    expect((await make({ username: 'x', email: 'not an address' })).status).toBe(400)
    expect((await make({ username: 'x', permissions: ['Everything'] })).status).toBe(400)
    expect((await make({ username: 'x', password: 'qwerty123' })).status).toBe(400)
  })

  it('are changed with effect from the next request', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const other = await server.openAnother()
    const ann = await server.addUser(root, 'ann', 'reader')
    const statusOfUsers = async () => [
      (await server.request('GET', 'users', { as: ann.as })).status,
      (await other.request('GET', 'users', { as: ann.as })).status,
    ]
    const change = (body: object) => server.request('PATCH', `users/${ann.id}`, { as: root, body })
    expect(await statusOfUsers()).toEqual([403, 403])
    await change({ permissions: ['UsersRead'] })
    expect(await statusOfUsers()).toEqual([200, 200])
    await change({ permissions: [] })
    expect(await statusOfUsers()).toEqual([403, 403])
    await change({ role: 'admin' })
    expect(await statusOfUsers()).toEqual([200, 200])
    await change({ isActive: false })
    expect(await statusOfUsers()).toEqual([401, 401])
    await change({ isActive: true })
    expect(await statusOfUsers()).toEqual([401, 401])
    expect((await server.request('DELETE', `users/${ann.id}`, { as: root })).status).toBe(204)
    expect((await server.request('DELETE', `users/${ann.id}`, { as: root })).status).toBe(404)
    expect((await server.request('GET', `users/${ann.id}`, { as: root })).status).toBe(404)
  })

  it('always leave one active admin', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const rootId = (await server.request('GET', 'auth/me', { as: root })).body.id
    for (const body of [{ role: 'reader' }, { isActive: false }]) {
      expect((await server.request('PATCH', `users/${rootId}`, { as: root, body })).body.error).toBe('conflict')
    }
    expect((await server.request('DELETE', `users/${rootId}`, { as: root })).status).toBe(409)

    const ann = await server.addUser(root, 'ann', 'admin')
    const both = await Promise.all([
      server.request('PATCH', `users/${rootId}`, { as: ann.as, body: { role: 'reader' } }),
      server.request('PATCH', `users/${ann.id}`, { as: root, body: { role: 'reader' } }),
    ])
    expect(both.map((one) => one.status).sort()).toContain(200)
    const admins = await server.db.query.selectFrom('user').select('id').where('role', '=', 'admin').execute()
    expect(admins).toHaveLength(1)
  })

  it('cannot be raised above, or taken over by, somebody who may do less', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const rootId = (await server.request('GET', 'auth/me', { as: root })).body.id
    const clerk = await server.addUser(root, 'clerk', 'reader', {
      permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'],
    })
    const tries = [
      await server.request('POST', 'users', { as: clerk.as, body: { username: 'x', password, role: 'admin' } }),
      await server.request('PATCH', `users/${clerk.id}`, { as: clerk.as, body: { role: 'maintainer' } }),
      await server.request('PATCH', `users/${clerk.id}`, { as: clerk.as, body: { permissions: ['SystemAdmin'] } }),
      await server.request('PATCH', `users/${rootId}`, { as: clerk.as, body: { password: 'taken over now' } }),
      await server.request('DELETE', `users/${rootId}`, { as: clerk.as }),
    ]
    expect(tries.map((one) => one.status)).toEqual([403, 403, 403, 403, 403])
    const made = await server.request('POST', 'users', { as: clerk.as, body: { username: 'reader', password } })
    expect(made.status).toBe(201)
  })

  it('see only libraries they have access to', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const libraries = await server.db.transaction(async (tx) => {
      const [one, two] = [await makeLibrary(tx), await makeLibrary(tx)]
      for (const library of [one, two]) await makeSeries(tx, library, {})
      return [one, two]
    })
    const [first, second] = await Promise.all(
      libraries.map(async ({ id }) => {
        const row = await server.db.query
          .selectFrom('library')
          .select('uid')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return bytesToUuid(row.uid)
      }),
    )
    const ann = await server.addUser(root, 'ann', 'reader')
    const change = (body: object) => server.request('PATCH', `users/${ann.id}`, { as: root, body })
    const sees = async () => (await server.authenticator.viewers.ofKey((await key()).key)).sees
    const key = () => server.addKey(ann.as)
    expect((await sees()).everything).toBe(true)
    expect((await change({ libraryIds: [second] })).body).toMatchObject({ allLibraries: false, libraryIds: [second] })
    expect(await sees()).toMatchObject({ everything: false, classes: [expect.any(Number)] })
    expect((await change({ libraryIds: [] })).body).toMatchObject({ allLibraries: false, libraryIds: [] })
    expect((await sees()).classes).toEqual([])
    expect((await change({ allLibraries: true })).body).toMatchObject({ allLibraries: true, libraryIds: [] })
    expect((await change({ ageLimit: 12, allowUnrated: false })).body).toMatchObject({
      ageLimit: 12,
      allowUnrated: false,
    })
    expect((await sees()).classes).toEqual([])
    const unknown = await change({ libraryIds: [first, '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90'] })
    expect([unknown.status, unknown.body.details]).toEqual([400, [expect.objectContaining({ path: 'libraryIds.1' })]])
  })

  it('allow or deny sharing tags', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const tag = await server.request('POST', 'admin/sharing-tags', { as: root, body: { name: 'Kids' } })
    expect([tag.status, tag.body]).toMatchObject([
      201,
      { name: 'Kids', description: null, seriesCount: 0, userCount: 0 },
    ])
    expect((await server.request('POST', 'admin/sharing-tags', { as: root, body: { name: 'KIDS' } })).status).toBe(409)
    const ann = await server.addUser(root, 'ann', 'reader', {
      sharingTags: [{ sharingTagId: tag.body.id, accessMode: 'deny' }],
    })
    const grants = async () => (await server.request('GET', 'user/sharing-tags', { as: ann.as })).body
    expect(await grants()).toMatchObject({ userId: ann.id, grants: [{ sharingTagName: 'Kids', accessMode: 'deny' }] })
    const put = { sharingTagId: tag.body.id, accessMode: 'allow' }
    const set = await server.request('PUT', `users/${ann.id}/sharing-tags`, { as: root, body: put })
    expect(set.body).toMatchObject(put)
    const found = await server.request('GET', 'users?sharingTag=kids&sharingTagMode=allow', { as: root })
    expect(found.body.data[0].id).toBe(ann.id)
    expect((await server.request('GET', `admin/sharing-tags/${tag.body.id}`, { as: root })).body.userCount).toBe(1)
    expect((await server.request('DELETE', `users/${ann.id}/sharing-tags/${tag.body.id}`, { as: root })).status).toBe(
      204,
    )
    expect((await server.request('DELETE', `users/${ann.id}/sharing-tags/${tag.body.id}`, { as: root })).status).toBe(
      404,
    )
    const renamed = await server.request('PATCH', `admin/sharing-tags/${tag.body.id}`, {
      as: root,
      body: { name: 'Teens' },
    })
    expect(renamed.body.name).toBe('Teens')
    expect((await server.request('GET', 'admin/sharing-tags', { as: root })).body).toMatchObject({ total: 1 })
    expect((await server.request('GET', 'admin/sharing-tags', { as: ann.as })).status).toBe(403)
    expect((await server.request('DELETE', `admin/sharing-tags/${tag.body.id}`, { as: root })).status).toBe(204)
    expect((await server.request('GET', `admin/sharing-tags/${tag.body.id}`, { as: root })).status).toBe(404)
  })

  it('a deleted sharing tag gives its series another class, so that others may see them', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const tag = await server.request('POST', 'admin/sharing-tags', { as: root, body: { name: 'Kids' } })
    const { id: tagId } = await server.db.query.selectFrom('sharing_tag').select('id').executeTakeFirstOrThrow()
    const { updateVisibilityClasses } = await import('../../store/visibility/visibility-class.ts')
    const series = await server.db.transaction(async (tx) => {
      const made = await makeSeries(tx, await makeLibrary(tx), {})
      await tx.insertInto('series_sharing_tag').values({ sharing_tag_id: tagId, series_id: made.id }).execute()
      await updateVisibilityClasses(tx, [made.id])
      return made
    })
    const tagsOfClass = async () => {
      const row = await server.db.query
        .selectFrom('series')
        .innerJoin('class', 'class.id', 'series.class')
        .select('sharing_tags')
        .where('series.id', '=', series.id)
        .executeTakeFirstOrThrow()
      return row.sharing_tags
    }
    expect(await tagsOfClass()).toBe(String(tagId))
    await server.request('DELETE', `admin/sharing-tags/${tag.body.id}`, { as: root })
    expect(await tagsOfClass()).toBe('')
  })

  it('are changed by their owner only with the current password, which ends the other sessions', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'reader')
    const elsewhere = await server.signIn('ann')
    const { key } = await server.addKey(ann.as)
    const change = (body: object) => server.request('PATCH', 'user', { as: ann.as, body })
    const next = 'a new long phrase'
    expect((await change({ password: next })).body.details).toEqual([
      { path: 'currentPassword', message: 'Enter your current password.' },
    ])
    expect((await change({ password: next, currentPassword: 'wrong' })).body.details[0].message).toBe(
      'This is not your current password.',
    )
    expect((await change({ email: 'x@example.org' })).status).toBe(400)
    expect((await change({ password: 'short', currentPassword: password })).status).toBe(400)
    const done = await change({ password: next, email: 'ann@example.org', currentPassword: password })
    expect([done.status, done.body.email]).toEqual([200, 'ann@example.org'])
    expect((await server.request('GET', 'user', { as: ann.as })).body).toEqual(done.body)
    expect((await server.request('GET', 'user', { as: `Bearer ${elsewhere.accessToken}` })).status).toBe(401)
    expect((await server.request('GET', 'user', { as: `Bearer ${key}` })).status).toBe(200)
    expect((await server.signIn('ann', next)).user.id).toBe(ann.id)
    // Users can't grant themselves rights here.
    await change({ role: 'admin' })
    expect((await server.request('GET', 'user', { as: ann.as })).body.role).toBe('reader')
    expect(server.lines.join('\n')).not.toContain(next)
  })

  it('store preferences of apps', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const ann = await server.addUser(root, 'ann', 'reader')
    const at = (path: string) => `user/preferences${path}`
    const set = await server.request('PUT', at('/reader.fit'), { as: ann.as, body: { value: 'width' } })
    expect(set.body).toMatchObject({ key: 'reader.fit', value: 'width', valueType: 'string' })
    const many = await server.request('PUT', at(''), {
      as: ann.as,
      body: { preferences: { 'a.b': 1, 'a.c': 0.5, on: true, nothing: null, list: [1, { x: 2 }] } },
    })
    expect(many.body.updated).toBe(5)
    const all = (await server.request('GET', at(''), { as: ann.as })).body.preferences
    expect(all.map((one: { valueType: string }) => one.valueType)).toEqual([
      'integer',
      'float',
      'json',
      'json',
      'boolean',
      'string',
    ])
    expect((await server.request('GET', at('/list'), { as: ann.as })).body.value).toEqual([1, { x: 2 }])
    expect((await server.request('GET', at('/list'), { as: root })).status).toBe(404)
    expect((await server.request('DELETE', at('/list'), { as: ann.as })).status).toBe(204)
    expect((await server.request('DELETE', at('/list'), { as: ann.as })).status).toBe(404)
    expect((await server.request('PUT', at('/x'), { as: ann.as, body: {} })).status).toBe(400)
    const long = await server.request('PUT', at('/x'), { as: ann.as, body: { value: 'x'.repeat(70_000) } })
    expect(long.status).toBe(400)
    const odd = await server.request('PUT', at(''), { as: ann.as, body: { preferences: { 'with space': 1 } } })
    expect(odd.status).toBe(400)
  })
})
