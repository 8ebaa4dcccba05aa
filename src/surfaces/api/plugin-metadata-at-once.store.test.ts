import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** Each id is another record. */
const provider = `
if (method === 'initialize') return manifest
const by = params.externalId
return { externalId: by, title: 'Saga ' + by, summary: 'Told by ' + by, genres: ['Genre of ' + by], publisher: 'House of ' + by,
  alternateTitles: [{ title: 'Alias of ' + by }], externalLinks: [{ url: 'https://provider.example/' + by, label: 'Site' }] }`

describe.each(['sqlite', 'postgres'] as const)('metadata that several people change on %s', (kind) => {
  let server: TestServer
  let pluginId: string
  let at: string
  const as = () => ({ as: server.admin })
  const post = (path: string, body: object = {}) => server.request('POST', path, { ...as(), body })
  const read = async (path: string) => (await server.request('GET', path, as())).json

  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1) })
    await server.scan()
    at = `series/${(await read('series')).data[0].id}`
    const path = makePluginFolder({
      name: 'provider',
      handle: provider,
      capabilities: { metadataProvider: ['series'] },
    })
    pluginId = (await post('admin/plugins/install', { path })).json.plugin.id
    await server.request('PATCH', `admin/plugins/${pluginId}`, { ...as(), body: { rateLimitRequestsPerMinute: null } })
    await post(`admin/plugins/${pluginId}/enable`)
  }, 240_000)
  afterAll(() => server.close())

  const preview = async (externalId: string): Promise<string> =>
    (await post(`${at}/metadata/preview`, { pluginId, externalId })).json.previewId
  const apply = async (externalId: string, previewId: string) =>
    (await post(`${at}/metadata/apply`, { pluginId, externalId, previewId })).json
  const changes = async (): Promise<{ id: string; undoneAt: string | null }[]> =>
    (await read(`${at}/metadata/changes`)).changes
  const undo = async (id: string) => expect((await post(`${at}/metadata/changes/${id}/undo`)).status).toBe(200)
  const state = async () => {
    const { summary, genres, publisher } = await read(`${at}/metadata`)
    return {
      ...{ title: (await read(at)).title, summary, publisher },
      genres: genres.map((one: { name: string }) => one.name),
      titles: (await read(`${at}/alternate-titles`)).titles.map((one: { title: string }) => one.title),
      links: (await read(`${at}/external-links`)).links.map((one: { url: string }) => one.url),
    }
  }
  const stateOf = (id: string) => ({
    ...{ title: `Saga ${id}`, summary: `Told by ${id}`, genres: [`Genre of ${id}`], publisher: `House of ${id}` },
    ...{ titles: [`Alias of ${id}`], links: [`https://provider.example/${id}`] },
  })

  it('is that of one of them, and undoing all restores what was there', async () => {
    const before = await state()
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const previews = await Promise.all(ids.map(preview))
    const applied = await Promise.all(ids.map((id, n) => apply(id, previews[n]!)))
    expect(applied.map((one) => one.success)).toEqual(ids.map(() => true))
    const after = await state()
    expect(ids.map(stateOf)).toContainEqual(after)
    const made = await changes()
    expect(made).toHaveLength(ids.length)
    for (const { id } of made) await undo(id)
    expect(await state()).toEqual(before)
  })

  it('is applied once when the same preview is applied several times', async () => {
    const before = await state()
    const known = (await changes()).length
    const previewId = await preview('twice')
    await Promise.all(Array.from({ length: 6 }, () => apply('twice', previewId)))
    const made = (await changes()).slice(0, -known)
    expect(made).toHaveLength(1)
    expect(await state()).toEqual(stateOf('twice'))
    await undo(made[0]!.id)
    expect(await state()).toEqual(before)
  })

  it('is restored once when several people undo the same change', async () => {
    const before = await state()
    await apply('a', await preview('a'))
    const [change] = await changes()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(`${at}/metadata/changes/${change!.id}/undo`)),
    )
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await state()).toEqual(before)
  })

  it('respects a lock that was set after the preview, and edits made before the undo', async () => {
    const before = await state()
    const previewId = await preview('a')
    await server.request('PUT', `${at}/metadata/locks`, { ...as(), body: { summary: true } })
    const applied = await apply('a', previewId)
    expect(applied.skippedFields).toContainEqual({ field: 'summary', reason: 'The field is locked.' })
    expect(await state()).toEqual({ ...stateOf('a'), summary: before.summary })
    await server.request('PATCH', `${at}/metadata`, { ...as(), body: { publisher: 'By hand' } })
    const [change] = await changes()
    await undo(change!.id)
    expect(await state()).toEqual({ ...before, publisher: 'By hand' })
  })
})
