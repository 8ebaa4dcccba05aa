import { describe, expect, it } from 'vitest'
import { makeLibrary } from '../../../test/rows.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { openAccessServer, password } from './mount-account-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('what a credential may give on %s', (kind) => {
  it('is bounded by the key, not by its owner', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const rootId = (await server.request('GET', 'auth/me', { as: root })).body.id
    const reader = await server.addUser(root, 'ann', 'reader')
    const as = `Bearer ${(await server.addKey(root, ['UsersRead', 'UsersWrite', 'UsersDelete'])).key}`
    const tries = [
      await server.request('POST', 'users', { as, body: { username: 'x', password, role: 'admin' } }),
      await server.request('POST', 'users', { as, body: { username: 'x', password } }),
      await server.request('PATCH', `users/${rootId}`, { as, body: { password: 'taken over now' } }),
      await server.request('PATCH', `users/${rootId}`, { as, body: { email: 'mine@example.org' } }),
      await server.request('PATCH', `users/${reader.id}`, { as, body: { role: 'admin' } }),
      await server.request('PATCH', `users/${reader.id}`, { as, body: { password: 'taken over now' } }),
      await server.request('DELETE', `users/${reader.id}`, { as }),
    ]
    expect(tries.map((one) => one.status)).toEqual(tries.map(() => 403))
    expect((await server.signIn('root')).accessToken).toBeTruthy()
    const { total } = (await server.request('GET', 'users', { as })).body
    expect(total).toBe(2)
  })

  it('is bounded by what its owner sees, their own account included', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const [seen, hidden] = await server.db.transaction(async (tx) => {
      const made = [await makeLibrary(tx), await makeLibrary(tx)]
      const rows = await tx.selectFrom('library').select(['id', 'uid']).execute()
      return made.map(({ id }) => bytesToUuid(rows.find((row) => row.id === id)!.uid))
    })
    const makeTag = async (name: string) =>
      (await server.request('POST', 'admin/sharing-tags', { as: root, body: { name } })).body.id as string
    const [denied, allowed, free] = [await makeTag('denied'), await makeTag('allowed'), await makeTag('free')]
    const limits = {
      libraryIds: [seen],
      ageLimit: 12,
      allowUnrated: false,
      sharingTags: [
        { sharingTagId: denied, accessMode: 'deny' },
        { sharingTagId: allowed, accessMode: 'allow' },
      ],
    }
    const permissions = ['UsersRead', 'UsersWrite', 'UsersDelete']
    const clerk = await server.addUser(root, 'clerk', 'reader', { ...limits, permissions })
    const free1 = await server.addUser(root, 'free', 'reader')
    const like = await server.addUser(root, 'like', 'reader', limits)
    const lifts = [
      { allLibraries: true },
      { libraryIds: [seen, hidden] },
      { ageLimit: null },
      { ageLimit: 18 },
      { allowUnrated: true },
      { sharingTags: [] },
      { sharingTags: [{ sharingTagId: denied, accessMode: 'deny' }] },
      { sharingTags: [...limits.sharingTags, { sharingTagId: free, accessMode: 'allow' }] },
    ]
    for (const id of [clerk.id, like.id]) {
      for (const body of lifts) {
        const { status } = await server.request('PATCH', `users/${id}`, { as: clerk.as, body })
        expect([body, status]).toEqual([body, 403])
      }
      const gone = await server.request('DELETE', `users/${id}/sharing-tags/${denied}`, { as: clerk.as })
      const turned = await server.request('PUT', `users/${id}/sharing-tags`, {
        as: clerk.as,
        body: { sharingTagId: denied, accessMode: 'allow' },
      })
      expect([gone.status, turned.status]).toEqual([403, 403])
    }
    const reset = await server.request('PATCH', `users/${free1.id}`, {
      as: clerk.as,
      body: { password: 'taken over now' },
    })
    const unlimited = await server.request('POST', 'users', { as: clerk.as, body: { username: 'x', password } })
    const removed = await server.request('DELETE', `users/${free1.id}`, { as: clerk.as })
    expect([reset.status, unlimited.status, removed.status]).toEqual([403, 403, 403])

    const within = await server.request('POST', 'users', {
      as: clerk.as,
      body: { username: 'kid', password, ...limits },
    })
    expect(within.status).toBe(201)
    const tighter = await server.request('PATCH', `users/${like.id}`, { as: clerk.as, body: { ageLimit: 6 } })
    expect(tighter.status).toBe(200)
  })

  it('does not include a sharing tag that restricts users, unless its owner sees everything', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const tag = await server.request('POST', 'admin/sharing-tags', { as: root, body: { name: 'Denied' } })
    const sharingTags = [{ sharingTagId: tag.body.id, accessMode: 'deny' }]
    const other = await server.addUser(root, 'other', 'admin', { sharingTags })
    const path = `admin/sharing-tags/${tag.body.id}`
    expect((await server.request('DELETE', path, { as: other.as })).status).toBe(403)
    expect((await server.request('DELETE', path, { as: root })).status).toBe(204)
  })

  it('does not include keys with more permissions', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const strong = await server.addKey(root)
    const weak = await server.addKey(root, ['ApiKeysRead', 'ApiKeysWrite'])
    const as = `Bearer ${weak.key}`
    const end = new Date(Date.now() + 86_400_000).toISOString()
    const changed = await server.request('PATCH', `api-keys/${strong.id}`, { as, body: { expires_at: end } })
    const revoked = await server.request('DELETE', `api-keys/${strong.id}`, { as })
    expect([changed.status, revoked.status]).toEqual([403, 403])
    expect((await server.request('PATCH', `api-keys/${weak.id}`, { as, body: { name: 'mine' } })).status).toBe(200)
    expect((await server.request('DELETE', `api-keys/${weak.id}`, { as })).status).toBe(204)
  })

  it('does not include sessions, unless the key has all permissions of its owner', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const weak = `Bearer ${(await server.addKey(root, ['LibrariesRead', 'LibrariesWrite'])).key}`
    const strong = `Bearer ${(await server.addKey(root)).key}`
    const [{ id }] = (await server.request('GET', 'user/sessions', { as: root })).body
    expect((await server.request('DELETE', `user/sessions/${id}`, { as: weak })).status).toBe(403)
    expect((await server.request('DELETE', 'user/sessions', { as: weak })).status).toBe(403)
    expect((await server.request('GET', 'user', { as: root })).status).toBe(200)
    expect((await server.request('DELETE', 'user/sessions', { as: strong })).status).toBe(204)
    expect((await server.request('GET', 'user', { as: root })).status).toBe(401)
  })

  it('is nothing at all for a key that may only read', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const as = `Bearer ${(await server.addKey(root, ['BooksRead', 'SeriesRead', 'PagesRead'])).key}`
    const set = await server.request('PUT', 'user/preferences/x', { as, body: { value: 1 } })
    const many = await server.request('PUT', 'user/preferences', { as, body: { preferences: { x: 1 } } })
    const ended = await server.request('DELETE', 'user/sessions', { as })
    const self = await server.request('PATCH', 'user', {
      as,
      body: { email: 'x@example.org', currentPassword: password },
    })
    expect([set.status, many.status, ended.status, self.status]).toEqual([403, 403, 403, 403])
    expect((await server.request('GET', 'user/preferences', { as })).body.preferences).toEqual([])
    const writer = `Bearer ${(await server.addKey(root, ['BooksRead', 'ProgressWrite'])).key}`
    expect((await server.request('PUT', 'user/preferences/x', { as: writer, body: { value: 1 } })).status).toBe(200)
    const out = await server.request('POST', 'auth/logout', { as: root })
    expect([out.status, out.headers['clear-site-data']]).toEqual([204, '"cache"'])
  })
})
