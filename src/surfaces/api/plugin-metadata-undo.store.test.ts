import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePluginFolder } from '../../../test/fixtures/make-plugin.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

/** Two of these return different values for the same series and book. */
const provider = `
if (method === 'initialize') return manifest
const by = manifest.name
if (method === 'metadata/series/get') return {
  externalId: params.externalId, title: 'Saga by ' + by, summary: 'Told by ' + by, genres: ['Space Opera', by], publisher: 'Of ' + by,
  bannerUrl: 'https://provider.example/' + by + '/banner.jpg', totalChapterCount: by.length,
  relations: [{ kind: by === 'first' ? 'sequel' : 'spin_off', title: 'Watch' }, { kind: 'sequel', title: 'Not here' }],
  externalLinks: [{ url: 'https://' + by + '.example/', label: 'Site' }], alternateTitles: [{ title: 'Alias of ' + by }],
  language: params.externalId === 'original' ? 'ja' : undefined }
return { externalId: params.externalId, title: 'Hobbit by ' + by, originalTitle: 'Saga 1', language: 'de', publisher: 'dtv', summary: 'Words of ' + by,
  pageCount: 300, alternateTitles: [{ title: 'There and back', language: 'en' }], isbns: ['9783423715669'],
  rating: { score: 90, source: by, voteCount: 7 }, externalRatings: [{ score: 70, source: 'other' }] }
`

describe.each(['sqlite', 'postgres'] as const)('what plugins changed, on %s', (kind) => {
  let server: TestServer
  let ids: Record<string, string>
  let book: { id: string; title: string }
  const plugins: Record<string, string> = {}
  const as = () => ({ as: server.admin })
  const post = async (path: string, body: object = {}) => server.request('POST', path, { ...as(), body })
  const read = async (path: string) => (await server.request('GET', path, as())).json

  beforeAll(async () => {
    server = await openTestServer(kind, { 'Saga/Saga 01.cbz': makeComic(1), 'Watch/Watch 01.cbz': makeComic(1) })
    await server.scan()
    const [series, books] = [(await read('series')).data, (await read('books')).data]
    ids = Object.fromEntries(series.map((one: { title: string; id: string }) => [one.title, one.id]))
    book = books.find((one: { seriesId: string }) => one.seriesId === ids.Saga)
    for (const name of ['first', 'second']) {
      const path = makePluginFolder({ name, handle: provider, capabilities: { metadataProvider: ['series', 'book'] } })
      plugins[name] = (await post('admin/plugins/install', { path })).json.plugin.id
      const body = { rateLimitRequestsPerMinute: null }
      await server.request('PATCH', `admin/plugins/${plugins[name]}`, { ...as(), body })
      await post(`admin/plugins/${plugins[name]}/enable`)
    }
  }, 120_000)
  afterAll(() => server.close())

  const preview = async (at: string, by: string) =>
    (await post(`${at}/metadata/preview`, { pluginId: plugins[by], externalId: '1' })).json
  const apply = async (at: string, by: string, fields?: string[]) => {
    const { previewId } = await preview(at, by)
    const { status, json } = await post(`${at}/metadata/apply`, {
      pluginId: plugins[by],
      externalId: '1',
      previewId,
      fields,
    })
    expect(status, JSON.stringify(json)).toBe(200)
    const { changes } = await read(`${at}/metadata/changes`)
    return { ...json, change: changes[0].id as string }
  }
  const undo = async (at: string, change: string): Promise<string[]> =>
    (await post(`${at}/metadata/changes/${change}/undo`)).json.undoneFields
  const fieldOf = async (at: string, by: string, name: string) =>
    (await preview(at, by)).fields.find((one: { field: string }) => one.field === name)
  const stateOf = async (at: string) => {
    const { summary, genres, publisher, customMetadata } = await read(`${at}/metadata`)
    const { links } = await read(`${at}/external-links`)
    const { titles } = await read(`${at}/alternate-titles`)
    const { externalIds } = await read(`${at}/external-ids`)
    return {
      title: (await read(at)).title,
      ...{ summary, publisher, customMetadata, genres: genres.toSorted() },
      links: links.map((one: { url: string }) => one.url),
      titles: titles.map((one: { title: string }) => one.title),
      ids: externalIds.map((one: { source: string }) => one.source),
      relations: (await read(`${at}/relations`)).map((one: { kind: string }) => one.kind),
    }
  }

  it('was previewed, relations and banners too, and is taken back whole', async () => {
    const at = `series/${ids.Saga}`
    const before = await stateOf(at)
    expect(await fieldOf(at, 'first', 'relations')).toMatchObject({
      status: 'will_apply',
      currentValue: [],
      proposedValue: [{ kind: 'sequel', title: 'Watch' }],
    })
    expect(await fieldOf(at, 'first', 'bannerUrl')).toMatchObject({ status: 'will_apply', currentValue: null })
    expect((await fieldOf(at, 'first', 'externalIds')).proposedValue).toEqual([
      { source: 'plugin:first', externalId: '1' },
    ])
    const some = await apply(at, 'first', ['summary'])
    expect(await stateOf(at)).toEqual({ ...before, summary: 'Told by first', ids: ['plugin:first'] })
    expect(await undo(at, some.change)).toEqual(['summary'])
    const all = await apply(at, 'first')
    expect(await stateOf(at)).toMatchObject({
      relations: ['sequel'],
      customMetadata: { bannerUrl: 'https://provider.example/first/banner.jpg', totalChapterCount: 5 },
    })
    expect((await fieldOf(at, 'first', 'relations')).status).toBe('unchanged')
    expect((await undo(at, all.change)).toSorted()).toEqual(all.appliedFields.toSorted())
    expect(await stateOf(at)).toEqual(before)
  })

  it('of which nothing but the id at the provider is new is in the history as well', async () => {
    const at = `series/${ids.Saga}`
    const { change, appliedFields } = await apply(at, 'first', [])
    expect(appliedFields).toEqual([])
    expect((await stateOf(at)).ids).toEqual(['plugin:first'])
    expect(await undo(at, change)).toEqual(['externalIds'])
    expect((await stateOf(at)).ids).toEqual([])
  })

  it('is taken back only where it still stands, in whatever order', async () => {
    const at = `series/${ids.Saga}`
    const before = await stateOf(at)
    const first = await apply(at, 'first')
    const second = await apply(at, 'second')
    const afterBoth = await stateOf(at)
    expect(await undo(at, first.change)).toEqual(['externalIds'])
    expect(await stateOf(at)).toEqual({ ...afterBoth, ids: ['plugin:second'] })
    // The first one's values don't return.
    await undo(at, second.change)
    expect(await stateOf(at)).toEqual(before)
    const rows = await server.db.query.selectFrom('series').select('locks').execute()
    expect(rows.map(({ locks }) => JSON.parse(locks ?? '[]'))).toEqual([[], []])
  })

  it('is taken back carefully if a former version has written it', async () => {
    const at = `series/${ids.Saga}`
    const first = await apply(at, 'first', ['summary', 'publisher'])
    await apply(at, 'second', ['summary'])
    await server.db.transaction(async (tx) => {
      for (const { id, before } of await tx.selectFrom('metadata_change').select(['id', 'before']).execute()) {
        const { after: _, ...old } = JSON.parse(before)
        await tx
          .updateTable('metadata_change')
          .set({ before: JSON.stringify(old) })
          .where('id', '=', id)
          .execute()
      }
    })
    expect(await undo(at, first.change)).toEqual(['publisher'])
    expect(await stateOf(at)).toMatchObject({ summary: 'Told by second', publisher: null })
  })

  it('shows that a sort title of its own goes with a new title, and leaves it where it is not chosen', async () => {
    const at = `series/${ids.Watch}`
    const titles = async () => {
      const { title, titleSort } = await read(`${at}/metadata`)
      return { title, titleSort }
    }
    expect((await fieldOf(at, 'first', 'titleSort')).status).toBe('not_provided')
    await server.request('PATCH', `${at}/metadata`, { ...as(), body: { titleSort: 'Watch, The' } })
    expect((await fieldOf(at, 'first', 'titleSort')).status).toBe('locked')
    await server.request('PUT', `${at}/metadata/locks`, { ...as(), body: { titleSort: false } })
    const before = await titles()
    expect(await fieldOf(at, 'first', 'titleSort')).toMatchObject({ status: 'will_apply', currentValue: 'Watch, The' })
    const title = await apply(at, 'first', ['title'])
    expect(await titles()).toEqual({ title: 'Saga by first', titleSort: 'Watch, The' })
    await undo(at, title.change)
    expect((await apply(at, 'first', ['titleSort'])).appliedFields).toEqual([])
    const both = await apply(at, 'first', ['title', 'titleSort'])
    expect((await titles()).titleSort).not.toBe('Watch, The')
    expect((await undo(at, both.change)).toSorted()).toEqual(['title', 'titleSort'])
    expect(await titles()).toEqual(before)
  })

  it('leaves a translated series its language and publisher, unless they are named', async () => {
    const at = `series/${ids.Watch}`
    await server.request('PATCH', `${at}/metadata`, { ...as(), body: { language: 'en', publisher: 'Yen Press' } })
    await server.request('PUT', `${at}/metadata/locks`, { ...as(), body: { language: false, publisher: false } })
    const of = { pluginId: plugins.first, externalId: 'original' }
    const applied = async (fields?: string[]) => {
      const { previewId } = (await post(`${at}/metadata/preview`, of)).json
      return (await post(`${at}/metadata/apply`, { ...of, previewId, fields })).json
    }
    const { fields } = (await post(`${at}/metadata/preview`, of)).json
    const reason = 'The provider describes an edition in another language.'
    expect(fields).toContainEqual(expect.objectContaining({ field: 'language', isOfOtherEdition: true, reason }))
    const { appliedFields, skippedFields } = await applied()
    expect(appliedFields).toContain('summary')
    expect(skippedFields).toEqual(['publisher', 'language'].map((field) => ({ field, reason })))
    expect(await read(`${at}/metadata`)).toMatchObject({ language: 'en', publisher: 'Yen Press' })
    expect((await applied(['language'])).appliedFields).toEqual(['language'])
    for (const { id } of (await read(`${at}/metadata/changes`)).changes) await undo(at, id)
    await server.request('PATCH', `${at}/metadata`, { ...as(), body: { language: null, publisher: null } })
    await server.request('PUT', `${at}/metadata/locks`, { ...as(), body: { language: false, publisher: false } })
  })

  it('of a book leaves out what another edition says, unless it is named', async () => {
    const at = `books/${book.id}`
    const title = await fieldOf(at, 'first', 'title')
    expect(title).toMatchObject({
      status: 'will_apply',
      isOfOtherEdition: true,
      reason: 'The provider describes another edition of this book.',
    })
    expect(await fieldOf(at, 'first', 'summary')).not.toHaveProperty('isOfOtherEdition')
    const applied = await apply(at, 'first')
    expect(applied.appliedFields.toSorted()).toEqual([
      'alternateTitles',
      'externalIds',
      'externalRatings',
      'originalTitle',
      'rating',
      'summary',
    ])
    expect(applied.skippedFields).toContainEqual({ field: 'title', reason: title.reason })
    const { customMetadata, communityRating } = await read(`${at}/metadata`)
    expect(communityRating).toBe(4.5)
    expect(customMetadata).toEqual({
      alternateTitles: [{ title: 'There and back', label: 'en' }],
      externalRatings: [
        { score: 70, source: 'other' },
        { score: 90, source: 'first', voteCount: 7 },
      ],
    })
    for (const name of ['rating', 'externalRatings', 'alternateTitles'])
      expect(await fieldOf(at, 'first', name)).toMatchObject({ status: 'unchanged' })
    const named = await apply(at, 'first', ['title', 'pageCount'])
    expect(named.appliedFields.toSorted()).toEqual(['pageCount', 'title'])
    expect((await read(`${at}/metadata`)).customMetadata.pageCount).toBe(300)
    await undo(at, applied.change)
    await undo(at, named.change)
    expect(await read(`${at}/metadata`)).toMatchObject({
      ...{ title: book.title, customMetadata: null, communityRating: null, summary: null },
    })
  })

  it('takes back the ratings of a book per source, in whatever order', async () => {
    const at = `books/${book.id}`
    const sources = async () =>
      ((await read(`${at}/metadata`)).customMetadata?.externalRatings ?? []).map(
        (one: { source: string }) => one.source,
      )
    for (const order of [
      ['first', 'second'],
      ['second', 'first'],
    ]) {
      const changes: Record<string, string> = {}
      changes.first = (await apply(at, 'first', ['rating'])).change
      changes.second = (await apply(at, 'second', ['rating', 'externalRatings'])).change
      expect((await sources()).toSorted()).toEqual(['first', 'other', 'second'])
      await undo(at, changes[order[0]!]!)
      expect((await sources()).toSorted()).toEqual(order[0] === 'first' ? ['other', 'second'] : ['first'])
      await undo(at, changes[order[1]!]!)
      expect(await read(`${at}/metadata`)).toMatchObject({ customMetadata: null, communityRating: null })
    }
  })

  it('is what was previewed: one that is too old has to be seen again', async () => {
    const at = `series/${ids.Watch}`
    const { previewId } = await preview(at, 'first')
    const body = { pluginId: plugins.first, externalId: '1', fields: ['summary'] }
    const expire = () =>
      server.db.transaction((tx) =>
        tx
          .updateTable('previewed_metadata')
          .set({ created_at: Date.now() - 3_700_000 })
          .execute(),
      )
    await expire()
    for (const asked of [body, { ...body, previewId }, { ...body, previewId, dryRun: true }]) {
      const refused = await post(`${at}/metadata/apply`, asked)
      expect(refused).toMatchObject({ status: 409, json: { message: expect.stringContaining('too old') } })
    }
    const unknown = await post(`${at}/metadata/apply`, { ...body, previewId: ids.Saga })
    expect(unknown.status).toBe(409)
    const again = await preview(at, 'first')
    expect((await post(`${at}/metadata/apply`, { ...body, previewId })).status).toBe(409)
    expect((await post(`${at}/metadata/apply`, { ...body, previewId: again.previewId })).status).toBe(200)
  })
})
