import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import type { TestServer } from '../../../test/server.ts'
import { KOMGA_PASSWORD } from '../../import-export/komga.fixture.ts'
import { openServerMovedFromKomga } from './moved-from-komga.fixture.ts'

/** Of these, the reader may see only the series with the label “kids”, which is the first. */
const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1, Writer: 'Ann' }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2, Writer: 'Ann' }),
  'Boreas/Boreas 1.cbz': makeComic(6, { Series: 'Boreas', Number: 1, Writer: 'Bea', Genre: 'Hidden', Tags: 'Unseen' }),
}
const [series, book, second] = ['SER0000000001', 'BOK0000000001', 'BOK0000000002']
const [collection, readList, library] = ['COL0000000001', 'RDL0000000001', 'LIB0000000001']
const hidden = ['SER0000000002', 'BOK0000000003']
const all = (field: string, value: string) => ({ condition: { allOf: [{ [field]: { operator: 'is', value } }] } })

/** What Mihon, Komelia, KMReader, Komga's interfaces, Komf and KOReader's plugins ask for: paths below the root. */
const reads = [
  ...['/api/v2/users/me', '/api/v1/users/me', '/api/v1/libraries', `/api/v1/libraries/${library}`],
  ...['/api/v1/client-settings/global/list', '/api/v1/client-settings/user/list', '/api/v1/claim'],
  ...['/api/v1/oauth2/providers', '/api/v1/fonts/families'],
  `/api/v1/series?search=&page=0&deleted=false&library_id=${library}&sort=metadata.titleSort,asc`,
  `/api/v1/series?unpaged=true&collection_id=${collection}`,
  ...['/api/v1/series/new', '/api/v1/series/updated', '/api/v1/series/latest', `/api/v1/series/${series}`],
  `/api/v1/series/${series}/books?unpaged=true&media_status=READY&deleted=false`,
  ...[`/api/v1/series/${series}/collections`, `/api/v2/series/${series}/read-progress/tachiyomi`],
  `/api/v1/books?read_status=IN_PROGRESS&sort=readProgress.readDate,desc&page=0&size=20`,
  ...['/api/v1/books/ondeck', '/api/v1/books/latest', `/api/v1/books/${book}`, `/api/v1/books/${book}/pages`],
  ...[`/api/v1/books/${book}/next`, `/api/v1/books/${second}/previous`, `/api/v1/books/${book}/readlists`],
  ...[`/api/v1/books/${book}/manifest`, `/api/v1/books/${book}/manifest/divina`],
  ...['/api/v1/collections?unpaged=true', `/api/v1/collections/${collection}`],
  ...[`/api/v1/collections/${collection}/series`, '/api/v1/readlists', `/api/v1/readlists/${readList}`],
  ...[`/api/v1/readlists/${readList}/books?unpaged=true`, `/api/v1/readlists/${readList}/read-progress/tachiyomi`],
  `/api/v1/readlists/${readList}/books/${second}/next`,
  ...['genres', 'tags', 'tags/book', 'tags/series', 'publishers', 'languages', 'age-ratings', 'sharing-labels'].map(
    (names) => `/api/v1/${names}`,
  ),
  ...['/api/v1/series/release-dates', '/api/v1/authors', '/api/v1/authors/names', '/api/v2/authors?unpaged=true'],
  ...['genres', 'tags', 'publishers', 'languages', 'age-ratings', 'sharing-labels'].map((names) => `/api/v2/${names}`),
  ...['catalog', 'ondeck', 'keep-reading', 'series', 'series/latest', 'books/latest', 'libraries', 'collections'].map(
    (feed) => `/opds/v1.2/${feed}`,
  ),
  ...['readlists', 'publishers', `series/${series}`, `libraries/${library}`, `collections/${collection}`].map(
    (feed) => `/opds/v1.2/${feed}`,
  ),
  ...[`/opds/v1.2/readlists/${readList}`, '/opds/v1.2/series?search=a', '/opds/v2/catalog', '/opds/v2/libraries'],
  ...[`/opds/v2/series/${series}`, `/opds/v2/readlists/${readList}`, `/opds/v2/collections/${collection}`],
  ...['/opds/v2/search?query=aurora', '/opds/v2/search?query=boreas', `/opds/v2/books/${book}/manifest`],
  ...[`/opds/v2/libraries/${library}/browse`, `/opds/v2/libraries/${library}/series/latest`],
]
const lists = [
  ['/api/v1/series/list?page=0&size=20', { fullTextSearch: '' }],
  ['/api/v1/series/list', { fullTextSearch: 'boreas' }],
  ['/api/v1/series/list', all('libraryId', library)],
  ['/api/v1/series/list/alphabetical-groups', {}],
  ['/api/v1/books/list?unpaged=true&sort=metadata.numberSort,desc', all('seriesId', series)],
  ['/api/v1/books/list', all('readListId', readList)],
  ['/api/v1/books/list?size=0', {}],
] as const
const pictures = [
  ...[`/api/v1/books/${book}/pages/1`, `/api/v1/books/${book}/pages/2?convert=jpeg`],
  ...[`/api/v1/books/${book}/pages/1/thumbnail`, `/api/v1/books/${book}/thumbnail`],
  ...[`/api/v1/series/${series}/thumbnail`, `/api/v1/collections/${collection}/thumbnail`],
  ...[`/api/v1/readlists/${readList}/thumbnail`, `/opds/v1.2/books/${book}/pages/0`],
  ...[`/opds/v1.2/books/${book}/thumbnail/small`, `/opds/v2/books/${book}/pages/1`],
]
const [hiddenSeries, hiddenBook] = hidden
const unseen = [
  ...[
    `/api/v1/series/${hiddenSeries}`,
    `/api/v1/series/${hiddenSeries}/books`,
    `/api/v1/series/${hiddenSeries}/thumbnail`,
  ],
  ...[`/api/v1/books/${hiddenBook}`, `/api/v1/books/${hiddenBook}/pages`, `/api/v1/books/${hiddenBook}/pages/1`],
  ...[
    `/api/v1/books/${hiddenBook}/thumbnail`,
    `/api/v1/books/${hiddenBook}/file`,
    `/api/v1/books/${hiddenBook}/manifest`,
  ],
  ...[`/opds/v1.2/series/${hiddenSeries}`, `/opds/v1.2/books/${hiddenBook}/pages/0`],
  ...[`/opds/v2/series/${hiddenSeries}`, `/opds/v2/books/${hiddenBook}/manifest`, `/opds/v2/books/${hiddenBook}/file`],
]

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`a reader whom Komga restricted, after the move (${kind})`, () => {
    let server: TestServer
    const basic = `Basic ${Buffer.from(`kid@example.org:${KOMGA_PASSWORD}`).toString('base64')}`
    const request = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      server.request(method, path, { as: basic, body, headers: { host: 'komga.test' } })
    beforeAll(async () => {
      server = await openServerMovedFromKomga(kind, files)
    })
    afterAll(() => server.close())

    /** Neither our ids, nor anything about what the reader may not see. */
    const tellsNothing = (path: string, text: string) => {
      const ours = text.match(/\b[\da-f]{32}\b|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g) ?? []
      const theirs =
        text.replaceAll(/q(?:uery)?=boreas|Search: boreas/gi, '').match(/Boreas|Hidden|Unseen|\bBea\b/gi) ?? []
      const ids = hidden.filter((id) => text.includes(id!))
      expect({ path, ours: [...new Set(ours)], theirs, ids }).toEqual({ path, ours: [], theirs: [], ids: [] })
    }

    it('is answered by the old ids everywhere, and told of nothing else', async () => {
      for (const path of reads) {
        const { status, text } = await request('GET', path)
        expect([path, status]).toEqual([path, 200])
        tellsNothing(path, text)
      }
      for (const [path, body] of lists) {
        const { status, text } = await request('POST', path, body)
        expect([path, status]).toEqual([path, 200])
        tellsNothing(path, text)
      }
    })

    it('sees the pictures of what it may see, and nothing of the rest', async () => {
      for (const path of pictures) {
        const { status, headers } = await request('GET', path)
        expect([path, status, String(headers['content-type'])]).toEqual([path, 200, expect.stringMatching(/^image\//)])
      }
      for (const path of unseen) {
        const { status, text } = await request('GET', path)
        expect([path, [403, 404].includes(status)]).toEqual([path, true])
        // An error names the path that was asked for.
        tellsNothing(path, text.replaceAll(/\/[\w./]+/g, ''))
      }
    })

    it('has the roles it had, and no others', async () => {
      const { json } = await request('GET', '/api/v2/users/me')
      expect(json.roles.toSorted()).toEqual(['PAGE_STREAMING', 'USER'])
      expect(json.email).toBe('kid@example.org')
      for (const path of [`/api/v1/books/${book}/file`, `/api/v1/series/${series}/file`, `/opds/v2/books/${book}/file`])
        expect([path, (await request('GET', path)).status]).toEqual([path, 403])
      for (const [method, path, body] of [
        ['PATCH', `/api/v1/series/${series}/metadata`, { title: 'Mine' }],
        ['PATCH', `/api/v1/books/${book}/metadata`, { title: 'Mine' }],
        ['DELETE', `/api/v1/books/${book}/file`, undefined],
        ['DELETE', `/api/v1/collections/${collection}`, undefined],
        ['POST', `/api/v1/libraries/${library}/scan`, undefined],
        ['GET', '/api/v2/users', undefined],
        ['GET', '/actuator/info', undefined],
        ['GET', '/api/v1/announcements', undefined],
      ] as const)
        expect([method, path, (await request(method, path, body)).status]).toEqual([method, path, 403])
    })

    it('marks, tracks and unmarks as before', async () => {
      expect((await request('PATCH', `/api/v1/books/${second}/read-progress`, { page: 3 })).status).toBe(204)
      expect((await request('GET', `/api/v1/books/${second}`)).json.readProgress).toMatchObject({
        page: 3,
        completed: false,
      })
      const track = `/api/v2/series/${series}/read-progress/tachiyomi`
      expect((await request('PUT', track, { lastBookNumberSortRead: 1 })).status).toBe(204)
      expect((await request('GET', track)).json).toMatchObject({ booksCount: 2, booksReadCount: 1 })
      const list = `/api/v1/readlists/${readList}/read-progress/tachiyomi`
      expect((await request('GET', list)).json).toMatchObject({ booksCount: 2 })
      expect((await request('DELETE', `/api/v1/series/${series}/read-progress`)).status).toBe(204)
      expect((await request('GET', track)).json).toMatchObject({ booksReadCount: 0, booksInProgressCount: 0 })
      expect((await request('PATCH', `/api/v1/books/${hiddenBook}/read-progress`, { page: 1 })).status).toBe(404)
    })
  })
}
