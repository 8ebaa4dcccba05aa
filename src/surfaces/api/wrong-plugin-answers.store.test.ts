import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** JSON of the wrong type, wherever an object is expected. */
const noObjects = ['"text"', '7', 'true', '[]', '[{"externalId":"1","title":"Saga"}]', '1e999']
const nested = `${'['.repeat(90)}${']'.repeat(90)}`
/** JSON that no field expects. */
const oddValues = ['true', 'null', '{}', '[[]]', '[{}]', '1e999', nested, '{"__proto__":{"title":"x"}}']
/** JSON that some field may expect, and others don't. */
const oddTexts = [
  '"NaN"',
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"\\ud800"',
  '["__proto__"]',
  '99999999999999999999',
  '-1e308',
]

const fieldsOf = {
  series: `alternateTitles summary year status publisher genres tags authors artists coverUrl covers rating externalRatings externalLinks
    externalIds externalUrl language totalVolumeCount totalChapterCount ageRating readingDirection bannerUrl relations`,
  book: `alternateTitles summary year publisher genres tags authors artists coverUrl covers rating externalRatings externalLinks externalIds
    externalUrl language subtitle bookType pageCount volume chapter releaseDate isbn isbns edition originalTitle originalYear translator
    seriesPosition seriesTotal subjects awards`,
}

/** All fields with this value, in parts that are short enough for an external id. */
function oddFields(entity: 'series' | 'book', json: string): string[] {
  const fields = fieldsOf[entity].split(/\s+/).map((name) => `"${name}":${json}`)
  const perPart = Math.max(1, Math.floor(900 / Math.max(...fields.map(({ length }) => length + 1))))
  return Array.from({ length: Math.ceil(fields.length / perPart) }, (_, part) =>
    fields.slice(part * perPart, (part + 1) * perPart).join(),
  )
}

const withoutTime = ({ updatedAt: _, ...rest }: Record<string, unknown>) => rest

describe.each(['sqlite', 'postgres'] as const)('a wrong answer of a plugin on %s', (kind) => {
  let server: TestServer
  const ids = { series: '', book: '' }
  const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, ...(body && { body }) })
  const read = async (path: string) => (await request('GET', path)).json

  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1) })
    await server.scan()
    ids.series = (await read('series')).data[0].id
    ids.book = (await read('books')).data[0].id
  }, 240_000)
  afterAll(() => server.close())

  async function start(source: Parameters<typeof makePluginFolder>[0]): Promise<string> {
    const { plugin } = (await request('POST', 'admin/plugins/install', { path: makePluginFolder(source) })).json
    await request('PATCH', `admin/plugins/${plugin.id}`, { rateLimitRequestsPerMinute: null })
    expect((await request('POST', `admin/plugins/${plugin.id}/enable`)).json.healthCheckPassed).toBe(true)
    return plugin.id
  }
  const healthOf = async (id: string) => (await read(`admin/plugins/${id}/health`)).health

  describe('about metadata', () => {
    let pluginId: string
    beforeAll(async () => {
      pluginId = await start({
        name: 'echo',
        capabilities: { metadataProvider: ['series', 'book'] },
        // The question is the answer.
        handle: `if (method === 'initialize') return manifest
          process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + (params.query ?? params.externalId ?? params.title) + '}\\n')`,
      })
    })

    it.each(['series', 'book'] as const)('is reported as such, and changes nothing: %s', async (entity) => {
      const at = `${entity === 'book' ? 'books' : 'series'}/${ids[entity]}/metadata`
      const invalid = (action: string) => `The plugin sent an invalid response to metadata/${entity}/${action}.`
      for (const json of [...noObjects, 'null', '{"results":"x"}', '{"results":{"length":3}}']) {
        const found = await request('POST', `${at}/search`, { pluginId, query: json })
        expect([found.status, found.json.message], json).toEqual([422, invalid('search')])
      }
      await expect
        .poll(() => healthOf(pluginId))
        .toMatchObject({
          healthStatus: 'degraded',
          disabledReason: invalid('search'),
        })
      for (const json of noObjects) {
        const previewed = await request('POST', `${at}/preview`, { pluginId, externalId: json })
        expect([previewed.status, previewed.json.message], json).toEqual([422, invalid('get')])
        const action = { metadata: { action: 'match', contentType: entity, params: { title: json } } }
        expect((await request('POST', `plugins/${pluginId}/execute`, { action })).json.error).toBe(invalid('match'))
      }
      expect((await request('POST', `${at}/preview`, { pluginId, externalId: 'null' })).status).toBe(404)
      const odd =
        '{"results":[null,7,"x",[],{},{"externalId":{},"title":[]},{"externalId":"1","title":"Saga","preview":[],"year":1e999}]}'
      expect((await request('POST', `${at}/search`, { pluginId, query: odd })).json.results).toMatchObject([
        { externalId: '1', title: 'Saga' },
      ])
      await expect.poll(async () => (await healthOf(pluginId)).healthStatus).toBe('healthy')
    })

    it.each(['series', 'book'] as const)('is left out field by field: %s', async (entity) => {
      const at = `${entity === 'book' ? 'books' : 'series'}/${ids[entity]}/metadata`
      const { title } = await read(at)
      for (const json of [...oddValues, ...oddTexts]) {
        for (const fields of oddFields(entity, json)) {
          const externalId = `{"externalId":"1","title":${JSON.stringify(title)},${fields}}`
          const previewed = await request('POST', `${at}/preview`, { pluginId, externalId })
          expect(previewed.status, externalId + previewed.text).toBe(200)
          const before = await read(at)
          const applied = await request('POST', `${at}/apply`, { pluginId, externalId })
          expect(applied.status, externalId + applied.text).toBe(200)
          // The record's own id is always stored.
          const others = applied.json.appliedFields.filter((name: string) => name !== 'externalIds')
          if (oddValues.includes(json)) expect(others, json).toEqual([])
          const [change] = (await read(`${at}/changes`)).changes
          if (change?.undoneAt === null) {
            const undone = await request('POST', `${at}/changes/${change.id}/undo`)
            expect(undone.status, externalId + undone.text).toBe(200)
          }
          expect(withoutTime(await read(at)), json).toEqual(withoutTime(before))
        }
      }
    })
  })

  it('to a poll is the fault that its source shows', async () => {
    const answers = [...noObjects, 'null', '{"candidates":{"0":1}}']
    const sources = answers.map((sourceKey, n) => ({ sourceKey, displayName: `Feed ${n}`, kind: 'rss-series' }))
    const pluginId = await start({
      name: 'feeds',
      capabilities: { releaseSource: { kinds: ['rss-series'] } },
      handle: `if (method === 'initialize') {
          request('releases/register_sources', ${JSON.stringify({ sources })})
          return manifest
        }
        process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + params.sourceKey + '}\\n')`,
    })
    await expect
      .poll(async () => (await read('release-sources')).sources.length, { timeout: 60_000 })
      .toBe(answers.length)
    for (const { id } of (await read('release-sources')).sources)
      await request('POST', `release-sources/${id}/poll-now`)
    const lastError = 'The plugin sent an invalid response to releases/poll.'
    const errors = async () =>
      (await read('release-sources')).sources.map((one: { lastError: string }) => one.lastError)
    await expect.poll(errors, { timeout: 60_000 }).toEqual(answers.map(() => lastError))
    expect(await healthOf(pluginId)).toMatchObject({ healthStatus: 'degraded', disabledReason: lastError })
    expect((await read('releases?state=all')).total).toBe(0)
    const waiting = async () => await read('tasks/stats')
    await expect.poll(waiting).toMatchObject({ running: 0 })
    expect(await waiting(), 'the same poll would get the same answer').toMatchObject({
      pending: 0,
      failed: answers.length,
    })
  })

  it('that is only a plugin’s own error becomes a sentence about the source', async () => {
    const sources = [{ sourceKey: 'broken', displayName: 'Broken feed', kind: 'rss-series' }]
    await start({
      name: 'broken',
      capabilities: { releaseSource: { kinds: ['rss-series'] } },
      handle: `if (method === 'initialize') {
          request('releases/register_sources', ${JSON.stringify({ sources })})
          return manifest
        }
        return new Date(params.never).toISOString()`,
    })
    type Source = { id: string; displayName: string; lastError: string | null }
    const broken = async () => {
      const all: Source[] = (await read('release-sources')).sources
      return all.find((one) => one.displayName === 'Broken feed')
    }
    await expect.poll(broken, { timeout: 60_000 }).toBeDefined()
    await request('POST', `release-sources/${(await broken())!.id}/poll-now`)
    await expect.poll(async () => (await broken())!.lastError, { timeout: 60_000 }).not.toBeNull()
    expect(await broken()).toMatchObject({ lastError: 'The source couldn’t be read: Invalid time value' })
  })

  describe('to one person', () => {
    let pluginId: string
    beforeAll(async () => {
      pluginId = await start({
        name: 'personal',
        capabilities: { userReadSync: true, userRecommendationProvider: true, externalIdSource: 'api:personal' },
        handle: `if (method === 'initialize') { globalThis.answers = params.userConfig ?? {}; return manifest }
          const page = { entries: [], hasMore: true, nextCursor: String(Math.random()) }
          const usual = { 'sync/pullProgress': '{"entries":[],"hasMore":false}', 'sync/pushProgress': '{"success":[],"failed":[]}' }
          const answer = answers[method] === 'endless' ? JSON.stringify(page) : answers[method] ?? usual[method] ?? '{}'
          process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":' + answer + '}\\n')`,
      })
      expect((await request('POST', `user/plugins/${pluginId}/enable`)).status).toBeLessThan(300)
      await request('POST', `series/${ids.series}/external-ids`, { source: 'api:personal', externalId: '11' })
      await server.request('PUT', `books/${ids.book}/progress`, {
        as: server.admin,
        body: { currentPage: 1, completed: true },
      })
    })
    const mine = () => read(`user/plugins/${pluginId}`)
    const answerWith = async (method: string, json: string) =>
      expect((await request('PATCH', `user/plugins/${pluginId}/config`, { config: { [method]: json } })).status).toBe(
        200,
      )

    it.each([
      ['sync/getUserInfo', '"text"', 'sync'],
      ['sync/pullProgress', '[]', 'sync'],
      ['sync/pullProgress', '{"entries":"x"}', 'sync'],
      ['sync/pushProgress', '7', 'sync'],
      ['sync/pushProgress', '{"failed":{}}', 'sync'],
      ['recommendations/get', 'null', 'recommendations'],
      ['recommendations/get', '{"recommendations":{}}', 'recommendations'],
    ])('is reported to them: %s %s', async (method, json, what) => {
      await answerWith(method, json)
      const path = what === 'sync' ? `user/plugins/${pluginId}/sync` : 'user/recommendations/refresh'
      expect((await request('POST', path)).status).toBe(202)
      const healthReason = `The plugin sent an invalid response to ${method}.`
      await expect.poll(mine, { timeout: 60_000 }).toMatchObject({ healthStatus: 'degraded', healthReason })
      await server.waitForIdle()
    })

    it('is left out entry by entry', async () => {
      const entries = [...oddValues, ...oddTexts].map(
        (odd) =>
          `{"externalId":"11","status":"reading","progress":${odd},"score":${odd},"latestUpdatedAt":${odd}},${odd}`,
      )
      await answerWith('sync/pullProgress', `{"entries":[${entries.join()}],"hasMore":${nested}}`)
      await request('POST', `user/plugins/${pluginId}/sync`)
      await server.waitForIdle()
      expect(await mine()).toMatchObject({
        healthStatus: 'healthy',
        lastSyncResult: { applied: 0, pullIncomplete: false },
      })
    })

    it('that has no end is cut short', async () => {
      await answerWith('sync/pullProgress', 'endless')
      await request('POST', `user/plugins/${pluginId}/sync`)
      await server.waitForIdle()
      expect(await mine()).toMatchObject({
        healthStatus: 'healthy',
        lastSyncResult: { pulled: 0, pullIncomplete: true },
      })
    })
  })
})
