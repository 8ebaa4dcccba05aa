import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFakeTracker, trackerPlugin } from '../../../test/fixtures/fake-tracker.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('a sync on %s', (kind) => {
  let server: TestServer
  let tracker: Awaited<ReturnType<typeof openFakeTracker>>
  let pluginId: string
  const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as = server.admin) =>
    server.request(method, path, { as, body })

  beforeAll(async () => {
    tracker = await openFakeTracker()
    server = await openTestServer(kind, { 'Saga/Saga v01.cbz': makeComic(1) })
    await server.scan()
    const [series] = (await request('GET', 'series')).json.data
    await request('POST', `series/${series.id}/external-ids`, { source: 'api:tracker', externalId: '11' })
    const path = makePluginFolder({
      name: 'tracker',
      handle: trackerPlugin,
      capabilities: { userReadSync: true, externalIdSource: 'api:tracker' },
      manifest: { requiredCredentials: [{ key: 'access_token', label: 'Token', type: 'password', required: true }] },
    })
    pluginId = (await request('POST', 'admin/plugins/install', { path, config: { baseUrl: tracker.url } })).json.plugin
      .id
    expect((await request('POST', `admin/plugins/${pluginId}/enable`)).json.healthCheckPassed).toBe(true)
    tracker.entries.set('11', { externalId: '11', status: 'completed', latestUpdatedAt: new Date().toISOString() })
  }, 240_000)
  afterAll(async () => {
    await server.close()
    tracker.close()
  })

  it.each<[what: string, end: (userId: string) => Promise<{ status: number }>]>([
    ['whose user is disabled', (userId) => request('PATCH', `users/${userId}`, { isActive: false })],
    ['whose user is deleted', (userId) => request('DELETE', `users/${userId}`)],
    ['whose plugin is disabled', () => request('POST', `admin/plugins/${pluginId}/disable`)],
  ])('%s meanwhile ends, and applies nothing more', async (what, end) => {
    const user = await server.addUser(what.replaceAll(' ', '-'))
    const connected = await request(
      'POST',
      `user/plugins/${pluginId}/credentials`,
      { accessToken: 'pasted-token' },
      user.as,
    )
    expect(connected.json).toMatchObject({ connected: true })
    const held = Promise.withResolvers<void>()
    tracker.state.hold = held.promise
    const asked = tracker.state.sinces.length
    expect((await request('POST', `user/plugins/${pluginId}/sync`, undefined, user.as)).status).toBe(202)
    await expect.poll(() => tracker.state.sinces.length, { timeout: 60_000 }).toBeGreaterThan(asked)
    expect((await end(user.id)).status).toBeLessThan(300)
    // The process is ended while it still waits for the service.
    await server.waitForIdle()
    held.resolve()
    const [task] = (await request('GET', 'tasks?type=user_plugin_sync')).json.data
    expect(task).toMatchObject({ status: 'failed', error: 'The connection no longer exists.', attempts: 1 })
    expect(await server.db.query.selectFrom('progress').selectAll().execute()).toEqual([])
    const connections = await server.db.query.selectFrom('user_plugin').select('failure_count').execute()
    expect(connections.every((one) => one.failure_count === 0)).toBe(true)
  })
})
