import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** Returns one series and one book, and counts the requests. */
const provider = `
if (method === 'initialize') { globalThis.config = params.adminConfig; return manifest }
if (method === 'metadata/series/search') return { results: [
  { externalId: '1', title: params.query, year: 2012, relevanceScore: 1, alternateTitles: [], preview: { genres: ['A'] } },
  { externalId: '', title: 'no id' }, 7 ] }
if (method === 'metadata/book/search') return { results: [{ externalId: 'b1', title: 'A Book' }] }
const times = ((globalThis.times ??= {})[params.externalId] = (globalThis.times[params.externalId] ?? 0) + 1)
if (params.externalId === 'empty') { console.error('[ERROR] upstream is down'); return { externalId: 'empty', externalUrl: 'https://x.example/', alternateTitles: [] } }
if (params.externalId === 'slow') return undefined
if (method === 'metadata/series/get') return {
  externalId: params.externalId, externalUrl: 'https://provider.example/s/1', title: 'Saga of ' + times, summary: 'Told ' + times + ' times',
  year: 2012, status: 'ended', publisher: 'Image', genres: ['Space Opera'], tags: ['war', 'family'], authors: [{ name: 'BKV', role: 'writer' }, { name: 'X', role: 'wizard' }],
  artists: ['Fiona Staples'], ageRating: 17, language: 'en', readingDirection: 'ltr', totalVolumeCount: 12, totalChapterCount: 66.5,
  alternateTitles: [{ title: 'サーガ', language: 'ja' }, { title: 'Saga!', language: 'en' }, { title: 'Saga!!', language: 'en' }],
  coverUrl: globalThis.config.cover, rating: { score: 91, voteCount: 10, source: 'provider' }, externalRatings: [{ score: 80, source: 'other' }],
  externalLinks: [{ url: 'https://provider.example/s/1', label: 'Provider' }, { url: 'javascript:alert(1)', label: 'Bad' }],
  externalIds: [{ source: 'api:anilist', externalId: '77' }] }
return { externalId: params.externalId, title: 'The Book', subtitle: 'Sub', summary: 'Words', bookType: 'graphic_novel', volume: 2, chapter: 3.5,
  releaseDate: '2014-03-09', isbn: '978-0-261-10328-3', isbns: ['0261103288'], translator: 'T', genres: ['G'], tags: ['t'], subjects: ['s'],
  awards: [{ name: 'Eisner', year: 2015, won: true }], authors: ['Plain Name'], artists: ['Drawer'], publisher: 'P', language: 'en', seriesPosition: 2,
  rating: { score: 90, source: 'provider' }, externalLinks: [{ url: 'https://provider.example/b/1', label: 'Provider' }], coverUrl: globalThis.config.cover }
`

describe.each(['sqlite', 'postgres'] as const)('metadata of plugins on %s', (kind) => {
  let server: TestServer
  let pictures: Server
  let pluginId: string
  let coverUrl: string
  let series: { id: string }
  let book: { id: string }
  const as = () => ({ as: server.admin })
  const post = async (path: string, body: object) => server.request('POST', path, { ...as(), body })
  const read = async (path: string) => (await server.request('GET', path, as())).json

  beforeAll(async () => {
    pictures = createServer((_, response) => response.end(makePng(60, 90))).listen(0, '127.0.0.1')
    await new Promise((resolve) => pictures.once('listening', resolve))
    const { port } = pictures.address() as AddressInfo
    coverUrl = `http://127.0.0.1:${port}/c.png`
    server = await openTestServer(
      kind,
      { 'Saga/Saga 01.cbz': makeComic(1), 'Saga/Saga 02.cbz': makeComic(2) },
      (config) => {
        config.plugins.cover_hosts = [`127.0.0.1:${port}`]
      },
    )
    await server.scan()
    series = (await read('series')).data[0]
    book = (await read('books')).data[0]
    const path = makePluginFolder({
      name: 'provider',
      handle: provider,
      capabilities: { metadataProvider: ['series', 'book'] },
    })
    const installed = await post('admin/plugins/install', { path, config: { cover: `http://127.0.0.1:${port}/c.png` } })
    pluginId = installed.json.plugin.id
    await post(`admin/plugins/${pluginId}/enable`, {})
  }, 120_000)
  afterAll(async () => {
    await server.close()
    pictures.close()
  })

  it('is offered where it can be used', async () => {
    const { actions } = await read('plugins/actions?scope=series:detail')
    expect(actions).toMatchObject([
      { pluginId, actionType: 'metadata_search', pluginName: 'provider' },
      { actionType: 'metadata_search', pluginName: 'files', pluginDisplayName: 'From the files' },
    ])
    const found = await post(`series/${series.id}/metadata/search`, { pluginId })
    expect(found.json).toMatchObject({ query: 'Saga', results: [{ externalId: '1', title: 'Saga' }] })
    expect(found.json.results[0].similarity).toBeGreaterThan(0.9)
    const cover = await server.request('GET', `plugins/cover?url=${encodeURIComponent(coverUrl)}`, as())
    expect(cover.headers['content-type']).toBe('image/png')
    const inside = await server.request('GET', 'plugins/cover?url=http%3A%2F%2F127.0.0.1%3A1%2F', as())
    expect(inside.status).toBe(422)
    const reader = await server.addUser('mere-reader')
    const refused = await server.request('POST', `series/${series.id}/metadata/search`, {
      as: reader.as,
      body: { pluginId },
    })
    expect(refused.status).toBe(403)
  })

  it('applies exactly what was shown, only what was chosen, and never what is locked', async () => {
    await server.request('PUT', `series/${series.id}/metadata/locks`, { ...as(), body: { publisher: true } })
    const preview = (await post(`series/${series.id}/metadata/preview`, { pluginId, externalId: '1' })).json
    const field = (name: string) => preview.fields.find((one: { field: string }) => one.field === name)
    expect(field('summary')).toMatchObject({ status: 'will_apply', proposedValue: 'Told 1 times' })
    expect(field('publisher')).toMatchObject({ status: 'locked', reason: 'The field is locked.' })
    expect(field('titleSort').status).toBe('not_provided')
    expect(field('authors').proposedValue).toEqual([
      { name: 'BKV', role: 'writer' },
      { name: 'X', role: 'contributor' },
      { name: 'Fiona Staples', role: 'illustrator' },
    ])
    const fields = [
      'summary',
      'publisher',
      'year',
      'authors',
      'genres',
      'alternateTitles',
      'externalLinks',
      'rating',
      'coverUrl',
      'totalChapterCount',
    ]
    const applied = (await post(`series/${series.id}/metadata/apply`, { pluginId, externalId: '1', fields })).json
    expect(applied.success).toBe(true)
    expect(applied.appliedFields.toSorted()).toEqual(fields.filter((one) => one !== 'publisher').toSorted())
    expect(applied.skippedFields).toEqual([{ field: 'publisher', reason: 'The field is locked.' }])
    expect((await read(`series/${series.id}`)).title).toBe('Saga')
    const meta = await read(`series/${series.id}/metadata`)
    expect(meta).toMatchObject({ summary: 'Told 1 times', year: 2012, publisher: null })
    expect(meta.customMetadata).toMatchObject({ totalChapterCount: 66.5 })
    expect(meta.locks).toMatchObject({ summary: false, publisher: true })
    const ids = (await read(`series/${series.id}/external-ids`)).externalIds
    expect(ids).toMatchObject([
      { source: 'plugin:provider', externalId: '1', externalUrl: 'https://provider.example/s/1' },
    ])
    expect((await read(`series/${series.id}/external-links`)).links).toMatchObject([{ sourceName: 'Provider' }])
    expect((await read(`series/${series.id}/external-ratings`)).ratings).toMatchObject([
      { sourceName: 'provider', rating: 91 },
    ])
    expect((await read(`series/${series.id}/covers`)).covers).toMatchObject([
      { source: 'plugin:provider', isSelected: true },
    ])
    const again = (await post(`series/${series.id}/metadata/preview`, { pluginId, externalId: '1' })).json
    const status = (name: string) => again.fields.find((one: { field: string }) => one.field === name).status
    expect(['year', 'authors', 'genres', 'alternateTitles', 'externalLinks', 'rating'].map(status)).toEqual(
      Array(6).fill('unchanged'),
    )
  })

  it('stays when the files are read again, and can be undone', async () => {
    await post(`series/${series.id}/analyze`, {})
    await server.waitForIdle()
    expect((await read(`series/${series.id}/metadata`)).summary).toBe('Told 1 times')
    const { changes } = await read(`series/${series.id}/metadata/changes`)
    expect(changes).toHaveLength(1)
    expect(changes[0].fields).toContain('coverUrl')
    expect((await post(`series/${series.id}/metadata/changes/${changes[0].id}/undo`, {})).status).toBe(200)
    const meta = await read(`series/${series.id}/metadata`)
    expect(meta).toMatchObject({ summary: null, year: null, authors: [] })
    expect((await read(`series/${series.id}/external-ids`)).externalIds).toEqual([])
    expect((await read(`series/${series.id}/covers`)).covers).toMatchObject([{ isSelected: false }])
    expect((await post(`series/${series.id}/metadata/changes/${changes[0].id}/undo`, {})).status).toBe(409)
  })

  it('shows the former cover again where only a cover was applied', async () => {
    const fields = ['coverUrl']
    const applied = await post(`series/${series.id}/metadata/apply`, { pluginId, externalId: '1', fields })
    expect(applied.json).toMatchObject({ appliedFields: fields })
    const chosen = async () =>
      (await read(`series/${series.id}/covers`)).covers.find((one: { isSelected: boolean }) => one.isSelected)
    expect(await chosen()).toMatchObject({ source: 'plugin:provider' })
    const [change] = (await read(`series/${series.id}/metadata/changes`)).changes
    expect(change.fields).toEqual(fields)
    await post(`series/${series.id}/metadata/changes/${change.id}/undo`, {})
    expect(await chosen()).toBeUndefined()

    // A user's choice in the meantime stays.
    await post(`series/${series.id}/metadata/apply`, { pluginId, externalId: '1', fields })
    const [{ id }] = (await read(`series/${series.id}/metadata/changes`)).changes
    const { id: coverId } = await chosen()
    const selected = await server.request('PUT', `series/${series.id}/covers/${coverId}/select`, as())
    expect(selected.status).toBeLessThan(300)
    await post(`series/${series.id}/metadata/changes/${id}/undo`, {})
    expect(await chosen()).toMatchObject({ id: coverId })
    await server.request('PUT', `series/${series.id}/metadata/locks`, { ...as(), body: { cover: false } })
  })

  it('adds a cover without showing it where the cover is locked', async () => {
    await server.request('DELETE', `series/${series.id}/covers/selected`, as())
    await server.request('PUT', `series/${series.id}/metadata/locks`, { ...as(), body: { cover: true } })
    const applied = (
      await post(`series/${series.id}/metadata/apply`, { pluginId, externalId: '1', fields: ['coverUrl'] })
    ).json
    expect(applied).toMatchObject({ success: true, appliedFields: [], skippedFields: [{ field: 'coverUrl' }] })
    expect((await read(`series/${series.id}/covers`)).covers).toMatchObject([
      { source: 'plugin:provider', isSelected: false },
    ])
  })

  it('takes an empty record for nothing found, and stores nothing', async () => {
    const preview = await post(`series/${series.id}/metadata/preview`, { pluginId, externalId: 'empty' })
    expect(preview.status).toBe(404)
    expect(preview.json.message).toContain('upstream is down')
    expect((await post(`series/${series.id}/metadata/apply`, { pluginId, externalId: 'empty' })).status).toBe(404)
  })

  it('fills books too, down to dates, awards and links', async () => {
    const applied = (await post(`books/${book.id}/metadata/apply`, { pluginId, externalId: 'b1' })).json
    expect(applied.skippedFields).toEqual([])
    const meta = await read(`books/${book.id}/metadata`)
    expect(meta).toMatchObject({
      title: 'The Book',
      subtitle: 'Sub',
      bookType: 'graphic_novel',
      volume: 2,
      chapter: 3.5,
      year: 2014,
      month: 3,
      day: 9,
      isbns: ['9780261103283', '0261103288'],
      genres: ['G'],
      tags: ['t'],
      awards: [{ name: 'Eisner', year: 2015, won: true }],
      communityRating: 4.5,
    })
    expect(meta.authors).toMatchObject([
      { name: 'Plain Name', role: 'author' },
      { name: 'Drawer', role: 'illustrator' },
    ])
    const { changes } = await read(`books/${book.id}/metadata/changes`)
    await post(`books/${book.id}/metadata/changes/${changes[0].id}/undo`, {})
    const back = await read(`books/${book.id}/metadata`)
    expect(back).toMatchObject({
      title: book ? expect.not.stringContaining('The Book') : '',
      volume: null,
      awards: null,
      isbns: null,
      languageIso: null,
      communityRating: null,
    })
  })

  const applyToSeries = async (fields: string[]) => {
    const applied = await post(`series/${series.id}/metadata/apply`, { pluginId, externalId: '1', fields })
    expect(applied.json.appliedFields.toSorted()).toEqual(fields.toSorted())
    return (await read(`series/${series.id}/metadata/changes`)).changes[0].id as string
  }
  const setLocks = (body: object) => server.request('PUT', `series/${series.id}/metadata/locks`, { ...as(), body })
  const undo = async (id: string) =>
    expect((await post(`series/${series.id}/metadata/changes/${id}/undo`, {})).status).toBe(200)
  const extras = async () => {
    const { externalIds } = await read(`series/${series.id}/external-ids`)
    const { links } = await read(`series/${series.id}/external-links`)
    const { ratings } = await read(`series/${series.id}/external-ratings`)
    const { titles } = await read(`series/${series.id}/alternate-titles`)
    return {
      ids: externalIds.map((one: { source: string; externalId: string }) => `${one.source} ${one.externalId}`),
      links: links.map((one: { sourceName: string; url: string }) => `${one.sourceName} ${one.url}`),
      ratings: ratings.map((one: { sourceName: string; rating: number }) => `${one.sourceName} ${one.rating}`),
      titles: titles.map((one: { title: string }) => one.title).toSorted(),
      custom: (await read(`series/${series.id}/metadata`)).customMetadata,
    }
  }
  /** Changes of former versions stored no times. */
  const makeOld = () =>
    server.db.transaction(async (tx) => {
      for (const { id, before } of await tx.selectFrom('metadata_change').select(['id', 'before']).execute()) {
        const old = JSON.stringify(JSON.parse(before, (name, value) => (name === 'updatedAt' ? undefined : value)))
        await tx.updateTable('metadata_change').set({ before: old }).where('id', '=', id).execute()
      }
    })

  it.each([
    ['new', true],
    ['new', false],
    ['old', true],
    ['old', false],
  ] as const)('undoing takes back only what the change wrote (%s change, locked: %s)', async (age, isLocked) => {
    const at = `series/${series.id}`
    await server.request('PATCH', `${at}/full`, {
      ...as(),
      body: { alternateTitles: [{ label: 'x', title: 'Former' }], externalLinks: [] },
    })
    await server.request('PUT', `${at}/metadata`, {
      ...as(),
      body: { title: 'Saga', customMetadata: { former: 1 } },
    })
    await setLocks({ alternateTitles: false, customMetadata: false, summary: false, year: false })
    await post(`${at}/external-links`, { sourceName: 'provider', url: 'https://former.example/' })
    await post(`${at}/external-ratings`, { sourceName: 'provider', rating: 50 })
    for (const one of (await read(`${at}/external-ids`)).externalIds)
      await server.request('DELETE', `${at}/external-ids/${one.id}`, as())
    const change = await applyToSeries([
      'alternateTitles',
      'externalLinks',
      'externalIds',
      'rating',
      'externalRatings',
      'totalChapterCount',
    ])
    expect((await extras()).ids).toEqual(['api:anilist 77', 'plugin:provider 1'])

    await post(`${at}/external-ids`, { source: 'api:anilist', externalId: '99' })
    await post(`${at}/external-links`, { sourceName: 'mine', url: 'https://mine.example/' })
    await post(`${at}/alternate-titles`, { label: 'x', title: 'Mine' })
    await server.request('PATCH', `${at}/metadata`, { ...as(), body: { customMetadata: { mine: 2 } } })
    if (!isLocked) await setLocks({ alternateTitles: false, customMetadata: false })
    const { titles, custom } = await extras()
    expect(custom).toEqual({ former: 1, totalChapterCount: 66.5, mine: 2 })
    if (age === 'old') await makeOld()
    await undo(change)
    expect(await extras()).toEqual({
      ids: ['api:anilist 99'],
      links: ['mine https://mine.example/', 'provider https://former.example/'],
      ratings: ['provider 50'],
      titles: isLocked ? titles : ['Former', 'Mine'],
      custom: isLocked ? custom : { former: 1, mine: 2 },
    })
  })

  it('undoes one change after the other, each with its own', async () => {
    const before = await extras()
    const held = async () => {
      const rows = await server.db.query.selectFrom('series').select('locks').execute()
      return (JSON.parse(rows[0]!.locks ?? '[]') as string[]).filter((lock) => lock.startsWith('held:'))
    }
    const first = await applyToSeries(['summary', 'externalLinks'])
    const second = await applyToSeries(['year'])
    await undo(second)
    await undo(first)
    expect(await extras()).toEqual(before)
    const summary = await applyToSeries(['summary'])
    const year = await applyToSeries(['year'])
    await undo(summary)
    expect(await held()).toEqual(['held:year'])
    expect((await extras()).ids).toContain('plugin:provider 1')
    await undo(year)
    expect(await held()).toEqual([])
  })

  it('undoing keeps lists in step with the locked fields of a book', async () => {
    const found = async (year: number) => {
      const condition = { year: { operator: 'is', value: year } }
      return (await post('books/list', { condition })).json.data.map((one: { id: string }) => one.id)
    }
    await post(`books/${book.id}/metadata/apply`, { pluginId, externalId: 'b1' })
    expect(await found(2014)).toEqual([book.id])
    await server.request('PATCH', `books/${book.id}/metadata`, { ...as(), body: { year: 1984 } })
    const { changes } = await read(`books/${book.id}/metadata/changes`)
    await post(`books/${book.id}/metadata/changes/${changes[0].id}/undo`, {})
    expect(await read(`books/${book.id}/metadata`)).toMatchObject({ year: 1984, month: null, volume: null })
    expect(await found(1984)).toEqual([book.id])
    expect(await found(2014)).toEqual([])
    const columns = ['year', 'release_date', 'volume', 'book_type', 'language'] as const
    const row = await server.db.query.selectFrom('book').select(columns).where('year', '=', 1984).executeTakeFirst()
    expect(row).toEqual({ year: 1984, release_date: 19840000, volume: null, book_type: 'comic', language: null })
  })

  it('writes only what the plugin may', async () => {
    await server.request('PATCH', `admin/plugins/${pluginId}`, {
      ...as(),
      body: { permissions: ['metadata:write:summary'] },
    })
    const preview = (await post(`series/${series.id}/metadata/preview`, { pluginId, externalId: '1' })).json
    const will = preview.fields.filter((one: { status: string }) => one.status === 'will_apply')
    expect(will.map((one: { field: string }) => one.field)).toEqual(['summary'])
    expect(preview.summary.noPermission).toBeGreaterThan(3)
  })

  it('answers whoever asks directly, also when the plugin cannot', async () => {
    const request = (params: object) =>
      post(`plugins/${pluginId}/execute`, { action: { metadata: { action: 'search', contentType: 'book', params } } })
    expect((await request({})).status).toBe(400)
    expect((await request({ query: 'x' })).json).toMatchObject({
      success: true,
      result: { results: [{ externalId: 'b1' }] },
    })
    await server.request('PATCH', `admin/plugins/${pluginId}`, { ...as(), body: { requestTimeoutSeconds: 5 } })
    const slow = { metadata: { action: 'get', contentType: 'series', params: { externalId: 'slow' } } }
    const answer = (await post(`plugins/${pluginId}/execute`, { action: slow })).json
    expect(answer).toMatchObject({ success: false, error: expect.stringContaining('didn’t respond') })
    expect((await post(`plugins/${pluginId}/execute`, { action: 'ping' })).json).toMatchObject({ success: true })
  })
})
