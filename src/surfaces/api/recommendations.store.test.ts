import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const plugin = `
if (method === 'initialize') return manifest
const names = params.library.map((one) => one.title)
return { recommendations: [{ externalId: 'r1', title: 'New One', score: 0.9, basedOn: names,
  coverUrl: 'https://covers.example.org/1.png', reason: 'Because you read ' + names.join(' and ') }] }
`

describe.each(['sqlite', 'postgres'] as const)('recommendations on %s', (kind) => {
  let server: TestServer
  let reader: { id: string; as: string }
  const series = new Map<string, string>()
  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Open/Open v01.cbz': makeComic(2),
      'Closed/Closed v01.cbz': makeComic(3),
    })
    await server.scan()
    const { admin, request } = server
    for (const { id, title } of (await request('GET', 'series', { as: admin })).json.data) series.set(title, id)
    const path = makePluginFolder({
      name: 'adviser',
      handle: plugin,
      capabilities: { userRecommendationProvider: true },
    })
    const { id } = (await request('POST', 'admin/plugins/install', { as: admin, body: { path } })).json.plugin
    await request('POST', `admin/plugins/${id}/enable`, { as: admin })
    reader = await server.addUser('ann')
    expect((await request('POST', `user/plugins/${id}/enable`, { as: reader.as })).status).toBeLessThan(300)
    for (const { id: book } of (await request('GET', 'books', { as: reader.as })).json.data)
      await request('PUT', `books/${book}/progress`, { as: reader.as, body: { currentPage: 1 } })
    await request('POST', 'user/recommendations/refresh', { as: reader.as })
    await server.waitForIdle()
  }, 240_000)
  afterAll(() => server?.close())

  const read = async () => (await server.request('GET', 'user/recommendations', { as: reader.as })).json

  it('don’t name what their reader may no longer see, and are fetched again', async () => {
    const both = expect.stringMatching(/Open and Closed|Closed and Open/)
    expect((await read()).recommendations).toMatchObject([{ externalId: 'r1', reason: both }])
    const limited = await server.request('PATCH', `series/${series.get('Closed')}/metadata`, {
      as: server.admin,
      body: { ageRating: 18 },
    })
    expect(limited.status).toBe(200)
    await server.request('PATCH', `users/${reader.id}`, {
      as: server.admin,
      body: { ageLimit: 12, allowUnrated: true },
    })
    const meanwhile = await read()
    expect(meanwhile).toMatchObject({ recommendations: [], sources: [{ isRefreshing: true }] })
    await server.waitForIdle()
    const { recommendations } = await read()
    expect(recommendations).toMatchObject([{ reason: 'Because you read Open', basedOn: ['Open'] }])
  }, 120_000)
})
