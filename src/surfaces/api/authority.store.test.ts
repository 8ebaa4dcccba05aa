import { describe, expect, it } from 'vitest'
import { makeLibrary } from '../../../test/rows.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { openAccessHouse, password } from './access.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('what a credential may give on %s', (kind) => {
  it('is bounded by the key, not by its owner', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const rootId = (await house.ask('GET', 'auth/me', { as: root })).body.id
    const reader = await house.addUser(root, 'ann', 'reader')
    const as = `Bearer ${(await house.addKey(root, ['UsersRead', 'UsersWrite', 'UsersDelete'])).key}`
    const tries = [
      await house.ask('POST', 'users', { as, body: { username: 'x', password, role: 'admin' } }),
      await house.ask('POST', 'users', { as, body: { username: 'x', password } }),
      await house.ask('PATCH', `users/${rootId}`, { as, body: { password: 'taken over now' } }),
      await house.ask('PATCH', `users/${rootId}`, { as, body: { email: 'mine@example.org' } }),
      await house.ask('PATCH', `users/${reader.id}`, { as, body: { role: 'admin' } }),
      await house.ask('PATCH', `users/${reader.id}`, { as, body: { password: 'taken over now' } }),
      await house.ask('DELETE', `users/${reader.id}`, { as }),
    ]
    expect(tries.map((one) => one.status)).toEqual(tries.map(() => 403))
    expect((await house.signIn('root')).accessToken).toBeTruthy()
    const { total } = (await house.ask('GET', 'users', { as })).body
    expect(total).toBe(2)
  })

  it('is bounded by what its owner sees, their own account included', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const [seen, hidden] = await house.db.transaction(async (tx) => {
      const made = [await makeLibrary(tx), await makeLibrary(tx)]
      const rows = await tx.selectFrom('library').select(['id', 'uid']).execute()
      return made.map(({ id }) => bytesToUuid(rows.find((row) => row.id === id)!.uid))
    })
    const makeTag = async (name: string) =>
      (await house.ask('POST', 'admin/sharing-tags', { as: root, body: { name } })).body.id as string
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
    const clerk = await house.addUser(root, 'clerk', 'reader', { ...limits, permissions })
    const free1 = await house.addUser(root, 'free', 'reader')
    const like = await house.addUser(root, 'like', 'reader', limits)
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
        const { status } = await house.ask('PATCH', `users/${id}`, { as: clerk.as, body })
        expect([body, status]).toEqual([body, 403])
      }
      const gone = await house.ask('DELETE', `users/${id}/sharing-tags/${denied}`, { as: clerk.as })
      const turned = await house.ask('PUT', `users/${id}/sharing-tags`, {
        as: clerk.as,
        body: { sharingTagId: denied, accessMode: 'allow' },
      })
      expect([gone.status, turned.status]).toEqual([403, 403])
    }
    const reset = await house.ask('PATCH', `users/${free1.id}`, { as: clerk.as, body: { password: 'taken over now' } })
    const unlimited = await house.ask('POST', 'users', { as: clerk.as, body: { username: 'x', password } })
    const removed = await house.ask('DELETE', `users/${free1.id}`, { as: clerk.as })
    expect([reset.status, unlimited.status, removed.status]).toEqual([403, 403, 403])

    const within = await house.ask('POST', 'users', { as: clerk.as, body: { username: 'kid', password, ...limits } })
    expect(within.status).toBe(201)
    const tighter = await house.ask('PATCH', `users/${like.id}`, { as: clerk.as, body: { ageLimit: 6 } })
    expect(tighter.status).toBe(200)
  })

  it('does not reach a sharing tag that limits people, unless its owner sees everything', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const tag = await house.ask('POST', 'admin/sharing-tags', { as: root, body: { name: 'Denied' } })
    const sharingTags = [{ sharingTagId: tag.body.id, accessMode: 'deny' }]
    const other = await house.addUser(root, 'other', 'admin', { sharingTags })
    const path = `admin/sharing-tags/${tag.body.id}`
    expect((await house.ask('DELETE', path, { as: other.as })).status).toBe(403)
    expect((await house.ask('DELETE', path, { as: root })).status).toBe(204)
  })

  it('does not reach keys that may do more', async () => {
    const house = await openAccessHouse(kind)
    const root = await house.setUp()
    const strong = await house.addKey(root)
    const weak = await house.addKey(root, ['ApiKeysRead', 'ApiKeysWrite'])
    const as = `Bearer ${weak.key}`
    const end = new Date(Date.now() + 86_400_000).toISOString()
    const changed = await house.ask('PATCH', `api-keys/${strong.id}`, { as, body: { expires_at: end } })
    const revoked = await house.ask('DELETE', `api-keys/${strong.id}`, { as })
    expect([changed.status, revoked.status]).toEqual([403, 403])
    expect((await house.ask('PATCH', `api-keys/${weak.id}`, { as, body: { name: 'mine' } })).status).toBe(200)
    expect((await house.ask('DELETE', `api-keys/${weak.id}`, { as })).status).toBe(204)
  })
})
