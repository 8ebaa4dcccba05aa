import { describe, expect, it } from 'vitest'
import { lockableSeriesFields } from '../../contract/metadata.ts'
import { openCurationServer } from './mount-curation-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('metadata of a series, on %s', (kind) => {
  it('has the fields and the seventeen locks of the specification', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    const { status, body, headers } = await server.request('GET', `series/${id}/metadata`)
    expect(status).toBe(200)
    expect(Object.keys(body.locks).sort()).toEqual([...lockableSeriesFields].sort())
    expect(lockableSeriesFields).toHaveLength(17)
    expect(body).toMatchObject({ id, seriesId: id, title: 'Bone', titleSort: null, customMetadata: null, genres: [] })
    const same = { 'if-none-match': headers.etag }
    expect((await server.request('GET', `series/${id}/metadata`, undefined, 'admin', same)).status).toBe(304)
    await server.request('PATCH', `series/${id}/metadata`, { year: 1991 })
    expect((await server.request('GET', `series/${id}/metadata`, undefined, 'admin', same)).status).toBe(200)
  })

  it('is changed field by field, and what a person gave is locked', async () => {
    const server = await openCurationServer(kind)
    const { id, series, library } = await server.addSeries()
    const fields = {
      title: 'The Bone',
      titleSort: null,
      summary: 'Three cousins.',
      publisher: 'Cartoon  Books',
      imprint: 'Color',
      status: 'ended',
      language: 'en',
      readingDirection: 'ltr',
      year: 1991,
      totalBookCount: 9,
      authors: [{ name: 'Jeff Smith', role: 'author' }],
      customMetadata: { list: 3 },
    }
    const { status, body } = await server.request('PATCH', `series/${id}/metadata`, fields)
    expect(status).toBe(200)
    const authors = [{ name: 'Jeff Smith', role: 'author', sortName: null }]
    expect(body).toMatchObject({ ...fields, publisher: 'Cartoon Books', authors })
    const locked = lockableSeriesFields.filter((lock) => body.locks[lock])
    const given = Object.keys(fields).map((field) => (field === 'authors' ? 'authorsJsonLock' : field))
    expect(locked.sort()).toEqual(given.sort())
    const row = await server.db.query
      .selectFrom('series')
      .selectAll()
      .where('id', '=', series.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ sort_key: 'bone', title_key: 'the bone', publisher_key: 'cartoon books' })
    expect(row.updated_at).toBeGreaterThanOrEqual(series.updated_at)
    expect(Object.keys(await server.revisions())).toEqual(expect.arrayContaining(['catalog', `library:${library.id}`]))
    expect(server.heard).toHaveLength(1)
    expect(server.heard[0]).toMatchObject({
      event: { type: 'series_metadata_updated', seriesId: id, pluginId: null },
      audience: { class: series.class },
    })
    const cleared = await server.request('PATCH', `series/${id}/metadata`, {
      status: null,
      customMetadata: { list: null, x: 1 },
    })
    expect(cleared.body).toMatchObject({ status: null, year: 1991, customMetadata: { x: 1 }, locks: { status: true } })
  })

  it('is replaced as a whole, except for the title', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    await server.request('PATCH', `series/${id}/metadata`, {
      publisher: 'P',
      year: 1990,
      authors: [{ name: 'A', role: 'writer' }],
    })
    const { body } = await server.request('PUT', `series/${id}/metadata`, { summary: 'S' })
    expect(body).toMatchObject({ title: 'Bone', publisher: null, year: null, authors: [], summary: 'S' })
    expect(await server.db.query.selectFrom('series_person').selectAll().execute()).toEqual([])
  })

  it('refuses what is not in the lists, all faults at once', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    const bad = await server.request('PATCH', `series/${id}/metadata`, {
      status: 'paused',
      readingDirection: 'diagonal',
      ageRating: -1,
      title: null,
      year: 1.5,
    })
    expect(bad.status).toBe(400)
    expect(bad.body.details.map((fault: { path: string }) => fault.path).sort()).toEqual([
      'ageRating',
      'readingDirection',
      'status',
      'title',
      'year',
    ])
    expect((await server.request('PATCH', `series/${id}`, { title: '   ' })).status).toBe(400)
    expect((await server.request('PATCH', `series/${id}/metadata`, 'text')).status).toBe(415)
  })

  it('title has a route of its own, and search finds the series and its books by it', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    const renamed = await server.request('PATCH', `series/${id}`, { title: 'Knochen' })
    expect(renamed.body).toEqual({ id, title: 'Knochen', updatedAt: expect.any(String) })
    const found = await server.request('POST', 'series/list', { fullTextSearch: 'knoch' })
    expect(found.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await server.request('GET', `series/${id}/metadata/locks`)).body.title).toBe(true)
  })

  it('locks are set one by one', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    const set = await server.request('PUT', `series/${id}/metadata/locks`, { authorsJsonLock: true, cover: true })
    expect(set.body).toMatchObject({ authorsJsonLock: true, cover: true, title: false })
    expect(Object.keys(set.body)).toHaveLength(17)
    const more = await server.request('PUT', `series/${id}/metadata/locks`, { cover: false })
    expect(more.body).toMatchObject({ authorsJsonLock: true, cover: false })
    expect((await server.request('PUT', `series/${id}/metadata/locks`, { authors: true })).status).toBe(400)
    expect((await server.request('PUT', `series/${id}/metadata/locks`, { cover: 'yes' })).status).toBe(400)
  })

  it('an age rating moves the series, its books and their neighbours’ counts to another class', async () => {
    const server = await openCurationServer(kind)
    const { id, series } = await server.addSeries()
    await server.addPerson('child', { rights: { ageLimit: 12 } })
    expect((await server.request('GET', `series/${id}/metadata`, undefined, 'child')).status).toBe(200)
    const before = await server.revisions()
    await server.request('PATCH', `series/${id}/metadata`, { ageRating: 18 })
    expect((await server.request('GET', `series/${id}/metadata`, undefined, 'child')).status).toBe(404)
    expect((await server.request('GET', 'series', undefined, 'child')).body.total).toBe(0)
    expect((await server.revisions()).access).toBeGreaterThan(before.access ?? 0)
    const { class: next } = await server.db.query
      .selectFrom('series')
      .select('class')
      .where('id', '=', series.id)
      .executeTakeFirstOrThrow()
    expect(next).not.toBe(series.class)
    const books = await server.db.query.selectFrom('book').select('class').where('series_id', '=', series.id).execute()
    expect(books.map((book) => book.class)).toEqual([next, next])
    const classes = await server.db.query.selectFrom('class').select(['id', 'books', 'series']).orderBy('id').execute()
    expect(classes.find((one) => one.id === next)).toMatchObject({ series: 1 })
    expect(classes.find((one) => one.id === series.class)).toMatchObject({ series: 0 })
    // Only those who may still see it receive the event.
    expect(server.heard.at(-1)!.audience).toEqual({ class: next })
  })

  it('is reset to what folder and books say', async () => {
    const server = await openCurationServer(kind)
    const { id, books, series } = await server.addSeries()
    await server.db.transaction((tx) =>
      tx
        .insertInto('book_meta')
        .values({
          book_id: books[0]!.id,
          summary: 'Of book one.',
          facts: JSON.stringify({ publisher: 'File', year: 1991 }),
        })
        .execute(),
    )
    await server.request('PATCH', `series/${id}/metadata`, {
      title: 'Mine',
      publisher: 'Mine',
      ageRating: 18,
      status: 'ended',
    })
    await server.request('PUT', `series/${id}/genres`, { genres: ['Mine'] })
    await server.request('POST', `series/${id}/alternate-titles`, { label: 'x', title: 'Mine' })
    await server.request('POST', `series/${id}/external-ratings`, { sourceName: 'x', rating: 90 })
    await server.request('PUT', `series/${id}/rating`, { rating: 80 })
    const { status, body } = await server.request('DELETE', `series/${id}/metadata`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Bone',
      publisher: 'File',
      summary: 'Of book one.',
      year: 1991,
      ageRating: null,
      status: null,
      genres: [],
      alternateTitles: [],
      externalRatings: [],
    })
    expect(Object.values(body.locks)).not.toContain(true)
    const row = await server.db.query
      .selectFrom('series')
      .selectAll()
      .where('id', '=', series.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ class: series.class, community_rating: null, user_rating: 80 })
    expect((await server.request('POST', 'series/list', { fullTextSearch: 'mine' })).body.total).toBe(0)
  })

  it('has other titles, by which search finds it', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    const other = await server.addSeries('Other')
    const at = `series/${id}/alternate-titles`
    const extra = await server.request('POST', at, { label: 'Deutsch', title: 'Die Knochen', series_id: 77, id: 0 })
    expect([extra.status, extra.body.details.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['series_id', 'id'],
    ])
    const added = await server.request('POST', at, { label: ' Deutsch ', title: 'Die  Knochen' })
    expect([added.status, added.body]).toMatchObject([201, { seriesId: id, label: 'Deutsch', title: 'Die Knochen' }])
    expect((await server.request('POST', 'series/list', { fullTextSearch: 'knochen' })).body.total).toBe(1)
    const changed = await server.request('PATCH', `${at}/${added.body.id}`, { title: 'Gebeine' })
    expect(changed.body).toMatchObject({ id: added.body.id, label: 'Deutsch', title: 'Gebeine' })
    expect((await server.request('GET', at)).body.titles).toEqual([changed.body])
    expect((await server.request('GET', `series/${id}/metadata/locks`)).body.alternateTitles).toBe(true)
    expect((await server.request('POST', 'series/list', { fullTextSearch: 'knochen' })).body.total).toBe(0)
    expect((await server.request('DELETE', `series/${other.id}/alternate-titles/${added.body.id}`)).status).toBe(404)
    expect((await server.request('DELETE', `${at}/${added.body.id}`)).status).toBe(204)
    expect((await server.request('DELETE', `${at}/${added.body.id}`)).status).toBe(404)
    expect((await server.request('POST', at, { label: ' ', title: '' })).body.details).toHaveLength(3)
  })

  it('has external ratings, and is sorted by their mean', async () => {
    const server = await openCurationServer(kind)
    const [one, two] = [await server.addSeries('One'), await server.addSeries('Two')]
    const rate = (id: string, sourceName: string, rating: number) =>
      server.request('POST', `series/${id}/external-ratings`, { sourceName, rating, voteCount: 12 })
    expect((await rate(one.id, 'a', 70)).body).toMatchObject({
      seriesId: one.id,
      sourceName: 'a',
      rating: 70,
      voteCount: 12,
    })
    await rate(one.id, 'b', 90)
    await rate(two.id, 'a', 85)
    const mean = async () =>
      (await server.db.query.selectFrom('series').select('community_rating').orderBy('id').execute()).map(
        (row) => row.community_rating,
      )
    expect(await mean()).toEqual([80, 85])
    await rate(one.id, 'a', 91)
    expect(await mean()).toEqual([90.5, 85])
    const sorted = await server.request('GET', 'series?sort=community_rating,desc')
    expect(sorted.body.data.map((each: { title: string }) => each.title)).toEqual(['One', 'Two'])
    expect((await server.request('DELETE', `series/${one.id}/external-ratings/a`)).status).toBe(204)
    expect((await server.request('DELETE', `series/${one.id}/external-ratings/a`)).status).toBe(404)
    expect(await mean()).toEqual([90, 85])
    expect((await server.request('GET', `series/${one.id}/external-ratings`)).body.ratings).toHaveLength(1)
    expect((await rate(one.id, 'a', 101)).status).toBe(400)
    const link = await server.request('POST', `series/${one.id}/external-links`, {
      sourceName: 'a',
      url: 'http://a.example',
    })
    expect((await server.request('GET', `series/${one.id}/external-links`)).body.links).toEqual([link.body])
    expect((await server.request('DELETE', `series/${one.id}/external-links/a`)).status).toBe(204)
    const id = await server.request('POST', `series/${one.id}/external-ids`, {
      source: 'a',
      externalId: '7',
      externalUrl: 'https://a.example/7',
    })
    expect((await server.request('GET', `series/${one.id}/external-ids`)).body.externalIds).toEqual([id.body])
    expect((await server.request('DELETE', `series/${two.id}/external-ids/${id.body.id}`)).status).toBe(404)
    expect((await server.request('DELETE', `series/${one.id}/external-ids/${id.body.id}`)).status).toBe(204)
  })
})
