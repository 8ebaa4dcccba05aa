import { describe, expect, it } from 'vitest'
import { openAccessServer } from './mount-account-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('runtime settings on %s', (kind) => {
  it('take effect immediately, emit an event, and can be reset', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.compat_api.prefix = 'configured'
      },
    })
    const as = await server.setUp()
    const at = 'admin/settings/compat_api.prefix'
    const before = await server.request('GET', at, { as })
    expect(before.body).toMatchObject({ value: 'configured', defaultValue: 'configured', isSet: false, version: 0 })

    const set = await server.request('PUT', at, { as, body: { value: 'apps' } })
    expect([set.status, set.body.value, set.body.isSet, set.body.valueType]).toEqual([200, 'apps', true, 'string'])
    expect(server.live.config.compat_api.prefix).toBe('apps')
    await server.request('PUT', at, { as, body: { value: 'apps' } })
    await server.request('PUT', at, { as, body: { value: 'reader' } })
    const reset = await server.request('POST', `${at}/reset`, { as })
    expect([reset.status, reset.body.value, reset.body.isSet]).toEqual([200, 'configured', false])
    expect(server.live.config.compat_api.prefix).toBe('configured')

    const history = await server.request('GET', `${at}/history`, { as })
    expect(history.body.map((one: { oldValue: unknown; newValue: unknown }) => [one.oldValue, one.newValue])).toEqual([
      ['reader', null],
      ['apps', 'reader'],
      [null, 'apps'],
    ])
    expect(history.body[0]).toMatchObject({ key: 'compat_api.prefix', changedByName: 'root' })
    expect((await server.request('GET', `${at}/history?limit=1`, { as })).body).toHaveLength(1)
    expect(server.heard.map(({ event, audience }) => [event.type, audience])).toEqual(
      Array(3).fill(['settings_updated', { permission: 'SystemAdmin' }]),
    )
  })

  it('are validated like the configuration', async () => {
    const server = await openAccessServer(kind)
    const as = await server.setUp()
    const put = (key: string, value: unknown) => server.request('PUT', `admin/settings/${key}`, { as, body: { value } })
    expect((await put('images.thumbnail_size', 401)).body).toMatchObject({ value: 401, minValue: 100, maxValue: 2000 })
    for (const [key, value] of [
      ['images.thumbnail_size', 99],
      ['images.thumbnail_size', '400'],
      ['images.thumbnail_size', null],
      ['compat_api.prefix', 'api'],
      ['compat_api.prefix', '../x'],
      ['compat_api.enabled', 'yes'],
    ] as const) {
      const refused = await put(key, value)
      expect([key, value, refused.status, refused.body.error]).toEqual([key, value, 400, 'validation_failed'])
    }
    const unknown = await put('compat_api.prefx', 'x')
    expect([unknown.status, unknown.body.message]).toEqual([404, expect.stringContaining('compat_api.prefix')])
    expect((await put('auth.jwt_secret', 'x'.repeat(40))).status).toBe(404)
    const list = await server.request('GET', 'admin/settings', { as })
    expect(list.body.map((one: { key: string }) => one.key)).toContain('auth.registration_enabled')
    expect(JSON.stringify(list.body)).not.toContain('jwt_secret')
  })

  it('are for admins', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const { as } = await server.addUser(root, 'max', 'maintainer')
    expect((await server.request('GET', 'admin/settings', { as })).status).toBe(403)
    expect(
      (await server.request('PUT', 'admin/settings/compat_api.enabled', { as, body: { value: true } })).status,
    ).toBe(403)
    expect((await server.request('GET', 'admin/settings')).status).toBe(401)
  })

  it('reach the other servers, and outlive a restart', async () => {
    const server = await openAccessServer(kind)
    const other = await server.openAnother()
    const as = await server.setUp()
    await server.request('PUT', 'admin/settings/compat_api.enabled', { as, body: { value: true } })
    expect(other.live.config.compat_api.enabled).toBe(false)
    expect(await other.live.refreshIfMoved()).toEqual(['compat_api.enabled'])
    expect(other.live.config.compat_api.enabled).toBe(true)
    expect(await other.live.refreshIfMoved()).toEqual([])
    const restarted = await server.openAnother()
    expect(restarted.live.config.compat_api.enabled).toBe(true)
  })

  it('a value that is no longer allowed does not stop the start', async () => {
    const server = await openAccessServer(kind)
    await server.db.transaction((tx) =>
      tx
        .insertInto('setting')
        .values({ name: 'images.quality', value: '"best"', version: 1, updated_at: 1, updated_by: null })
        .execute(),
    )
    const restarted = await server.openAnother()
    expect(restarted.live.config.images.quality).toBe(85)
  })
})
