import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from './fixtures/make-comic.ts'
import { makePng } from './fixtures/make-images.ts'
import { makeZip } from './fixtures/make-zip.ts'
import { openTestServer, type TestServer } from './server.ts'

// Metadata in files may be nonsense; the responses must match their schemas, or the test server fails with 500.

/** The smallest GIF there is: one clear pixel. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const many = Array.from({ length: 3000 }, (_, index) => `name ${index}`).join(',')
const endless = 'x'.repeat(40_000)
const everythingTooLong = {
  Title: endless,
  Number: '1'.repeat(90),
  Series: endless,
  Volume: '9'.repeat(40),
  Summary: endless.repeat(10),
  Notes: endless,
  Writer: many,
  Translator: endless,
  Publisher: endless,
  Imprint: endless,
  Genre: many,
  Tags: `${many},${endless}`,
  Web: endless,
  LanguageISO: endless,
  Format: endless,
  Characters: many,
  StoryArc: many,
  SeriesGroup: endless,
  GTIN: endless,
  ScanInformation: endless,
  CommunityRating: 99_999,
}

/** Turns the direction of everything after it, so that a name looks like another. */
const turned = '\u202e'

describe.each(['sqlite', 'postgres'] as const)('files with odd metadata on %s', (kind) => {
  let server: TestServer
  let book: { id: string; seriesId: string }
  let long: typeof book
  let pictures: typeof book
  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Long/Long 1.cbz': makeComic(1, everythingTooLong),
      'Pictures/Pictures 1.cbz': makeZip([
        { name: '1.png', data: makePng(20, 30) },
        { name: '2.png', data: '' },
        ...['bmp', 'tiff', 'jxl', 'jp2', 'heic', 'svg'].map((type) => ({ name: `3.${type}`, data: 'no picture' })),
      ]),
      [`Tur${turned}ned/Tur${turned}ned 1.cbz`]: makeComic(1, {
        ...{
          Writer: `${turned}A${turned}nn, ${turned}`,
          Genre: `No${turned}ir,${turned}`,
          Summary: `${turned}\u009bText`,
        },
        ...{ Publisher: `Pub${turned}`, Web: `https://example.org/${turned}a`, Series: `S${turned}aga` },
      }),
      'Odd/Odd 1.cbz': makeComic(1, { Count: -5, Year: 99_999, Writer: `${'w'.repeat(499)}😀${'w'.repeat(200)}` }),
    })
    await server.scan()
    const books = (await server.request('GET', 'books', { as: server.admin })).json.data
    const find = (folder: string) => books.find((one: { filePath: string }) => one.filePath.includes(folder))
    book = find('/Odd/')
    long = find('/Long/')
    pictures = find('/Pictures/')
  }, 240_000)
  afterAll(() => server.close())
  const get = (path: string) => server.request('GET', path, { as: server.admin })

  it('has no count below zero', async () => {
    const { metadata } = (await get(`series/${book.seriesId}/full`)).json
    expect(metadata.totalBookCount).toBeNull()
    const full = (await get(`books/${book.id}`)).json
    expect(full.metadata.count).toBeNull()
    const change = (path: string, body: object) => server.request('PATCH', path, { as: server.admin, body })
    expect((await change(`series/${book.seriesId}/metadata`, { totalBookCount: -5 })).status).toBe(400)
    expect((await change(`books/${book.id}/metadata`, { count: -5 })).status).toBe(400)
  })

  it('has the same bounds for the years of books and series', async () => {
    const patch = async (year: number) =>
      Promise.all(
        [`series/${book.seriesId}/metadata`, `books/${book.id}/metadata`].map(
          async (path) => (await server.request('PATCH', path, { as: server.admin, body: { year } })).status,
        ),
      )
    expect((await get(`books/${book.id}`)).json.metadata.year).toBeNull()
    expect((await get(`series/${book.seriesId}/full`)).json.metadata.year).toBeNull()
    for (const year of [0, 5001, 9999]) expect(await patch(year), `${year}`).toEqual([200, 200])
    for (const year of [-1, 10_000]) expect(await patch(year), `${year}`).toEqual([400, 400])
  })

  it('has no names longer than the API accepts, and none with half a character', async () => {
    const { authors } = (await get(`books/${book.id}`)).json.metadata
    expect(authors).toHaveLength(1)
    expect(authors[0].name.length).toBeLessThanOrEqual(500)
    expect(authors[0].name).toContain('w'.repeat(499))
    expect(authors[0].name.isWellFormed()).toBe(true)
    const patched = await server.request('PATCH', `books/${book.id}/metadata`, { as: server.admin, body: { authors } })
    expect(patched.status).toBe(200)
    expect((await get(`series/${book.seriesId}/full`)).status).toBe(200)
    expect((await get('authors')).status).toBe(200)
  })

  it('shortens what a file says to what the API accepts', async () => {
    const { id, seriesId } = long
    const paths = [`books/${id}`, `books/${id}/metadata`, `series/${seriesId}/full`, `series/${seriesId}/metadata`]
    for (const path of [...paths, 'books', 'series', 'authors', 'tags', 'genres', 'publishers'])
      expect((await get(path)).status, path).toBe(200)
    const { authors, subjects, publisher } = (await get(`books/${id}/metadata`)).json
    expect([authors.length, subjects.length, publisher.length]).toEqual([500, 500, 500])
  })

  it('has no characters that turn the direction of other text', async () => {
    for (const path of ['books', 'series', 'authors', 'genres', 'publishers']) {
      // The path is what it is.
      const text = (await get(path)).text.replaceAll(/"(?:path|filePath|fileName)":"[^"]*"/g, '')
      expect(text, path).not.toMatch(/[\u202e\u009b]/)
    }
    const books = (await get('books?pageSize=50')).json.data
    const { id, seriesId } = books.find((one: { filePath: string }) => one.filePath.includes('Tur'))
    expect((await get(`books/${id}/full`)).json.genres).toMatchObject([{ name: 'Noir' }])
    expect((await get(`books/${id}/metadata`)).json).toMatchObject({ publisher: 'Pub', summary: 'Text' })
    expect((await get(`series/${seriesId}`)).json.title).toBe('Saga')
  })

  it('gives pages that are no pictures as they are, and converts none of them', async () => {
    for (let number = 1; number <= 8; number++) {
      expect((await get(`books/${pictures.id}/pages/${number}`)).status, `page ${number}`).toBe(200)
      for (const wanted of ['?format=webp', '?width=300', '/panels', '/content-box']) {
        const { status } = await get(`books/${pictures.id}/pages/${number}${wanted}`)
        expect(status, `page ${number}${wanted}`).toBe(number === 1 ? 200 : 422)
      }
    }
  })

  it('sends an uploaded cover as it was, with a documented media type', async () => {
    const head =
      '--x\r\ncontent-disposition: form-data; name="cover"; filename="c.gif"\r\ncontent-type: image/gif\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), gif, Buffer.from('\r\n--x--\r\n')])
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const made = await server.request('POST', `books/${book.id}/cover`, { as: server.admin, body, headers })
    expect(made.status).toBe(201)
    const image = await get(`books/${book.id}/covers/${made.json.id}/image`)
    expect([image.status, image.headers['content-type'], image.bytes]).toEqual([200, 'image/gif', gif])
    const { paths } = (await get('openapi.json')).json
    const { content } = paths['/api/v1/books/{id}/covers/{coverId}/image'].get.responses['200']
    expect(Object.keys(content)).toContain('image/gif')
  })
})
