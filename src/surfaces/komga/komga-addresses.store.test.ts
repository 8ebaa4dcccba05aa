import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import type { TestServer } from '../../../test/server.ts'
import { KOMGA_PASSWORD } from '../../import-export/komga.fixture.ts'
import { openServerMovedFromKomga } from './moved-from-komga.fixture.ts'

const files: Record<string, Buffer> = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1, Publisher: 'North & Sons', Year: 2015 }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2, Publisher: 'North & Sons' }),
  'Text/Text.epub': makeEpub(makePng(40, 60, 5)),
}
const [library, series, book, epub] = ['LIB0000000001', 'SER0000000001', 'BOK0000000001', 'BOK0000000003']
const [collection, list] = ['COL0000000001', 'RDL0000000001']

/** The `GET` requests of Komga's clients. */
const API = [
  ...['libraries', `libraries/${library}`, 'collections', 'readlists', 'series', 'books', 'genres', 'tags'],
  ...['tags/book', 'tags/series', 'publishers', 'languages', 'age-ratings', 'sharing-labels', 'authors'],
  ...['authors/names', 'authors/roles', 'series/release-dates', 'series/new', 'series/updated', 'series/latest'],
  ...['books/latest', 'books/ondeck', 'books/duplicates', 'claim', 'oauth2/providers', 'announcements', 'releases'],
  ...['client-settings/global/list', 'client-settings/user/list', 'settings', 'history', 'page-hashes'],
  ...['page-hashes/unknown', 'fonts/families', 'fonts/resource/OpenDyslexic/css'],
  ...['', '/books', '/collections', '/thumbnail', '/thumbnails'].map((part) => `series/${series}${part}`),
  ...['', '/pages', '/pages/1', '/pages/1/thumbnail', '/pages/1/raw', '/thumbnail', '/thumbnails', '/file'].map(
    (part) => `books/${book}${part}`,
  ),
  ...['/next', '/readlists', '/manifest', '/manifest/divina', '/progression'].map((part) => `books/${book}${part}`),
  ...['', '/manifest', '/manifest/epub', '/positions', '/progression'].map((part) => `books/${epub}${part}`),
  ...['', '/series', '/thumbnail', '/thumbnails'].map((part) => `collections/${collection}${part}`),
  ...['', '/books', `/books/${book}/previous`, '/thumbnail', '/thumbnails', '/read-progress/tachiyomi', '/file'].map(
    (part) => `readlists/${list}${part}`,
  ),
].map((path) => `/api/v1/${path}`)

const API_2 = [
  ...['users/me', 'users', 'users/me/api-keys', 'users/authentication-activity', 'authors', 'authors/roles'],
  ...['authors/names', 'genres', 'tags', 'publishers', 'languages', 'age-ratings', 'sharing-labels'],
  ...['series/release-years', `series/${series}/read-progress/tachiyomi`],
].map((path) => `/api/v2/${path}`)

const OPDS_1 = [
  ...['catalog', 'search', 'ondeck', 'keep-reading', 'series', 'series?search=aurora', 'series/latest', 'books/latest'],
  ...['libraries', 'collections', 'readlists', 'publishers', 'series?publisher=North+%26+Sons', 'series?page=0&size=2'],
  ...[`libraries/${library}`, `collections/${collection}`, `readlists/${list}`, `series/${series}`],
  ...['thumbnail', 'thumbnail/small', 'file/Aurora%201.cbz', 'file', 'pages/0'].map((part) => `books/${book}/${part}`),
].map((path) => `/opds/v1.2/${path}`)

const OF_LIBRARY = ['keep-reading', 'on-deck', 'books/latest', 'series/latest', 'browse', 'collections', 'readlists']
const OPDS_2 = [
  ...['catalog', 'libraries', `libraries/${library}`, 'auth', 'search?query=aurora'],
  ...OF_LIBRARY.map((path) => `libraries/${path}`),
  ...OF_LIBRARY.map((path) => `libraries/${library}/${path}`),
  ...[`collections/${collection}`, `readlists/${list}`, `series/${series}`],
  ...['manifest', 'manifest/divina', 'pages/1', 'pages/1/raw', 'file', 'thumbnail', 'progression'].map(
    (part) => `books/${book}/${part}`,
  ),
  ...['manifest', 'manifest/epub', 'file', 'thumbnail'].map((part) => `books/${epub}/${part}`),
].map((path) => `/opds/v2/${path}`)

const OTHERS = ['/actuator/info', '/actuator/health', '/koreader/users/auth']

for (const kind of ['sqlite', 'postgres'] as const) {
  describe(`Komga's addresses, with the ids it gave out (${kind})`, () => {
    let server: TestServer
    const as = `Basic ${Buffer.from(`boss@example.org:${KOMGA_PASSWORD}`).toString('base64')}`
    const places = {
      'at a root of its own': (path: string) => server.request('GET', path, { as, headers: { host: 'komga.test' } }),
      'below the prefix': (path: string) => server.request('GET', `/komga${path}`, { as }),
    }
    beforeAll(async () => {
      server = await openServerMovedFromKomga(kind, files)
    })
    afterAll(() => server.close())

    for (const [place, get] of Object.entries(places)) {
      it(`all answer ${place}`, async () => {
        const refused: string[] = []
        for (const path of [...API, ...API_2, ...OPDS_1, ...OPDS_2, ...OTHERS]) {
          const { status } = await get(path)
          if (status !== 200 && status !== 204) refused.push(`${status} ${path}`)
        }
        expect(refused).toEqual([])
      })

      it(`feeds hold what their names say ${place}`, async () => {
        const publishers = await get('/opds/v1.2/publishers')
        expect(publishers.text).toContain('<title>North &#38; Sons</title>')
        const [, href] = /href="([^"]*series\?publisher=[^"]*)"/.exec(publishers.text)!
        expect(href).toMatch(place === 'below the prefix' ? /^(?:https?:\/\/[^/]+)?\/komga\/opds/ : /\/opds/)
        const found = await get('/opds/v1.2/series?publisher=North+%26+Sons')
        expect([...found.text.matchAll(/<entry>/g)]).toHaveLength(1)
        expect((await get('/opds/v1.2/series?search=aurora')).text).toContain('Aurora (edited)')
        expect((await get('/opds/v1.2/series/latest')).text).toMatch(/Text|Aurora/)
        const reading = await get(`/opds/v2/libraries/${library}/keep-reading`)
        expect(reading.json.publications).toHaveLength(1)
        const other = await get('/opds/v2/libraries/01977f3e8c1a7c3e9a553f1d2b6c7e90/keep-reading')
        expect(other.json.publications ?? []).toEqual([])
        const start = await get(`/opds/v2/libraries/${library}`)
        expect(start.json.groups[0].publications.length).toBeGreaterThan(0)
        expect(start.json.groups[0].links[0].href).toContain('library=')
      })

      it(`titles start with the series and number where series are mixed ${place}`, async () => {
        const titles = (text: string) => [...text.matchAll(/<entry>\s*<title>([^<]*)/g)].map((match) => match[1])
        const own = titles((await server.request('GET', '/opds/v1.2/in-progress', { as })).text)
        expect(own).toHaveLength(1)
        expect(titles((await get('/opds/v1.2/keep-reading')).text)).toEqual([`Aurora (edited) 2: ${own[0]}`])
        for (const path of ['books/latest', `readlists/${list}`, 'search?q=aurora'])
          expect(titles((await get(`/opds/v1.2/${path}`)).text)).toContain(`Aurora (edited) 2: ${own[0]}`)
        expect(titles((await get(`/opds/v1.2/series/${series}`)).text)).toContain(own[0])
        const { json } = await get('/opds/v2/libraries/keep-reading')
        expect(json.publications[0].metadata.title).toBe(own[0])
      })

      it(`pages are counted from 0, and the links to the next one lead on ${place}`, async () => {
        const titles = (text: string) => [...text.matchAll(/<entry>\s*<title>([^<]*)/g)].map((match) => match[1])
        const all = titles((await get('/opds/v1.2/series')).text)
        const first = await get('/opds/v1.2/series?page=0&size=1')
        expect(titles(first.text)).toEqual([all[0]])
        expect(titles((await get('/opds/v1.2/series?page=1&size=1')).text)).toEqual([all[1]])
        const [, next] = /rel="next" href="([^"]+)"/.exec(first.text)!
        const path = next!
          .replaceAll('&#38;', '&')
          .replace(/^https?:\/\/[^/]+/, '')
          .replace(/^\/komga/, '')
        expect(titles((await get(path)).text)).toEqual([all[1]])
        for (const odd of ['page=-1', 'page=x', 'size=0', 'size=99999']) {
          expect([odd, (await get(`/opds/v1.2/series?${odd}`)).status]).toEqual([odd, 200])
        }
      })

      it(`ids without hyphens are understood, and unknown ones are not found ${place}`, async () => {
        const { json } = await server.request('GET', '/komga/api/v1/books', { as })
        const { id, seriesId, libraryId } = json.content[0] as { id: string; seriesId: string; libraryId: string }
        const known = [`v1.2/series/${seriesId}`, `v1.2/libraries/${libraryId}`, `v1.2/books/${id}/pages/0`]
        for (const path of [...known, `v2/libraries/${libraryId}/browse`, `v2/books/${id}/manifest`])
          expect([path, (await get(`/opds/${path}`)).status]).toEqual([path, 200])
        for (const path of ['v1.2/series', 'v1.2/readlists', 'v2/libraries', 'v2/collections'])
          expect([path, (await get(`/opds/${path}/0000000000000`)).status]).toEqual([path, 404])
      })

      it(`manifests link to where they were asked for ${place}`, async () => {
        const { json, headers } = await get(`/opds/v2/books/${book}/manifest`)
        expect(headers['content-type']).toBe('application/opds-publication+json')
        const { pathname } = new URL(json.readingOrder[0].href)
        expect(pathname).toMatch(place === 'below the prefix' ? /^\/komga\/api\/v1\/books\// : /^\/api\/v1\/books\//)
      })
    }
  })
}
