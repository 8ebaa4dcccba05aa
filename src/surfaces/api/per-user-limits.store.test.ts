import { describe, expect, it } from 'vitest'
import { openAccessServer } from './mount-account-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('what one person keeps on %s', (kind) => {
  it('may store a limited number of bytes as preferences, however they are sent', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.limits.preference_bytes = 10_000
      },
    })
    const root = await server.setUp()
    const set = (key: string, length: number) =>
      server.request('PUT', `user/preferences/${key}`, { as: root, body: { value: 'x'.repeat(length) } })
    expect((await set('one', 6000)).status).toBe(200)
    expect((await set('one', 6500)).status).toBe(200)
    const over = await set('two', 4000)
    expect([over.status, over.body.error]).toEqual([413, 'payload_too_large'])
    const many = await server.request('PUT', 'user/preferences', {
      as: root,
      body: { preferences: { a: 'x'.repeat(2000), b: 'x'.repeat(2000) } },
    })
    expect(many.status).toBe(413)
    const all = await server.request('GET', 'user/preferences', { as: root })
    expect(all.body.preferences.map((one: { key: string }) => one.key)).toEqual(['one'])
    expect((await server.request('DELETE', 'user/preferences/one', { as: root })).status).toBe(204)
    expect((await set('two', 4000)).status).toBe(200)
  })

  it('may create a limited number of keys, also with concurrent requests', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.limits.keys = 5
      },
    })
    const root = await server.setUp()
    const makes = Array.from({ length: 9 }, () =>
      server.request('POST', 'api-keys', { as: root, body: { name: 'a key' } }),
    )
    const statuses = (await Promise.all(makes)).map((one) => one.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
    expect((await server.request('GET', 'api-keys', { as: root })).body).toHaveLength(5)
  })
})
