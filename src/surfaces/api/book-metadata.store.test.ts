import { describe, expect, it } from 'vitest'
import { openCurationServer } from './mount-curation-routes.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('metadata of a book, on %s', (kind) => {
  it('is returned with every field; unknown ones are null', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const { status, body, headers } = await server.request('GET', `books/${one}/metadata`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: one, bookId: one, title: 'One', publisher: null, authors: [], genres: [] })
    expect(Object.values(body.locks)).not.toContain(true)
    const again = await server.request('GET', `books/${one}/metadata`, undefined, 'admin', {
      'if-none-match': headers.etag,
    })
    expect(again.status).toBe(304)
    expect((await server.request('GET', `books/${server.people.get('admin')!.uid}/metadata`)).status).toBe(404)
    expect((await server.request('GET', 'books/nonsense/metadata')).status).toBe(400)
  })

  it('is changed field by field, and what a person gave is locked', async () => {
    const server = await openCurationServer(kind)
    const { one, series, library } = await server.addSeries()
    const before = await server.revisions()
    const first = await server.request('PATCH', `books/${one}/metadata`, {
      title: '  The Great  Cow Race ',
      summary: '<i>Run!</i>',
      publisher: 'Cartoon Books',
      authors: [{ name: 'Jeff Smith', role: 'writer', sortName: 'Smith, Jeff' }],
      year: 1995,
      month: 8,
      languageIso: 'EN_us',
      isbns: ['978-0-9636609-5-1', ''],
      number: 1.5,
      genre: 'Fantasy, Humor',
    })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      title: 'The Great Cow Race',
      summary: '<i>Run!</i>',
      number: '1.5',
      languageIso: 'en-US',
      releaseDate: '1995-08',
      isbns: ['978-0-9636609-5-1'],
      genres: ['Fantasy', 'Humor'],
      writers: ['Jeff Smith'],
      locks: { title: true, summary: true, publisher: true, authors: true, genres: true, imprint: false, tags: false },
    })
    const second = await server.request('PATCH', `books/${one}/metadata`, { publisher: null })
    expect(second.body).toMatchObject({ publisher: null, summary: '<i>Run!</i>', locks: { publisher: true } })

    const row = await server.db.query
      .selectFrom('book')
      .select(['title', 'sort_key', 'number', 'number_text', 'year', 'release_date', 'language'])
      .where('title', '=', 'The Great Cow Race')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ sort_key: 'great cow race', number: 1.5, year: 1995, release_date: 19950800 })
    const people = await server.db.query.selectFrom('book_person').selectAll().execute()
    expect(people).toMatchObject([{ role: 'writer' }])
    const after = await server.revisions()
    expect(after.catalog).toBeGreaterThan(before.catalog ?? 0)
    expect(after[`library:${library.id}`]).toBeGreaterThan(0)
    expect(server.heard.map(({ event, audience }) => ({ type: event.type, audience }))).toEqual([
      { type: 'book_updated', audience: { class: series.class } },
      { type: 'book_updated', audience: { class: series.class } },
    ])
    expect(server.heard[1]!.event).toMatchObject({ bookId: one, fields: ['publisher'] })
    // Series are updated from their books later.
    const tasks = await server.db.query.selectFrom('task').select(['type', 'series_id']).execute()
    expect(tasks).toEqual([{ type: 'update_series', series_id: series.id }])
  })

  it('an edit that changes nothing is no change', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    await server.request('PATCH', `books/${one}/metadata`, { publisher: 'Image' })
    const before = await server.revisions()
    expect((await server.request('PATCH', `books/${one}/metadata`, { publisher: ' Image ' })).status).toBe(200)
    expect((await server.request('PATCH', `books/${one}/metadata`, {})).status).toBe(200)
    expect(await server.revisions()).toEqual(before)
    expect(server.heard).toHaveLength(1)
  })

  it('is found by its new title', async () => {
    const server = await openCurationServer(kind)
    const { one, books } = await server.addSeries()
    await server.request('PATCH', `books/${one}/metadata`, {
      title: 'Zwergenkönig',
      authors: [{ name: 'Ada Q', role: 'inker' }],
    })
    const table =
      kind === 'sqlite' ? 'rowid as id from book_search where book_search match' : 'id from book_search where words @@'
    const { CompiledQuery } = await import('kysely')
    const find = async (word: string) => {
      const text = kind === 'sqlite' ? `select ${table} '${word}'` : `select ${table} '${word}'::tsquery`
      return (await server.db.query.executeQuery<{ id: number }>(CompiledQuery.raw(text))).rows.map((row) => row.id)
    }
    expect(await find('zwergenkonig')).toEqual([books[0]!.id])
    expect(await find('ada')).toEqual([books[0]!.id])
  })

  it('is replaced as a whole, except for title, sort title and number', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    await server.request('PATCH', `books/${one}/metadata`, {
      title: 'T',
      publisher: 'P',
      summary: 'S',
      customMetadata: { a: 1 },
    })
    const { body } = await server.request('PUT', `books/${one}/metadata`, { imprint: 'I', writer: 'W' })
    expect(body).toMatchObject({ title: 'T', publisher: null, summary: null, customMetadata: null, imprint: 'I' })
    expect(body).toMatchObject({
      writers: ['W'],
      locks: { imprint: true, authors: true, summary: true, edition: false },
    })
  })

  it('merges custom metadata, up to 64 KiB', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const patch = (customMetadata: unknown) => server.request('PATCH', `books/${one}/metadata`, { customMetadata })
    await patch({ list: 'A', nested: { x: 1, y: 2 } })
    expect((await patch({ list: null, nested: { x: null, z: 3 } })).body.customMetadata).toEqual({
      nested: { y: 2, z: 3 },
    })
    const large = await patch({ big: 'x'.repeat(70_000) })
    expect([large.status, large.body.details]).toEqual([400, [expect.objectContaining({ path: 'customMetadata' })]])
    expect((await patch([1])).status).toBe(400)
    expect((await patch(null)).body.customMetadata).toBeNull()
  })

  it('reports every fault at once', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const bad = await server.request('PATCH', `books/${one}/metadata`, {
      bookType: 'scroll',
      month: 13,
      authors: [{ name: 'x', role: 'king' }],
      nonsense: 1,
      title: 'x'.repeat(3000),
    })
    expect(bad.status).toBe(400)
    expect(bad.body.error).toBe('validation_failed')
    expect(bad.body.details.map((fault: { path: string }) => fault.path).sort()).toEqual([
      'authors.0.role',
      'bookType',
      'month',
      'nonsense',
      'title',
    ])
    const odd = await server.request('PATCH', `books/${one}/metadata`, { title: 'a\u0000b', summary: '\ud800' })
    expect([odd.status, odd.body.title]).toEqual([200, 'ab'])
  })

  it('title and number have routes of their own', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const both = await server.request('PATCH', `books/${one}`, { title: 'New', number: 2.5 })
    expect(both.body).toEqual({ id: one, title: 'New', number: 2.5, updatedAt: expect.any(String) })
    expect((await server.request('PATCH', `books/${one}`, { number: '12a' })).body.number).toBe(12)
    expect((await server.request('PATCH', `books/${one}`, { title: null })).body.title).toBe('Bone 01')
    expect((await server.request('GET', `books/${one}/metadata/locks`)).body).toMatchObject({
      title: false,
      number: true,
    })
    expect((await server.request('PATCH', `books/${one}`, { titel: 'x' })).status).toBe(400)
  })

  it('locks are set one by one', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const set = await server.request('PUT', `books/${one}/metadata/locks`, { summary: true, cover: true })
    expect(set.body).toMatchObject({ summary: true, cover: true, title: false })
    const more = await server.request('PUT', `books/${one}/metadata/locks`, { summary: false, tags: true, title: null })
    expect(more.body).toMatchObject({ summary: false, cover: true, tags: true, title: false })
    expect((await server.request('GET', `books/${one}/metadata/locks`)).body).toEqual(more.body)
    expect((await server.request('PUT', `books/${one}/metadata/locks`, { nothing: true })).status).toBe(400)
  })

  it('is reset to what the file says, and the file is read again', async () => {
    const server = await openCurationServer(kind)
    const { one, books } = await server.addSeries()
    await server.db.transaction((tx) =>
      tx
        .insertInto('book_meta')
        .values({
          book_id: books[0]!.id,
          summary: 'From the file.',
          facts: JSON.stringify({
            publisher: 'File',
            imprint: 'File',
            file: { fields: ['publisher', 'imprint', 'summary'] },
          }),
        })
        .execute(),
    )
    await server.request('PATCH', `books/${one}/metadata`, {
      title: 'Mine',
      publisher: 'Mine',
      edition: 'Mine',
      genre: 'Mine',
    })
    const { status, body } = await server.request('DELETE', `books/${one}/metadata`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Bone 01', publisher: null, edition: null, imprint: 'File', genres: [] })
    expect(body.summary).toBe('From the file.')
    expect(Object.values(body.locks)).not.toContain(true)
    const task = await server.db.query
      .selectFrom('task')
      .select(['book_id', 'params'])
      .where('type', '=', 'analyze_book')
      .executeTakeFirst()
    expect(task).toEqual({ book_id: books[0]!.id, params: '{"force":true}' })
  })

  it('two people who edit different fields at the same moment both succeed', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const fields = ['publisher', 'imprint', 'edition', 'subtitle', 'formatDetail', 'originalTitle']
    await Promise.all(fields.map((field) => server.request('PATCH', `books/${one}/metadata`, { [field]: field })))
    const { body } = await server.request('GET', `books/${one}/metadata`)
    expect(fields.map((field) => [body[field], body.locks[field]])).toEqual(fields.map((field) => [field, true]))
  })

  it('has ids and links from elsewhere, one per source', async () => {
    const server = await openCurationServer(kind)
    const { one } = await server.addSeries()
    const keep = (externalId: string) =>
      server.request('POST', `books/${one}/external-ids`, { source: ' isbn ', externalId })
    const first = await keep('1')
    expect([first.status, first.body]).toMatchObject([
      200,
      { bookId: one, source: 'isbn', externalId: '1', externalUrl: null },
    ])
    expect((await keep('2')).body).toMatchObject({ id: first.body.id, externalId: '2' })
    expect((await server.request('GET', `books/${one}/external-ids`)).body.externalIds).toHaveLength(1)
    expect((await server.request('DELETE', `books/${one}/external-ids/${first.body.id}`)).status).toBe(204)
    expect((await server.request('DELETE', `books/${one}/external-ids/${first.body.id}`)).status).toBe(404)
    const link = await server.request('POST', `books/${one}/external-links`, {
      sourceName: 'Comic Vine',
      url: 'https://x.example/1',
    })
    expect(link.body).toMatchObject({ sourceName: 'Comic Vine', url: 'https://x.example/1', externalId: null })
    const bad = await server.request('POST', `books/${one}/external-links`, {
      sourceName: 'x',
      url: 'javascript:alert(1)',
    })
    expect(bad.status).toBe(400)
    expect((await server.request('GET', `books/${one}/external-links`)).body.links).toEqual([link.body])
    expect((await server.request('DELETE', `books/${one}/external-links/Comic%20Vine`)).status).toBe(204)
    expect((await server.request('DELETE', `books/${one}/external-links/%00`)).status).toBe(404)
  })
})
