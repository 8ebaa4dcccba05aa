import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const titles = ['Silent River', 'Golden Crown', 'Broken Garden', 'Hidden Engine']
const yearOf = (n: number) => 1990 + n

/** For each series the right match, a remake, a sequel, a spin-off and one that only looks like it. */
const provider = `
const all = ${JSON.stringify([...titles, 'Iron Harbor'])}.flatMap((title, n) => [
  { externalId: 'guide-' + n, title: 'Complete Guide to ' + title, year: 1990 + n, relevanceScore: 1 },
  { externalId: 'spin-' + n, title: title + ': Gaiden', year: 1991 + n, relevanceScore: 1 },
  { externalId: 'sequel-' + n, title: title + ' 2', year: 1994 + n, relevanceScore: 1 },
  { externalId: 'remake-' + n, title, year: 2005 + n, relevanceScore: 1 },
  { externalId: 'right-' + n, title: n % 2 ? title : 'Other Name ' + n, alternateTitles: [title.toUpperCase()], year: 1990 + n, relevanceScore: 0.6 },
])
if (method === 'initialize') return manifest
if (method === 'metadata/series/search') {
  const words = params.query.toLowerCase()
  return { results: all.filter((one) => [one.title, ...(one.alternateTitles ?? [])].some((t) => t.toLowerCase().includes(words))) }
}
const one = all.find((each) => each.externalId === params.externalId)
return { ...one, alternateTitles: (one.alternateTitles ?? []).map((title) => ({ title })), summary: 'Of ' + one.externalId, publisher: 'Theirs' }
`

describe.each(['sqlite', 'postgres'] as const)('matching on %s', (kind) => {
  let server: TestServer
  let pluginId: string
  let libraryId: string
  let series: { id: string; title: string }[]
  const as = () => ({ as: server.admin })
  const post = (path: string, body: object = {}) => server.request('POST', path, { ...as(), body })
  const change = (body: object) => server.request('PATCH', `admin/plugins/${pluginId}`, { ...as(), body })
  const read = async (path: string) => (await server.request('GET', path, as())).json
  const foundFor = async (id: string): Promise<string | undefined> =>
    (await read(`series/${id}/external-ids`)).externalIds[0]?.externalId

  beforeAll(async () => {
    const files: Record<string, Uint8Array> = {}
    for (const [n, title] of titles.entries()) files[`${title} (${yearOf(n)})/1.cbz`] = makeComic(n + 1)
    server = await openTestServer(kind, files)
    libraryId = await server.scan()
    const path = makePluginFolder({ name: 'matcher', handle: provider, capabilities: { metadataProvider: ['series'] } })
    pluginId = (await post('admin/plugins/install', { path })).json.plugin.id
    await post(`admin/plugins/${pluginId}/enable`)
    await change({ rateLimitRequestsPerMinute: null })
    series = (await read('series?pageSize=100')).data
  }, 240_000)
  afterAll(() => server.close())

  it('matches nothing that is hidden from whoever asks', async () => {
    const [others, shown] = [series.slice(0, -1), series.at(-1)]
    for (const { id } of others) {
      await server.request('PATCH', `series/${id}/metadata`, { ...as(), body: { ageRating: 18 } })
    }
    const young = await server.addUser('young', { role: 'maintainer', ageLimit: 12 })
    const asked = await server.request('POST', `libraries/${libraryId}/metadata/auto-match/task`, {
      as: young.as,
      body: { pluginId },
    })
    expect(asked.status).toBe(200)
    await server.waitForIdle()
    expect((await read('tasks?type=plugin_auto_match')).data[0].result).toMatchObject({ total: 1, applied: 1 })
    expect(await Promise.all(others.map(({ id }) => foundFor(id)))).toEqual(others.map(() => undefined))
    expect(await foundFor(shown!.id)).toBeDefined()
  })

  it('matches a library, and touches no lock', async () => {
    const [locked] = series
    await server.request('PUT', `series/${locked!.id}/metadata/locks`, { ...as(), body: { publisher: true } })
    const queued = await post(`libraries/${libraryId}/metadata/auto-match/task`, { pluginId })
    expect(queued.json).toMatchObject({ success: true, tasksEnqueued: 1 })
    await server.waitForIdle()
    const found = await Promise.all(series.map((one) => foundFor(one.id)))
    expect(found.toSorted()).toEqual(['right-0', 'right-1', 'right-2', 'right-3'])
    expect((await read(`series/${locked!.id}/metadata`)).publisher).toBeNull()
    const { data } = await read('tasks?type=plugin_auto_match')
    expect(data[0]).toMatchObject({ status: 'completed', result: { total: 4, applied: 4, review: 0, failed: 0 } })
  })

  it('applies nothing by itself again that a person has undone', async () => {
    const one = series[2]!
    const [{ id }] = (await read(`series/${one.id}/metadata/changes`)).changes
    expect((await post(`series/${one.id}/metadata/changes/${id}/undo`)).status).toBe(200)
    await post(`libraries/${libraryId}/metadata/auto-match/task`, { pluginId })
    await server.waitForIdle()
    expect(await foundFor(one.id)).toBeUndefined()
    const [review, ...others] = (await read('plugins/reviews')).data
    expect(others).toEqual([])
    expect(review).toMatchObject({ seriesId: one.id, reason: 'undone' })
    const accepted = await post(`plugins/reviews/${review.id}/accept`, { externalId: review.candidates[0].externalId })
    expect(accepted.status).toBe(200)
    expect((await post(`series/${one.id}/metadata/auto-match`, { pluginId })).json.outcome).toBe('applied')
  })

  it('asks a person where it is doubtful, and never again where told so', async () => {
    const one = series[1]!
    await change({ applyFrom: 1, useExistingExternalId: false })
    const matched = (await post(`series/${one.id}/metadata/auto-match`, { pluginId })).json
    expect(matched).toMatchObject({ success: false, outcome: 'review' })
    const reviews = await read('plugins/reviews')
    expect(reviews.data[0]).toMatchObject({ seriesId: one.id, reason: 'doubtful' })
    const folderName = expect.stringMatching(/ \(199\d\)$/)
    expect(reviews.data[0].current).toMatchObject({ folderName, fileFormat: 'cbz' })
    const [best] = reviews.data[0].candidates
    expect(best.externalId).toMatch(/^right-/)
    const accepted = await post(`plugins/reviews/${reviews.data[0].id}/accept`, { externalId: best.externalId })
    expect(accepted.status).toBe(200)
    expect((await read('plugins/reviews')).total).toBe(0)
    expect((await post(`plugins/reviews/${reviews.data[0].id}/dismiss`)).status).toBe(409)
    await server.request('PUT', `series/${one.id}/metadata/never-match`, { ...as(), body: { never: true } })
    expect((await post(`series/${one.id}/metadata/auto-match`, { pluginId })).json.outcome).toBe('skipped')
    await change({ applyFrom: 0.85, useExistingExternalId: true })
  })

  it('matches only in the libraries of the plugin, and no books for whoever may not change them', async () => {
    const folder = join(server.library, '..', 'other-library')
    mkdirSync(folder)
    const other = (await post('libraries', { name: 'Other', path: folder })).json.id
    await change({ libraryIds: [other] })
    expect((await post(`series/${series[0]!.id}/metadata/auto-match`, { pluginId })).status).toBe(403)
    await change({ libraryIds: [] })
    await server.request('DELETE', `libraries/${other}`, as())

    const handle = `if (method === 'initialize') return manifest
      if (method.endsWith('/search')) return { results: [{ externalId: 'x', title: params.query ?? 'x', alternateTitles: [] }] }
      return { externalId: 'x', title: '1', summary: 'Changed' }`
    const capabilities = { metadataProvider: ['book'] }
    const path = makePluginFolder({ name: 'books-only', handle, capabilities })
    const onlyBooks = (await post('admin/plugins/install', { path })).json.plugin.id
    await post(`admin/plugins/${onlyBooks}/enable`)
    const { key } = (await post('api-keys', { name: 'k', permissions: ['SeriesRead', 'SeriesWrite', 'LibrariesRead'] }))
      .json
    const asked = { headers: { 'x-api-key': key }, body: { pluginId: onlyBooks } }
    const refused = await server.request('POST', `libraries/${libraryId}/metadata/auto-match/task`, asked)
    expect([refused.status, refused.json.message]).toEqual([403, 'You need the permission BooksWrite for this.'])
    const own = { headers: { 'x-api-key': key }, body: { pluginId } }
    expect((await server.request('POST', `libraries/${libraryId}/metadata/auto-match/task`, own)).status).toBe(200)
    await server.waitForIdle()
    const [task] = (await read('tasks?type=plugin_auto_match')).data
    expect(task.params).toMatchObject({ withoutBooks: true })

    // The book “Hidden Engine” of “Hidden Engine (1993)” has its year.
    await server.request('PATCH', `admin/plugins/${onlyBooks}`, { ...as(), body: { applyFrom: 1 } })
    const { id } = series.find(({ title }) => title === 'Hidden Engine')!
    const [book] = (await read(`series/${id}/books`)).data
    await server.request('PATCH', `books/${book.id}/metadata`, { ...as(), body: { title: 'Hidden Engine' } })
    await post(`libraries/${libraryId}/metadata/auto-match/task`, { pluginId: onlyBooks })
    await server.waitForIdle()
    const { data: reviews } = await read('plugins/reviews')
    const ofBook = reviews.find((one: { bookId: string }) => one.bookId === book.id)
    expect(ofBook.current).toMatchObject({ title: 'Hidden Engine', year: 1993, folderName: null, fileFormat: 'cbz' })
    for (const { id } of reviews) await post(`plugins/reviews/${id}/dismiss`)
  })

  it('matches what a scan brings, and nothing else', async () => {
    await change({ matchAfterScan: true })
    mkdirSync(join(server.library, 'Iron Harbor (1994)'))
    writeFileSync(join(server.library, 'Iron Harbor (1994)', '1.cbz'), makeComic(9))
    await post(`libraries/${libraryId}/scan`)
    const results = async () =>
      (await read('tasks?type=plugin_auto_match')).data
        .filter((task: { params: { onlyNew?: boolean } }) => task.params.onlyNew)
        .map((task: { result: unknown }) => task.result)
    // The one that is excluded from matching is skipped, too.
    await expect
      .poll(results, { timeout: 120_000, interval: 500 })
      .toMatchObject([{ total: 5, applied: 1, review: 0, none: 0, skipped: 4, failed: 0 }])
  })

  it('does not search for all that was there before a plugin was set up, only for what changes', async () => {
    const path = makePluginFolder({ name: 'later', handle: provider, capabilities: { metadataProvider: ['series'] } })
    const later = (await post('admin/plugins/install', { path })).json.plugin.id
    await post(`admin/plugins/${later}/enable`)
    const body = { matchAfterScan: true, rateLimitRequestsPerMinute: null }
    await server.request('PATCH', `admin/plugins/${later}`, { ...as(), body })
    const results = async () =>
      (await read('tasks?type=plugin_auto_match')).data
        .filter((task: { params: { pluginId: string } }) => task.params.pluginId === later)
        .map((task: { result: unknown }) => task.result)
    const scan = async (expected: object) => {
      const before = (await results()).length
      await post(`libraries/${libraryId}/scan`)
      await expect.poll(async () => (await results()).length, { timeout: 120_000, interval: 500 }).toBe(before + 1)
      await expect.poll(async () => (await results())[0], { timeout: 120_000, interval: 500 }).toMatchObject(expected)
    }
    await scan({ total: 5, applied: 0, skipped: 5 })
    writeFileSync(join(server.library, 'Silent River (1990)', '2.cbz'), makeComic(10))
    await scan({ total: 5, applied: 1, skipped: 4 })
    renameSync(join(server.library, 'Broken Garden (1992)'), join(server.library, 'Garden, Broken (1992)'))
    await scan({ total: 5, applied: 1, skipped: 4 })
    await scan({ total: 5, applied: 0, skipped: 5 })
  })
})
