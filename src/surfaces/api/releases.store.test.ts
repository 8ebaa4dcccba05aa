import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { dueSeriesQueryFor } from '../../plugins/releases/poll-intervals.ts'
import { isPollDue, queueDuePolls } from '../../plugins/releases/poll-release-source.ts'
import { recordRelease } from '../../plugins/releases/record-release.ts'
import { findPlugin } from '../../store/plugin/read.ts'
import { findReleaseSource, updateReleaseSource } from '../../store/release/sources.ts'
import { listTrackedSeries } from '../../store/release/tracking.ts'
import { bytesToUuid, newUid } from '../../store/uid.ts'

/** Registers before its `initialize` is answered, and finds one volume that is owned and one that isn't. */
const source = `
if (method === 'initialize') {
  request('releases/register_sources', { sources: [{ sourceKey: 'a', displayName: 'Feed A', kind: 'rss-series', config: { of: 'a' } }] })
  return manifest
}
if (method === 'releases/poll') {
  globalThis.polls = (globalThis.polls ?? 0) + 1
  if (globalThis.polls > 2) return { parsed: 0, recorded: 0, upstreamStatus: 200, matched: (await request('releases/count_tracked', { sourceId: params.sourceId })).total }
  if (params.etag) { console.error('[WARN] [announcer] series 1: fetch failed'); return { parsed: 0, recorded: 0, upstreamStatus: 200 } }
  const { tracked } = await request('releases/list_tracked', { sourceId: params.sourceId })
  const { total } = await request('releases/count_tracked', { sourceId: params.sourceId })
  for (const { seriesId, aliases } of tracked) {
    const candidate = { seriesMatch: { codexSeriesId: seriesId, confidence: 0.9, reason: aliases[0] }, externalReleaseId: 'r7', volumes: [{ start: 7, end: 7 }],
      language: 'en', payloadUrl: 'https://feed.example/1', observedAt: new Date().toISOString() }
    await request('releases/record', { sourceId: params.sourceId, candidate })
    await request('releases/record', { sourceId: params.sourceId, candidate })
    await request('releases/record', { sourceId: params.sourceId, candidate: { ...candidate, externalReleaseId: 'r1', volumes: [{ start: 1, end: 2 }] } })
  }
  const { emitted } = await request('releases/report_progress', { current: 2, total: 2, message: 'Saga' })
  return { parsed: emitted ? 2 : 3, matched: total, upstreamStatus: 200, etag: 'e1' }
}`

it('a source that fails is asked again soon, then less and less often', () => {
  const now = Date.UTC(2026, 0, 10, 12)
  const minutes = (n: number) => now - n * 60_000
  const due = (failures: number, minutesAgo: number) =>
    isPollDue(
      {
        ...{ cron: '*/5 * * * *', failure_count: failures, created_at: 0 },
        last_polled_at: minutes(minutesAgo),
        last_error_at: failures > 0 ? minutes(minutesAgo) : null,
      },
      now,
    )
  expect([due(1, 9), due(1, 10), due(2, 19), due(2, 20), due(5, 159), due(5, 160)]).toEqual(
    Array.from({ length: 3 }, () => [false, true]).flat(),
  )
  expect([due(50, 24 * 60 - 1), due(50, 24 * 60)]).toEqual([false, true])
})

describe.each(['sqlite', 'postgres'] as const)('releases on %s', (kind) => {
  let server: TestServer
  const as = () => ({ as: server.admin })
  const post = (path: string, body: object = {}) => server.request('POST', path, { ...as(), body })
  const read = async (path: string, user = server.admin) => (await server.request('GET', path, { as: user })).json

  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Saga/Saga v01.cbz': makeComic(1),
      'Saga/Saga v02.cbz': makeComic(2),
      'Other/Other v01.cbz': makeComic(3),
    })
    await server.scan()
    const path = makePluginFolder({
      name: 'announcer',
      capabilities: { releaseSource: { kinds: ['rss-series'], requiresAliases: true } },
      handle: source,
    })
    const { plugin } = (await post('admin/plugins/install', { path })).json
    await post(`admin/plugins/${plugin.id}/enable`)
  }, 240_000)
  afterAll(() => server.close())

  it('are announced to those who follow the series, but not what is owned', async () => {
    await expect
      .poll(() => read('release-sources'), { timeout: 60_000 })
      .toMatchObject({ sources: [{ displayName: 'Feed A', enabled: true, lastPolledAt: null }] })
    const { data } = await read('series')
    const saga = data.find((one: { title: string }) => one.title === 'Saga')
    const followed = async (isTracked: boolean, more = {}) => {
      const body = { condition: { isTracked: { operator: isTracked ? 'isTrue' : 'isFalse' } } }
      return (await server.request('POST', 'series/list', { ...as(), body, ...more })).json.data.map(
        (one: { title: string }) => one.title,
      )
    }
    expect(await followed(true)).toEqual([])
    const tracking = await server.request('PATCH', `series/${saga.id}/tracking`, { ...as(), body: { tracked: true } })
    expect(tracking.json.tracked).toBe(true)
    expect(await followed(true)).toEqual(['Saga'])
    expect(await followed(false)).not.toContain('Saga')
    const polled: boolean[] = []
    const stop = server.lectern.context.events.on(({ event }) => {
      if (event.type === 'release_source_polled') polled.push(event.hadError)
    })
    onTestFinished(stop)
    const { sources } = await read('release-sources')
    expect((await post(`release-sources/${sources[0].id}/poll-now`)).status).toBe(202)
    await server.waitForIdle()
    const found = await read('releases')
    expect(found.data).toMatchObject([{ seriesId: saga.id, volumes: [{ start: 7, end: 7 }], state: 'announced' }])
    const follower = await server.addUser('follower')
    expect((await read('releases', follower.as)).total).toBe(0)
    expect(await followed(true, { as: follower.as })).toEqual([])
    await server.request('PATCH', `series/${saga.id}/tracking`, { as: follower.as, body: { tracked: true } })
    await post(`releases/${found.data[0].id}/dismiss`)
    expect((await read('releases')).total).toBe(0)
    expect((await read('releases', follower.as)).total).toBe(1)
    expect((await read('releases?state=all')).total).toBe(2)
    expect((await read('releases?state=ignored')).data).toMatchObject([{ state: 'ignored' }])
    expect((await read(`series/${saga.id}/tracking`)).latestKnownVolume).toBe(7)
    const [after] = (await read('release-sources')).sources
    expect(after).toMatchObject({
      ...{ lastError: null, failureCount: 0, etag: 'e1', config: { of: 'a' } },
      lastSummary: { parsed: 2, matched: 1, recorded: 2 },
    })
    await expect.poll(() => polled).toEqual([false])
    // A plugin that can't reach its source, and reports it only on stderr.
    await post(`release-sources/${sources[0].id}/poll-now`)
    await server.waitForIdle()
    const lastError = 'The source couldn’t be read: series 1: fetch failed'
    const params = { message: 'series 1: fetch failed' }
    expect((await read('release-sources')).sources).toMatchObject([
      { lastError, lastErrorReason: { code: 'release_source_unreadable', params }, failureCount: 1 },
    ])
    await expect.poll(() => polled).toEqual([false, true])
    // A plugin whose source sends something else, which it accepts.
    await post(`release-sources/${sources[0].id}/poll-now`)
    await server.waitForIdle()
    const [empty] = (await read('release-sources')).sources
    expect(empty.lastError).toContain('listed no releases')
    expect(empty.lastErrorReason).toEqual({ code: 'release_source_empty', params: {} })
    expect(empty.failureCount).toBe(2)
    // The announced volume is added to the library.
    expect((await read('releases', follower.as)).total).toBe(1)
    writeFileSync(join(server.library, 'Saga', 'Saga v07.cbz'), makeComic(7))
    await post(`libraries/${saga.libraryId}/scan`)
    // Without another poll.
    await expect.poll(async () => (await read('releases', follower.as)).total, { timeout: 60_000 }).toBe(0)
  })

  it('are judged anew when somebody changes how a series is followed', async () => {
    const { data } = await read('series')
    const other = data.find((one: { title: string }) => one.title === 'Other')
    const change = async (body: object) =>
      (await server.request('PATCH', `series/${other.id}/tracking`, { ...as(), body })).json
    const announced = async () => (await read(`releases?seriesId=${other.id}`)).total
    expect(await change({ tracked: true })).toMatchObject({ languages: null, effectiveLanguages: [] })
    await server.request('PATCH', `series/${other.id}/metadata`, { ...as(), body: { language: 'de' } })
    const [source] = await server.db.query.selectFrom('release_source').select('id').execute()
    const [series] = await server.db.query
      .selectFrom('series')
      .select(['id', 'uid'])
      .where('title', '=', 'Other')
      .execute()
    const candidate = (language: string, more: object = {}) => ({
      seriesMatch: { codexSeriesId: bytesToUuid(series!.uid), confidence: 1, reason: 'x' },
      ...{
        externalReleaseId: language,
        language,
        payloadUrl: 'https://feed.example/',
        volumes: [{ start: 9, end: 9 }],
      },
      observedAt: new Date().toISOString(),
      ...more,
    })
    const events = { emit() {} }
    for (const language of ['de-AT', 'en', 'und'])
      await recordRelease({ db: server.db, events }, source!.id, candidate(language))
    const chapters = { externalReleaseId: 'c', volumes: null, chapters: [{ start: 50, end: 50 }] }
    await recordRelease({ db: server.db, events }, source!.id, candidate('de', chapters))
    // Times that no calendar has are not believed.
    const odd = { externalReleaseId: 'odd', volumes: [{ start: 1, end: 1 }], releasedAt: '+275760-09-13T00:00:00Z' }
    await recordRelease({ db: server.db, events }, source!.id, candidate('de', odd))
    const rows = await server.db.query
      .selectFrom('announced_release')
      .select(['external_release_id', 'released_at'])
      .execute()
    expect(rows.find((one) => one.external_release_id === 'odd')).toMatchObject({ released_at: null })
    const ancient = { ...odd, observedAt: '-271821-04-20T00:00:00Z' }
    await expect(recordRelease({ db: server.db, events }, source!.id, candidate('de', ancient))).rejects.toThrow(
      'observedAt is not a time of the past',
    )
    // For a series in German, English releases are not announced.
    expect(await announced()).toBe(3)
    expect(await change({ languages: ['en'] })).toMatchObject({ effectiveLanguages: ['en'] })
    expect(await announced()).toBe(2)
    await change({ languages: [] })
    expect(await announced()).toBe(4)
    await change({ trackChapters: false })
    expect(await announced()).toBe(3)
    // Chapter 50 is in volume 1, which is in the library.
    await change({ trackChapters: true })
    expect(await announced()).toBe(4)
    await change({ volumeChapterMap: { 1: { start: 1, end: 60 } } })
    expect(await announced()).toBe(3)
    // What is hidden isn't offered, but stays in the list of all and in that of its series.
    await server.request('PUT', `series/${other.id}/hidden`, as())
    const all = async () => (await read(`releases?state=all&seriesId=${other.id}`)).total
    expect([await announced(), await all()]).toEqual([0, expect.any(Number)])
    expect(await all()).toBeGreaterThan(3)
    await server.request('DELETE', `series/${other.id}/hidden`, as())
    expect(await announced()).toBe(3)
    for (const volumeChapterMap of [{ one: [1, 2] }, { 1: 7 }, { 1: [1] }, { 1: { start: 1 } }])
      expect(await change({ volumeChapterMap })).toMatchObject({ error: 'validation_failed' })
    const stored = { languages: null, volumeChapterMap: { 1: [1, 7] }, pollIntervalOverrideS: 7200 }
    expect(await change(stored)).toMatchObject(stored)
    expect(await read(`series/${other.id}/tracking`)).toMatchObject({ ...stored, effectiveLanguages: ['de'] })
  })

  it('of the same volume follow one another on request, however far apart they were announced', async () => {
    const { data } = await read('series')
    const other = data.find((one: { title: string }) => one.title === 'Other')
    const [source] = await server.db.query.selectFrom('release_source').select('id').execute()
    const matches = { codexSeriesId: other.id, confidence: 1, reason: 'x' }
    const announce = (minutes: number, volume: number | null) =>
      recordRelease({ db: server.db, events: { emit() {} } }, source!.id, {
        seriesMatch: matches,
        externalReleaseId: `together-${minutes}`,
        payloadUrl: 'https://feed.example/',
        language: 'de',
        volumes: volume === null ? null : [{ start: volume, end: volume }],
        observedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
      })
    for (const [minutes, volume] of [
      [50, 40],
      [40, null],
      [30, 41],
      [20, null],
      [10, 40],
      [5, 42],
    ] as const)
      await announce(minutes, volume)
    const order = async (query: string) => {
      const found = await read(`releases?seriesId=${other.id}&state=all&pageSize=100&${query}`)
      return found.data
        .map((one: { externalReleaseId: string }) => one.externalReleaseId)
        .filter((id: string) => id.startsWith('together-'))
        .map((id: string) => Number(id.slice('together-'.length)))
    }
    expect(await order('')).toEqual([5, 10, 20, 30, 40, 50])
    expect(await order('together=true')).toEqual([5, 10, 50, 20, 30, 40])
    expect(await order('together=true&sort=observed,asc')).toEqual([50, 10, 40, 30, 20, 5])
  })

  it('are polled for a series in its own interval, and not while the plugin is disabled', async () => {
    const [source] = await server.db.query.selectFrom('release_source').selectAll().execute()
    const { plugins } = await read('admin/plugins')
    const poll = () => post(`release-sources/${bytesToUuid(source!.uid)}/poll-now`)
    /** How many polls are queued; a worker may claim them at once. */
    const queued = async () => {
      const { tasks } = server.lectern.context
      const add = vi.spyOn(tasks, 'add')
      await queueDuePolls(server.db, tasks, Date.now())
      const count = add.mock.calls.length
      add.mockRestore()
      await server.waitForIdle()
      return count
    }
    const polledAt = (at: number) =>
      server.db.transaction((tx) =>
        updateReleaseSource(tx, source!.id, {
          ...{ failure_count: 0, last_error: null, last_error_at: null },
          ...{ cron: '0 0 1 1 *', last_polled_at: at },
        }),
      )
    const plugin = (await findPlugin(server.db, { id: source!.plugin_id }))!
    const due = async (isForAll = false) => {
      const row = (await findReleaseSource(server.db, { id: source!.id }))!
      const query = await dueSeriesQueryFor(server.db, plugin, undefined, row, isForAll)
      return (await listTrackedSeries(server.db, query, { limit: 10, offset: 0 })).map((one) => one.aliases[0])
    }
    // 'Other' has an interval of two hours.
    await polledAt(Date.now() - 7_200_000)
    expect(await due()).toEqual(expect.arrayContaining(['Saga', 'Other']))
    await polledAt(Date.now())
    expect(await due()).toEqual(['Saga'])
    expect(await queued()).toBe(0)
    // A person who asks means all.
    expect((await due(true)).toSorted()).toEqual(['Other', 'Saga'])
    await poll()
    await server.waitForIdle()
    expect((await read('release-sources')).sources).toMatchObject([{ lastSummary: { matched: 2 } }])
    await polledAt(Date.now() - 7_200_000)
    await post(`admin/plugins/${plugins[0].id}/disable`)
    expect(await queued()).toBe(0)
    expect((await poll()).status).toBe(409)
    await server.request('PATCH', `release-sources/${bytesToUuid(source!.uid)}`, {
      ...as(),
      body: { displayName: 'Mine' },
    })
    await post(`admin/plugins/${plugins[0].id}/enable`)
    // The server itself queues it, too, if its schedule runs just now.
    await expect.poll(() => polledAt(Date.now() - 7_200_000).then(queued)).toBe(1)
    // Starting the plugin registers its sources again.
    expect((await read('release-sources')).sources).toMatchObject([{ displayName: 'Mine' }])
  })

  it('can be followed where a plugin announces them', async () => {
    const { libraryId } = (await read('series')).data[0]
    const at = (id: string) => read(`release-sources/applicability?libraryId=${id}`)
    expect(await at(libraryId)).toEqual({ applicable: true, pluginDisplayNames: ['announcer'] })
    const { plugins } = await read('admin/plugins')
    const body = { libraryIds: [bytesToUuid(newUid())] }
    await server.request('PATCH', `admin/plugins/${plugins[0].id}`, { ...as(), body })
    expect(await at(libraryId)).toEqual({ applicable: false, pluginDisplayNames: [] })
    expect((await read('release-sources/applicability')).applicable).toBe(true)
    const unknown = await server.request('GET', `release-sources/applicability?libraryId=${body.libraryIds[0]}`, as())
    expect(unknown.status).toBe(404)
  })
})
