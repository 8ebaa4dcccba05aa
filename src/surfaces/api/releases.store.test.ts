import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** Registers before it has introduced itself, and finds one volume that is owned and one that is not. */
const source = `
if (method === 'initialize') {
  ask('releases/register_sources', { sources: [{ sourceKey: 'a', displayName: 'Feed A', kind: 'rss-series' }] })
  return manifest
}
if (method === 'releases/poll') {
  globalThis.polls = (globalThis.polls ?? 0) + 1
  if (globalThis.polls > 2) return { parsed: 0, recorded: 0, upstreamStatus: 200 }
  if (params.etag) { console.error('[WARN] [announcer] series 1: fetch failed'); return { parsed: 0, recorded: 0, upstreamStatus: 200 } }
  const { tracked } = await ask('releases/list_tracked', { sourceId: params.sourceId })
  const { total } = await ask('releases/count_tracked', { sourceId: params.sourceId })
  for (const { seriesId, aliases } of tracked) {
    const candidate = { seriesMatch: { codexSeriesId: seriesId, confidence: 0.9, reason: aliases[0] }, externalReleaseId: 'r7', volumes: [{ start: 7, end: 7 }],
      language: 'en', payloadUrl: 'https://feed.example/1', observedAt: new Date().toISOString() }
    await ask('releases/record', { sourceId: params.sourceId, candidate })
    await ask('releases/record', { sourceId: params.sourceId, candidate })
    await ask('releases/record', { sourceId: params.sourceId, candidate: { ...candidate, externalReleaseId: 'r1', volumes: [{ start: 1, end: 2 }] } })
  }
  return { parsed: 2, matched: total, recorded: 2, upstreamStatus: 200, etag: 'e1' }
}`

describe.each(['sqlite', 'postgres'] as const)('releases on %s', (kind) => {
  let server: TestServer
  const as = () => ({ as: server.admin })
  const post = (path: string, body: object = {}) => server.ask('POST', path, { ...as(), body })
  const read = async (path: string, user = server.admin) => (await server.ask('GET', path, { as: user })).json

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
      return (await server.ask('POST', 'series/list', { ...as(), body, ...more })).json.data.map(
        (one: { title: string }) => one.title,
      )
    }
    expect(await followed(true)).toEqual([])
    const tracking = await server.ask('PATCH', `series/${saga.id}/tracking`, { ...as(), body: { tracked: true } })
    expect(tracking.json.tracked).toBe(true)
    expect(await followed(true)).toEqual(['Saga'])
    expect(await followed(false)).not.toContain('Saga')
    const { sources } = await read('release-sources')
    expect((await post(`release-sources/${sources[0].id}/poll-now`)).status).toBe(202)
    await server.settle()
    const found = await read('releases')
    expect(found.data).toMatchObject([{ seriesId: saga.id, volumes: [{ start: 7, end: 7 }], state: 'announced' }])
    const follower = await server.addUser('follower')
    expect((await read('releases', follower.as)).total).toBe(0)
    expect(await followed(true, { as: follower.as })).toEqual([])
    await server.ask('PATCH', `series/${saga.id}/tracking`, { as: follower.as, body: { tracked: true } })
    await post(`releases/${found.data[0].id}/dismiss`)
    expect((await read('releases')).total).toBe(0)
    expect((await read('releases', follower.as)).total).toBe(1)
    expect((await read('releases?state=all')).total).toBe(2)
    expect((await read(`series/${saga.id}/tracking`)).latestKnownVolume).toBe(7)
    const [after] = (await read('release-sources')).sources
    expect(after).toMatchObject({ lastError: null, lastSummary: { matched: 1, recorded: 2 } })
    // One that cannot reach its source, and says so on its error output only.
    await post(`release-sources/${sources[0].id}/poll-now`)
    await server.settle()
    const lastError = 'The source couldn’t be read: series 1: fetch failed'
    const params = { message: 'series 1: fetch failed' }
    expect((await read('release-sources')).sources).toMatchObject([
      { lastError, lastErrorReason: { code: 'release_source_unreadable', params } },
    ])
    // One whose source sends something else, and that finds nothing wrong with it.
    await post(`release-sources/${sources[0].id}/poll-now`)
    await server.settle()
    const [empty] = (await read('release-sources')).sources
    expect(empty.lastError).toContain('listed no releases')
    expect(empty.lastErrorReason).toEqual({ code: 'release_source_empty', params: {} })
    // The volume that was announced comes into the library.
    expect((await read('releases', follower.as)).total).toBe(1)
    writeFileSync(join(server.library, 'Saga', 'Saga v07.cbz'), makeComic(7))
    await post(`libraries/${saga.libraryId}/scan`)
    await server.settle()
    await post(`release-sources/${sources[0].id}/poll-now`)
    await server.settle()
    expect((await read('releases', follower.as)).total).toBe(0)
  })
})
