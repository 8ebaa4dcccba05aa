import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFakeTracker, trackerPlugin } from '../../../test/fixtures/fake-tracker.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { type BuiltServer, buildServer } from '../../build-server.ts'
import { queueDueSyncs } from '../../plugins/sync/sync-handler.ts'
import { openLogger } from '../edge/server-logger.ts'

type Tracker = Awaited<ReturnType<typeof openFakeTracker>>

describe.each(['sqlite', 'postgres'] as const)('plugins of a person on %s', (kind) => {
  let server: TestServer
  let tracker: Tracker
  let second: { lectern: BuiltServer; folder: string } | undefined
  let pluginId: string
  let reader: string
  const series = new Map<string, string>()
  const read = async (path: string, as = reader) => (await server.request('GET', path, { as })).json
  const post = (path: string, body: object | undefined = undefined, as = reader) =>
    server.request('POST', path, { as, body })
  const sync = async () => {
    expect((await post(`user/plugins/${pluginId}/sync`)).status).toBe(202)
    await server.waitForIdle()
    return read(`user/plugins/${pluginId}`)
  }
  const begin = async () => {
    const begun = await post(`user/plugins/${pluginId}/oauth/start`)
    expect(begun.status).toBe(200)
    const url = new URL(begun.json.redirectUrl)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    const visited = await fetch(url, { redirect: 'manual' })
    const back = new URL(visited.headers.get('location')!)
    return { path: back.pathname + back.search, cookie: String(begun.headers['set-cookie']).split(';')[0]! }
  }
  const expire = () =>
    server.db.transaction((tx) => tx.updateTable('user_plugin').set({ token_expires_at: 1000 }).execute())
  const books = async (title: string) => {
    const { data } = await read(`series/${series.get(title)}/books?pageSize=50`)
    return data as { id: string; readProgress: { completed: boolean } | null }[]
  }
  const done = async (title: string) => (await books(title)).map((one) => one.readProgress?.completed ?? false)

  beforeAll(async () => {
    tracker = await openFakeTracker()
    const files: Record<string, Uint8Array> = {
      'Secret/Secret v01.cbz': makeComic(1),
      'Owned/Owned v01.cbz': makeComic(2),
    }
    for (const volume of [5, 6, 7, 8, 9]) files[`Saga/Saga v0${volume}.cbz`] = makeComic(volume)
    for (const volume of [1, 2, 3]) files[`Berserk/Berserk v0${volume}.cbz`] = makeComic(10 + volume)
    server = await openTestServer(kind, files, (config) => {
      config.plugins.secret_key = 'shared by both servers'
    })
    await server.scan()
    for (const { id, title } of (await read('series', server.admin)).data) series.set(title, id)
    const path = makePluginFolder({
      name: 'tracker',
      handle: trackerPlugin,
      capabilities: {
        userReadSync: true,
        userRecommendationProvider: true,
        wantsDetailedProgress: true,
        externalIdSource: 'api:tracker',
      },
      manifest: {
        oauth: {
          authorizationUrl: `${tracker.url}/authorize`,
          tokenUrl: `${tracker.url}/token`,
          scopes: ['list'],
          clientId: 'lectern',
        },
      },
    })
    const installed = await post(
      'admin/plugins/install',
      { path, config: { baseUrl: tracker.url, oauth_client_secret: 'client-secret' } },
      server.admin,
    )
    expect(installed.json.plugin).toMatchObject({ config: { baseUrl: tracker.url }, hasOauthClientSecret: true })
    expect(installed.text).not.toContain('client-secret')
    pluginId = installed.json.plugin.id
    const enabled = await post(`admin/plugins/${pluginId}/enable`, undefined, server.admin)
    expect(enabled.json).toMatchObject({ healthCheckPassed: true, plugin: { pluginType: 'user' } })
    const forAdults = { as: server.admin, body: { ageRating: 18 } }
    expect((await server.request('PATCH', `series/${series.get('Secret')}/metadata`, forAdults)).status).toBe(200)
    for (const [title, externalId] of [
      ['Saga', '11'],
      ['Berserk', '22'],
      ['Secret', '33'],
    ] as const) {
      const body = { source: 'api:tracker', externalId }
      const set = await server.request('POST', `series/${series.get(title)}/external-ids`, { as: server.admin, body })
      expect(set.status).toBeLessThan(300)
    }
    reader = (await server.addUser('ann', { ageLimit: 12 })).as
  }, 240_000)
  afterAll(async () => {
    await second?.lectern.app.close()
    await second?.lectern.close()
    if (second) rmSync(second.folder, { recursive: true, force: true })
    await server.close()
    tracker.close()
  })

  it('are offered, and refused tokens are not kept', async () => {
    expect(await read('user/plugins')).toMatchObject({
      enabled: [],
      available: [{ pluginId, requiresOauth: true, oauthConfigured: true, capabilities: { readSync: true } }],
    })
    expect((await post(`user/plugins/${pluginId}/sync`)).status).toBe(404)
    const wrong = await post(`user/plugins/${pluginId}/credentials`, { accessToken: 'wrong-token' })
    expect(wrong).toMatchObject({ status: 422, json: { message: expect.stringContaining('does not know this token') } })
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: false, enabled: true })
    expect((await post(`user/plugins/${pluginId}/sync`)).status).toBe(409)
    const right = await post(`user/plugins/${pluginId}/credentials`, { accessToken: 'pasted-token' })
    expect(right.json).toMatchObject({ connected: true, externalUsername: 'ann-at-tracker', healthStatus: 'healthy' })
    const stored = await server.db.query.selectFrom('user_plugin').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain('pasted-token')
    expect(right.text + JSON.stringify(await read('user/plugins'))).not.toContain('pasted-token')
    expect((await server.request('DELETE', `user/plugins/${pluginId}/credentials`, { as: reader })).status).toBe(204)
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: false, externalUsername: null })
  })

  it('connect by OAuth with PKCE, only in the browser that began, and on either server', async () => {
    const stolen = await begin()
    const stranger = await server.request('GET', stolen.path)
    expect(stranger.headers.location).toContain('/settings/connections?failed=')
    // It is valid once, whoever uses it first.
    const late = await server.request('GET', stolen.path, { headers: { cookie: stolen.cookie } })
    expect(late.headers.location).toContain('failed=')
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: false })

    const refused = await begin()
    const state = new URL(refused.path, 'http://x').searchParams.get('state')
    const no = await server.request('GET', `user/plugins/oauth/callback?error=access_denied&state=${state}`, {
      headers: { cookie: refused.cookie },
    })
    expect(decodeURIComponent(no.headers.location as string)).toContain('failed=You didn’t give tracker access.')

    const { path, cookie } = await begin()
    if (kind === 'postgres') {
      const folder = mkdtempSync(join(tmpdir(), 'lectern-second-'))
      const { config } = server.lectern.context
      const other = { ...config, data_dir: folder, tasks: { ...config.tasks, workers: 0 } }
      second = { folder, lectern: await buildServer(other, { log: openLogger({ level: 'silent', pretty: false }) }) }
      const ended = await second.lectern.app.inject({ method: 'GET', url: path, headers: { cookie } })
      expect(ended.headers.location).toContain('/settings/connections?connected=tracker')
    } else {
      const ended = await server.request('GET', path, { headers: { cookie } })
      expect(ended.headers.location).toContain('/settings/connections?connected=tracker')
    }
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({
      connected: true,
      externalUsername: 'ann-at-tracker',
    })
  }, 120_000)

  it('push the real numbers of what the person may see, and pull every page', async () => {
    const saga = await books('Saga')
    await post('books/bulk/read', { bookIds: saga.slice(0, 2).map((one) => one.id) })
    await post(`series/${series.get('Secret')}/read`, undefined, server.admin)
    const soon = new Date(Date.now() - 1000).toISOString()
    tracker.entries.set('a', { externalId: 'a', status: 'reading', progress: { volumes: 3 } })
    tracker.entries.set('b', { externalId: 'b', status: 'dropped' })
    tracker.entries.set('33', { externalId: '33', status: 'completed', latestUpdatedAt: soon })
    tracker.entries.set('22', {
      externalId: '22',
      status: 'reading',
      progress: { volumes: 2 },
      score: 80,
      latestUpdatedAt: soon,
    })
    const after = await sync()
    expect(after).toMatchObject({
      healthStatus: 'healthy',
      lastSyncResult: { pulled: 4, matched: 1, pushed: 1, pullIncomplete: false, pushFailures: [] },
    })
    expect(await done('Berserk')).toEqual([true, true, false])
    expect((await read(`series/${series.get('Berserk')}/rating`)).rating).toBe(80)
    expect(tracker.pushed).toMatchObject([
      { externalId: '11', status: 'reading', title: 'Saga', progress: { volumes: 6, maxVolume: 6 } },
    ])
    const details = tracker.pushed[0]!.progress as { readBooks: object[] }
    expect(details.readBooks).toMatchObject([
      { volume: 5, completed: true },
      { volume: 6, completed: true },
    ])
    expect(tracker.asked.map((one) => one.body).join()).not.toContain('Secret')
  })

  it('merge: the newer wins, nothing is taken back on either side', async () => {
    tracker.pushed.length = 0
    // Further along on the tracker; since then the user marked a volume as unread here.
    const old = new Date(Date.now() - 86_400_000).toISOString()
    tracker.entries.set('11', { externalId: '11', status: 'reading', progress: { volumes: 8 }, latestUpdatedAt: old })
    const berserk = await books('Berserk')
    await server.request('DELETE', `books/${berserk[1]!.id}/progress`, { as: reader })
    await sync()
    expect(await done('Saga')).toEqual([true, true, true, true, false])
    expect(await done('Berserk')).toEqual([true, false, false])
    expect(tracker.pushed.filter((one) => one.externalId === '11')).toEqual([])
    expect(tracker.entries.get('22')!.progress).toMatchObject({ volumes: 2 })
    // A page that is newer here stays.
    const last = (await books('Saga'))[4]!
    await server.request('PUT', `books/${last.id}/progress`, { as: reader, body: { currentPage: 1 } })
    tracker.entries.set('11', { externalId: '11', status: 'completed', progress: { volumes: 9 }, latestUpdatedAt: old })
    await sync()
    expect(await done('Saga')).toEqual([true, true, true, true, false])
  })

  it('refresh their tokens once, and say when the person has to sign in again', async () => {
    await expire()
    const before = tracker.asked.filter((one) => one.path === '/token').length
    await Promise.all([post(`user/plugins/${pluginId}/sync`), post('user/recommendations/refresh')])
    await server.waitForIdle()
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: true, healthStatus: 'healthy' })
    expect(tracker.asked.filter((one) => one.path === '/token').length).toBe(before + 1)
    // A token that the tracker revokes early is refreshed too, and the user notices nothing.
    tracker.tokens.clear()
    await sync()
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: true, healthStatus: 'healthy' })
    expect(tracker.asked.filter((one) => one.path === '/token').length).toBe(before + 2)
    // What was received before it was revoked counts, too.
    const now = new Date().toISOString()
    tracker.entries.set('22', { externalId: '22', status: 'reading', progress: { volumes: 3 }, latestUpdatedAt: now })
    tracker.state.beforePage = (from) => {
      if (from !== 4) return
      tracker.tokens.clear()
      tracker.state.beforePage = () => {}
    }
    expect(await sync()).toMatchObject({ connected: true, lastSyncResult: { pulled: 5, applied: 2 } })
    expect(await done('Berserk')).toEqual([true, true, true])
    tracker.tokens.add('pasted-token')
    await expire()
    tracker.refreshTokens.clear()
    await sync()
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({
      connected: false,
      healthStatus: 'unhealthy',
      healthReason: 'The sign-in has expired. Connect again.',
    })
    await post(`user/plugins/${pluginId}/credentials`, { accessToken: 'pasted-token' })
  })

  it('keep their owner connected when it is the server that the service refuses', async () => {
    const change = (secret: string) =>
      server.request('PATCH', `admin/plugins/${pluginId}`, {
        as: server.admin,
        body: { config: { baseUrl: tracker.url, oauth_client_secret: secret } },
      })
    const { path, cookie } = await begin()
    await server.request('GET', path, { headers: { cookie } })
    expect((await change('mistyped')).status).toBe(200)
    await expire()
    const refused = await sync()
    expect(refused).toMatchObject({ connected: true, healthReason: expect.stringContaining('An administrator has to') })
    await change('client-secret')
    expect(await sync()).toMatchObject({ connected: true, healthStatus: 'healthy', healthReason: null })
  })

  it('stop at once when their owner disconnects', async () => {
    const release = Promise.withResolvers<void>()
    tracker.state.hold = release.promise
    const asked = () => tracker.asked.filter((one) => one.path === '/list').length
    const before = asked()
    await post(`user/plugins/${pluginId}/sync`)
    await expect.poll(asked).toBe(before + 1)
    expect((await server.request('DELETE', `user/plugins/${pluginId}/credentials`, { as: reader })).status).toBe(204)
    await server.waitForIdle()
    release.resolve()
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({
      connected: false,
      externalUsername: null,
      healthStatus: 'unknown',
    })
    const { task } = await read(`user/plugins/${pluginId}/tasks?type=user_plugin_sync`)
    expect(task.status).toBe('cancelled')
    await post(`user/plugins/${pluginId}/credentials`, { accessToken: 'pasted-token' })
  })

  it('run by themselves when their owner wants it', async () => {
    const body = { auto: true }
    const set = await server.request('PATCH', `user/plugins/${pluginId}/sync-mode`, { as: reader, body })
    expect(set.json).toMatchObject({ autoSync: true })
    const mine = await server.db.query.selectFrom('user_plugin').select('last_sync_at').executeTakeFirstOrThrow()
    const yesterday = mine.last_sync_at! - 86_400_000
    await server.db.transaction((tx) =>
      tx.updateTable('user_plugin').set({ last_sync_at: yesterday, last_failure_at: null }).execute(),
    )
    await queueDueSyncs(server.db, server.lectern.context.tasks, Date.now())
    await server.waitForIdle()
    expect(Date.parse((await read(`user/plugins/${pluginId}`)).lastSyncAt)).toBeGreaterThan(yesterday)
    // Only what changed since: the tracker was asked for that.
    expect(tracker.state.sinces.at(-1)).toBe(new Date(yesterday - 3_600_000).toISOString())
    const status = await read(`user/plugins/${pluginId}/sync/status?live=true`)
    expect(status).toMatchObject({ connected: true, externalCount: 3, pendingPush: 1, liveError: null })
    const { task } = await read(`user/plugins/${pluginId}/tasks?type=user_plugin_sync`)
    expect(task).toMatchObject({ type: 'user_plugin_sync', status: 'completed' })
  })

  it('recommend with reasons what is not dismissed, and know what is in the library', async () => {
    await post('user/recommendations/refresh')
    await server.waitForIdle()
    const { recommendations, sources } = await read('user/recommendations')
    expect(sources).toMatchObject([{ pluginId, isRefreshing: false, error: null }])
    expect(recommendations).toMatchObject([
      { externalId: 'r/1', reason: expect.stringContaining('Because you read'), inLibrary: false, seriesId: null },
      { externalId: 'r2', title: 'Owned', inLibrary: true, seriesId: series.get('Owned') },
      // It exists, but isn't visible to this user.
      { externalId: 'r3', title: 'Secret', inLibrary: false },
    ])
    expect(recommendations).toHaveLength(3)
    const { status, json } = await post('user/recommendations/r%2F1/dismiss', { reason: 'already_read' })
    expect([status, json]).toEqual([200, { dismissed: true }])
    expect((await post('user/recommendations/unknown/dismiss')).status).toBe(404)
    expect((await read('user/recommendations')).recommendations).toHaveLength(2)
    const restore = () => server.request('DELETE', 'user/recommendations/r%2F1/dismiss', { as: reader })
    expect((await restore()).status).toBe(204)
    expect((await read('user/recommendations')).recommendations).toHaveLength(3)
    expect((await restore()).status).toBe(404)
    await post('user/recommendations/r%2F1/dismiss', { reason: 'already_read' })
    await server.waitForIdle()
    const kept = await server.db.query.selectFrom('plugin_storage').select(['name', 'data']).execute()
    expect(kept.find((one) => one.name === 'dismissed')?.data).toContain('already_read')
    await post('user/recommendations/refresh')
    await server.waitForIdle()
    expect((await read('user/recommendations')).recommendations).toHaveLength(2)
    const setMost = (maxRecommendations: number) => {
      const body = { config: { _codex: { maxRecommendations } } }
      return server.request('PATCH', `user/plugins/${pluginId}/config`, { as: reader, body })
    }
    await setMost(1)
    await post('user/recommendations/refresh')
    await server.waitForIdle()
    expect((await read('user/recommendations')).recommendations).toMatchObject([{ externalId: 'r2' }])
    await setMost(20)
    expect((await server.request('GET', 'user/recommendations', { as: server.admin })).status).toBe(404)
    // They reveal what is in the library and what was read there.
    const { json: weak } = await post('api-keys', { name: 'pages', permissions: ['PagesRead'] })
    for (const path of ['user/recommendations', 'user/plugins', `user/plugins/${pluginId}`])
      expect((await server.request('GET', path, { as: `Bearer ${weak.key}` })).status, path).toBe(403)
  })

  it('stay disconnected if their owner disconnects while a token is tried that is refused', async () => {
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: true })
    const release = Promise.withResolvers<void>()
    tracker.state.holdAccount = release.promise
    const asked = () => tracker.asked.filter((one) => one.path === '/me').length
    const before = asked()
    const trying = post(`user/plugins/${pluginId}/credentials`, { accessToken: 'wrong-token' })
    await expect.poll(asked).toBe(before + 1)
    expect((await server.request('DELETE', `user/plugins/${pluginId}/credentials`, { as: reader })).status).toBe(204)
    release.resolve()
    expect((await trying).status).toBe(422)
    expect(await read(`user/plugins/${pluginId}`)).toMatchObject({ connected: false, healthStatus: 'unknown' })
    await post(`user/plugins/${pluginId}/credentials`, { accessToken: 'pasted-token' })
  })

  it('remember what the same account has, and send everything to another one', async () => {
    const reconnect = async () => {
      expect((await server.request('DELETE', `user/plugins/${pluginId}/credentials`, { as: reader })).status).toBe(204)
      return (await post(`user/plugins/${pluginId}/credentials`, { accessToken: 'pasted-token' })).json
    }
    const { lastSyncAt } = await sync()
    expect(await reconnect()).toMatchObject({ externalUsername: 'ann-at-tracker', lastSyncAt })

    tracker.state.account = { externalId: '8', username: 'ann-elsewhere' }
    tracker.entries.clear()
    tracker.pushed.length = 0
    expect(await reconnect()).toMatchObject({
      externalUsername: 'ann-elsewhere',
      lastSyncAt: null,
      lastSyncResult: null,
    })
    expect(await sync()).toMatchObject({ lastSyncResult: { applied: 0, pushed: 2 } })
    expect(tracker.pushed.map((one) => one.externalId).sort()).toEqual(['11', '22'])

    // The service couldn't be asked whose account it is until the sync.
    tracker.state.account = { externalId: '9', username: 'ann-again' }
    tracker.entries.clear()
    expect(await sync()).toMatchObject({ externalUsername: 'ann-again', lastSyncResult: { pushed: 2 } })
  })

  it('are nobody else’s, and go with everything they stored', async () => {
    const mine = await read(`user/plugins/${pluginId}`)
    expect((await server.request('GET', `user/plugins/${mine.id}`, { as: server.admin })).status).toBe(404)
    expect((await read('admin/plugins', server.admin)).plugins).toMatchObject([{ userCount: 1 }])
    expect((await server.request('DELETE', `user/plugins/${mine.id}`, { as: reader })).status).toBe(204)
    for (const table of ['user_plugin', 'synced_entry', 'recommendation_list', 'dismissed_recommendation'] as const) {
      expect(await server.db.query.selectFrom(table).selectAll().execute()).toEqual([])
    }
    const stored = await server.db.query.selectFrom('plugin_storage').where('user_id', '>', 0).selectAll().execute()
    expect(stored).toEqual([])
    expect(await done('Saga')).toEqual([true, true, true, true, false])
  })
})
