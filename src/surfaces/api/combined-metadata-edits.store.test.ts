import { describe, expect, it } from 'vitest'
import { openCurationServer } from './mount-curation-routes.fixture.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

describe.each(['sqlite', 'postgres'] as const)('saving everything of an editor at once, on %s', (kind) => {
  it('changes fields, lists, titles, links and locks of a series together', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    const first = await server.request('PATCH', `series/${id}/full`, {
      summary: 'Three cousins.',
      genres: ['Fantasy', 'fantasy '],
      tags: ['Humour'],
      alternateTitles: [
        { label: 'German', title: 'Bone (de)' },
        { label: 'French', title: 'Bone (fr)' },
      ],
      externalLinks: [{ sourceName: 'boneville', url: 'https://boneville.example.org' }],
      locks: { publisher: true, summary: false },
    })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      summary: 'Three cousins.',
      genres: [{ name: 'Fantasy' }],
      tags: [{ name: 'Humour' }],
      externalLinks: [{ sourceName: 'boneville' }],
      locks: { genres: true, tags: true, alternateTitles: true, publisher: true, summary: false },
    })
    expect(server.heard).toHaveLength(1)
    const german = first.body.alternateTitles.find((one: { label: string }) => one.label === 'German')
    const second = await server.request('PATCH', `series/${id}/full`, {
      genres: [],
      alternateTitles: [{ id: german.id, label: 'German', title: 'Knochen' }],
      externalLinks: [],
    })
    expect(second.body).toMatchObject({
      summary: 'Three cousins.',
      genres: [],
      tags: [{ name: 'Humour' }],
      alternateTitles: [{ id: german.id, title: 'Knochen' }],
      externalLinks: [],
    })
    expect(second.body.alternateTitles).toHaveLength(1)
  })

  it('leaves everything of a series as it was when one part of it fails', async () => {
    const server = await openCurationServer(kind)
    const { id } = await server.addSeries()
    await server.request('PATCH', `series/${id}/full`, { tags: ['old'], alternateTitles: [{ label: 'a', title: 'b' }] })
    const before = (await server.request('GET', `series/${id}/metadata`)).body
    const heard = server.heard.length
    const good = { title: 'New', genres: ['x'], tags: ['y'], locks: { year: true } }
    const bad = [
      [
        404,
        {
          alternateTitles: [
            { label: 'c', title: 'd' },
            { id: nowhere, label: 'e', title: 'f' },
          ],
        },
      ],
      [400, { language: 'not a language at all' }],
      [400, { externalLinks: [{ sourceName: 'a', url: 'ftp://example.org' }] }],
      [
        400,
        {
          externalLinks: [
            { sourceName: 'a', url: 'https://a.example.org' },
            { sourceName: 'a ', url: 'https://b.example.org' },
          ],
        },
      ],
      [400, { locks: { noSuchField: true } }],
    ] as const
    for (const [status, part] of bad) {
      const answer = await server.request('PATCH', `series/${id}/full`, { ...good, ...part })
      expect([answer.status, part]).toEqual([status, part])
      expect((await server.request('GET', `series/${id}/metadata`)).body).toEqual(before)
    }
    expect(server.heard).toHaveLength(heard)
    expect(await server.db.query.selectFrom('alternate_title').selectAll().execute()).toHaveLength(1)
  })

  it('changes fields, genres, tags and locks of a book together, or nothing', async () => {
    const server = await openCurationServer(kind)
    const { one: id } = await server.addSeries()
    const saved = await server.request('PATCH', `books/${id}/full`, {
      title: 'One',
      genres: ['Fantasy'],
      tags: ['dragon'],
      locks: { title: false, year: true },
    })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      title: 'One',
      genres: ['Fantasy'],
      tags: ['dragon'],
      locks: { title: false, genres: true, tags: true, year: true },
    })
    const refused = await server.request('PATCH', `books/${id}/full`, {
      title: 'Two',
      tags: ['z'],
      languageIso: 'no such',
    })
    expect(refused.status).toBe(400)
    const after = (await server.request('GET', `books/${id}/metadata`)).body
    expect(after).toEqual(saved.body)
  })

  it('is for those who may edit, and only what they can see', async () => {
    const server = await openCurationServer(kind)
    const { id, one } = await server.addSeries()
    await server.addPerson('reader', { may: ['SeriesRead', 'BooksRead'] })
    await server.addPerson('elsewhere', { rights: { libraryIds: [] } })
    expect((await server.request('PATCH', `series/${id}/full`, { tags: ['a'] }, 'reader')).status).toBe(403)
    expect((await server.request('PATCH', `books/${one}/full`, { tags: ['a'] }, 'reader')).status).toBe(403)
    expect((await server.request('PATCH', `series/${id}/full`, { tags: ['a'] }, 'elsewhere')).status).toBe(404)
    expect((await server.request('PATCH', `books/${one}/full`, { tags: ['a'] }, 'elsewhere')).status).toBe(404)
    expect((await server.request('GET', `series/${id}/metadata`)).body.tags).toEqual([])
  })

  it('changes many with one request', async () => {
    const server = await openCurationServer(kind)
    const { id, one, two } = await server.addSeries()
    const changes = {
      publisher: 'P',
      genres: { add: ['g'] },
      tags: { add: ['t'] },
      locks: { publisher: false, year: true },
    }
    const series = await server.request('PATCH', 'series/bulk/full', { seriesIds: [id], ...changes })
    expect(series.body).toMatchObject({ updatedCount: 1 })
    expect((await server.request('GET', `series/${id}/metadata`)).body).toMatchObject({
      publisher: 'P',
      genres: [{ name: 'g' }],
      locks: { publisher: false, genres: true, tags: true, year: true },
    })
    const books = await server.request('PATCH', 'books/bulk/full', { bookIds: [one, two], ...changes })
    expect(books.body).toMatchObject({ updatedCount: 2 })
    expect((await server.request('GET', `books/${two}/metadata`)).body).toMatchObject({
      publisher: 'P',
      tags: ['t'],
    })
    const bad = await server.request('PATCH', 'books/bulk/full', {
      bookIds: [one, two],
      publisher: 'Q',
      languageIso: 'no such',
    })
    expect(bad.status).toBe(400)
    expect((await server.request('GET', `books/${one}/metadata`)).body.publisher).toBe('P')
  })
})
