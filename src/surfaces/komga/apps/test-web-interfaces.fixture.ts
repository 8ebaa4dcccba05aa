import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { makePng } from '../../../../test/fixtures/make-images.ts'
import { BookDto } from '../../../contract/komga/books.ts'
import { SeriesDto } from '../../../contract/komga/series.ts'
import { UserDto } from '../../../contract/komga/sessions.ts'
import { SpringPage } from '../../../contract/komga/shared-schemas.ts'
import { probeImage } from '../../../formats/image/probe.ts'
import { basic, formOf, hyphenated, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

/** Komga's own two web interfaces. */
export function testWebInterfaces(open: () => KomgaServer): void {
  describe('Komga’s web interfaces', () => {
    let server: KomgaServer
    let app: KomgaApp
    const ajax = { 'x-requested-with': 'XMLHttpRequest' }
    beforeAll(() => {
      server = open()
      app = server.app(ajax)
    })

    test('show their own sign-in page, not the browser’s', async () => {
      const refused = await app.get('/api/v2/users/me')
      expect([refused.status, refused.text, refused.headers['www-authenticate']]).toEqual([401, '', undefined])
      expect((await server.app().get('/api/v2/users/me')).headers['www-authenticate']).toBe('Basic realm="Realm"')
      expect((await app.get('/api/v1/claim')).json).toEqual({ isClaimed: true })
      expect((await app.get('/api/v1/oauth2/providers')).json).toEqual([])
    })

    test('are signed out with the browser, unless asked to remember', async () => {
      const set = async (remember: boolean) => {
        const path = `/api/v2/users/me?remember-me=${remember}`
        const answer = await server.app(ajax).get(path, basic('root@example.org', password))
        return [answer.headers['set-cookie'] ?? []].flat().map((line) => String(line).replace(/=[^;]+/, ''))
      }
      const session = 'KOMGA-SESSION; Path=/komga/; HttpOnly; SameSite=Lax'
      expect(await set(false)).toEqual([session])
      expect(await set(true)).toEqual([session, expect.stringMatching(/^komga-remember-me; .*Max-Age=\d{7,};/)])
    })

    test('sign in by email address and start', async () => {
      const path = '/api/v2/users/me?remember-me=true'
      const signedIn = await app.get(path, basic('root@example.org', password))
      expect(decode(UserDto, signedIn.json).roles).toContain('ADMIN')
      for (const start of [
        '/api/v2/users/me',
        '/api/v1/libraries',
        '/api/v1/client-settings/global/list',
        '/api/v1/client-settings/user/list',
        '/actuator/info',
        '/api/v1/announcements',
        '/api/v1/releases',
        '/api/v1/fonts/families',
        '/api/v1/settings',
      ]) {
        expect((await app.get(start)).status, start).toBe(200)
      }
      expect((await app.get('/actuator/info')).json.build.version).toMatch(/^\d+\.\d+\.\d+$/)
    })

    test('keep their settings', async () => {
      const path = '/api/v1/client-settings'
      const own = { 'webui.theme': { value: 'dark' } }
      expect((await app.send('PATCH', `${path}/user`, own)).status).toBe(204)
      expect((await app.get(`${path}/user/list`)).json).toEqual(own)
      expect((await app.send('DELETE', `${path}/user`, ['webui.theme'])).status).toBe(204)
      expect((await app.get(`${path}/user/list`)).json).toEqual({})
      const all = { 'webui.open': { value: 'x', allowUnauthorized: true }, 'webui.shut': { value: 'y' } }
      expect((await app.send('PATCH', `${path}/global`, all)).status).toBe(204)
      expect(Object.keys((await app.get(`${path}/global/list`)).json)).toEqual(['webui.open', 'webui.shut'])
      expect(Object.keys((await server.app().get(`${path}/global/list`)).json)).toEqual(['webui.open'])
      expect((await app.send('PATCH', `${path}/user`, { Bad: { value: '' } })).status).toBe(400)
    })

    test('fill the dashboard', async () => {
      const find = (sort: string, condition: object) =>
        app.send('POST', `/api/v1/books/list?page=0&size=20&sort=${sort}`, { condition })
      const inLibrary = { libraryId: { operator: 'is', value: server.libraryId } }
      const lists: [string, object][] = [
        ['readProgress.readDate,desc', { readStatus: { operator: 'is', value: 'IN_PROGRESS' } }],
        ['createdDate,desc', { deleted: { operator: 'isFalse' } }],
        ['metadata.releaseDate,desc', { releaseDate: { operator: 'after', dateTime: '2003-01-02T21:36:17.738Z' } }],
        ['readProgress.readDate,desc', { readStatus: { operator: 'is', value: 'READ' } }],
      ]
      for (const [sort, condition] of lists) {
        const found = await find(sort, { allOf: [condition, { anyOf: [inLibrary] }, { anyOf: [] }] })
        decode(SpringPage(BookDto), found.json)
      }
      const there = { condition: { deleted: { operator: 'isFalse' } } }
      expect((await app.send('POST', '/api/v1/books/list?size=0', there)).json).toMatchObject({
        size: 20,
        totalElements: 7,
      })
      decode(SpringPage(BookDto), (await app.get('/api/v1/books/ondeck')).json)
      for (const path of ['new', 'updated'])
        decode(SpringPage(SeriesDto), (await app.get(`/api/v1/series/${path}`)).json)
      // It was read after it was added, but got no new book since.
      const { content } = (await app.get('/api/v1/series/updated')).json
      expect(content.map((one: { name: string }) => one.name)).not.toContain('Berserk')
      const groups = await app.send('POST', '/api/v1/series/list/alphabetical-groups', { condition: inLibrary })
      expect(groups.json).toContainEqual({ group: 'b', count: 1 })
    })

    test('show an EPUB in frames, and keep the place', async () => {
      const [novel] = await server.books('Novel')
      const path = `/api/v1/books/${novel!.id}`
      const { readingOrder } = (await app.get(`${path}/manifest`)).json
      const address = new URL(readingOrder[0].href)
      const chapter = await app.get(address.pathname.replace('/komga', ''))
      expect(chapter.headers['x-frame-options']).toBe('SAMEORIGIN')
      // Its reader sets the chapter's own URL as the base of the frame.
      expect(chapter.headers['content-security-policy']).toContain("base-uri 'self'")
      const locations = { fragment: [], progression: 0, position: 1, totalProgression: 0 }
      const place = {
        modified: new Date(),
        device: { name: 'Komga-webui', id: 'unused' },
        locator: {
          href: address.pathname.replace(/.*\/resource\//, ''),
          type: 'application/xhtml+xml',
          title: 'C',
          locations,
        },
      }
      expect((await app.send('PUT', `${path}/progression`, place)).status).toBe(204)
      expect((await app.get(`${path}/progression`)).json.locator.href).toBe(place.locator.href)
      expect((await app.send('DELETE', `${path}/read-progress`)).status).toBe(204)
    })

    test('mark a begun book as read without counting its pages', async () => {
      const statistics = async () => (await server.request('GET', 'user/reading-statistics', { as: server.admin })).json
      const { pagesRead } = await statistics()
      const { content } = (await app.get('/api/v1/books?unpaged=true')).json
      const book = content.find((one: BookDto) => one.media.pagesCount > 2 && !one.readProgress)
      const begun = { currentPage: 1, updatedAt: new Date(Date.now() - 600_000).toISOString() }
      await server.request('PUT', `books/${hyphenated(book.id)}/progress`, { as: server.admin, body: begun })
      const path = `/api/v1/books/${book.id}/read-progress`
      expect((await app.send('PATCH', path, { completed: true })).status).toBe(204)
      expect((await statistics()).pagesRead).toBe(pagesRead)
      expect((await app.get(`/api/v1/books/${book.id}`)).json.readProgress).toMatchObject({ completed: true })
      await app.send('DELETE', path)
    })

    test('the new one writes operators large, and asks for names by pages', async () => {
      const condition = {
        allOf: [{ oneshot: { operator: 'IsFalse' } }, { genre: { operator: 'Is', value: 'Horror' } }],
      }
      expect((await app.send('POST', '/api/v1/series/list', { condition })).json.totalElements).toBe(1)
      expect((await app.get('/api/v2/genres?search=hor&page=0&size=5')).json.content).toEqual(['Horror'])
      const names = 'authors authors/roles authors/names tags publishers languages age-ratings sharing-labels'.split(
        ' ',
      )
      for (const path of [...names, 'series/release-years']) {
        expect(Array.isArray((await app.get(`/api/v2/${path}`)).json.content), path).toBe(true)
      }
      for (const path of ['collections', 'readlists']) {
        expect((await app.get(`/api/v1/${path}?size=0`)).json.totalElements).toBeTypeOf('number')
      }
    })

    test('send numbers as they were typed', async () => {
      const { id } = await server.series('Alpha')
      const [book] = await server.books('Alpha')
      const edit = async (path: string, change: object) => {
        expect((await app.send('PATCH', `${path}/metadata`, change)).status).toBe(204)
        return (await app.get(path)).json.metadata
      }
      const typed = { ageRating: '16', totalBookCount: '12' }
      expect(await edit(`/api/v1/series/${id}`, typed)).toMatchObject({ ageRating: 16, totalBookCount: 12 })
      const emptied = { ageRating: '', totalBookCount: '', ageRatingLock: false, totalBookCountLock: false }
      expect(await edit(`/api/v1/series/${id}`, emptied)).toMatchObject({ ageRating: null, totalBookCount: null })
      expect(await edit(`/api/v1/books/${book!.id}`, { numberSort: '1.25' })).toMatchObject({ numberSort: 1.25 })
      const many = { [book!.id]: { numberSort: '1', numberSortLock: false } }
      expect((await app.send('PATCH', '/api/v1/books/metadata', many)).status).toBe(204)
      expect((await app.send('PATCH', `/api/v1/series/${id}/metadata`, { ageRating: 'ten' })).status).toBe(400)
    })

    test('give collections and read lists covers', async () => {
      const { id: series } = await server.series('Alpha')
      const books = (await server.books('Berserk')).map((book) => book.id)
      const made = {
        collections: (await app.send('POST', '/api/v1/collections', { name: 'Covers', seriesIds: [series] })).json.id,
        readlists: (await app.send('POST', '/api/v1/readlists', { name: 'Covers', bookIds: books })).json.id,
      }
      for (const [entity, id] of Object.entries(made)) {
        const path = `/api/v1/${entity}/${id}`
        const own = await app.get(`${path}/thumbnail`)
        expect([own.status, own.headers['content-type']]).toEqual([200, 'image/jpeg'])
        // Several items are shown in one picture of a fixed size.
        if (entity === 'readlists') expect(probeImage(own.bytes)).toMatchObject({ width: 212, height: 300 })
        expect((await app.get(`${path}/thumbnail`, { 'if-none-match': String(own.headers.etag) })).status).toBe(304)
        expect((await app.get(`${path}/thumbnails`)).json).toEqual([])

        // Whether it is selected is in the form, after the file.
        const { payload, headers } = await formOf({ file: makePng(30, 45, 7), selected: 'false' })
        const added = (await app.send('POST', `${path}/thumbnails`, payload, headers)).json
        expect(added).toMatchObject({ type: 'USER_UPLOADED', selected: false, mediaType: 'image/png', width: 30 })
        expect((await app.get(`${path}/thumbnail`)).bytes).toEqual(own.bytes)
        expect((await app.send('PUT', `${path}/thumbnails/${added.id}/selected`)).status).toBe(202)
        expect((await app.get(`${path}/thumbnails`)).json).toEqual([{ ...added, selected: true }])
        const chosen = await app.get(`${path}/thumbnail`)
        expect(probeImage(chosen.bytes)).toMatchObject({ width: 30, height: 45 })
        expect((await app.get(`${path}/thumbnails/${added.id}`)).bytes).toEqual(chosen.bytes)

        expect((await app.send('DELETE', `${path}/thumbnails/${added.id}`)).status).toBe(202)
        expect((await app.get(`${path}/thumbnail`)).bytes).toEqual(own.bytes)
        expect((await app.send('DELETE', `${path}/thumbnails/${added.id}`)).status).toBe(404)

        // Deleting a list deletes its picture, if nothing else shows it.
        const again = await formOf({ file: makePng(30, 45, 8) })
        await app.send('POST', `${path}/thumbnails`, again.payload, again.headers)
        const { pictures } = server.lectern.context.images
        const key = hash('sha256', makePng(30, 45, 8))
        expect(await pictures.find(key)).toBeDefined()
        expect((await app.send('DELETE', path)).status).toBe(204)
        expect(await pictures.find(key)).toBeUndefined()
      }
    })

    test('look after people', async () => {
      const person = { email: 'child@example.org', password: 'a long password', roles: ['PAGE_STREAMING'] }
      const made = await app.send('POST', '/api/v2/users', person)
      expect(made.status).toBe(201)
      expect(made.json.email).toBe('child@example.org')
      const change = {
        ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' },
        sharedLibraries: { all: false, libraryIds: [server.libraryId] },
      }
      expect((await app.send('PATCH', `/api/v2/users/${made.json.id}`, change)).status).toBe(204)
      const everyone = (await app.get('/api/v2/users')).json
      expect(everyone.find((one: { id: string }) => one.id === made.json.id)).toMatchObject({
        ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' },
        sharedAllLibraries: false,
        sharedLibrariesIds: [server.libraryId],
      })
      const child = server.app(basic(person.email, person.password))
      expect((await child.get('/api/v1/series')).json.totalElements).toBe(0)
      expect((await child.get('/api/v2/users')).status).toBe(403)
      const [hidden] = await server.books('Berserk')
      expect((await child.get(`/api/v1/books/${hidden!.id}/pages/1`)).status).toBe(404)
      expect((await child.get('/api/v1/libraries')).json[0].root).toBe('')
      const password2 = { password: 'another password' }
      expect((await child.send('PATCH', '/api/v2/users/me/password', password2)).status).toBe(204)
      const again = server.app(basic(person.email, password2.password))
      expect((await again.get('/api/v2/users/me')).status).toBe(200)
      // The old interface sends the account's id even if it is one's own.
      const at = (id: string) => `/api/v2/users/${id}/password`
      expect((await again.send('PATCH', at(made.json.id), { password: 'a third password' })).status).toBe(204)
      const third = server.app(basic(person.email, 'a third password'))
      const root = everyone.find((one: { email: string }) => one.email === 'root@example.org')
      expect((await third.send('PATCH', at(root.id), { password: 'not for children' })).status).toBe(403)
      expect((await app.send('DELETE', `/api/v2/users/${made.json.id}`)).status).toBe(204)
    })

    test('look after libraries and folders', async () => {
      const path = `/api/v1/libraries/${server.libraryId}`
      const change = { scanInterval: 'EVERY_6H', scanOnStartup: true, scanDirectoryExclusions: ['@eaDir'] }
      expect((await app.send('PATCH', path, change)).status).toBe(204)
      expect((await app.get(path)).json).toMatchObject(change)
      for (const work of ['scan', 'scan?deep=true', 'analyze', 'metadata/refresh', 'empty-trash']) {
        expect((await app.send('POST', `${path}/${work}`)).status, work).toBe(202)
      }
      const folders = await app.send('POST', '/api/v1/filesystem', { path: server.library })
      expect(folders.json.directories.map((one: { name: string }) => one.name)).toContain('Berserk')
      const overlapping = { name: 'Twice', root: server.library }
      expect([400, 409]).toContain((await app.send('POST', '/api/v1/libraries', overlapping)).status)
      const cleared = await app.send('DELETE', '/api/v1/tasks')
      expect([cleared.status, /^\d+$/.test(cleared.text)]).toEqual([200, true])
    })

    test('delete a file, and the book is gone, whatever a scan is about to do', async () => {
      const found = await app.send('POST', '/api/v1/books/list', {
        condition: { mediaProfile: { operator: 'is', value: 'PDF' } },
      })
      const [book] = found.json.content
      expect(existsSync(book.url)).toBe(true)
      expect((await app.send('DELETE', `/api/v1/books/${book.id}/file`)).status).toBe(202)
      expect(existsSync(book.url)).toBe(false)
      await server.waitForIdle()
      // It was the only book of its series.
      expect((await app.send('POST', '/api/v1/books/list?size=1', {})).json.totalElements).toBe(6)
      expect((await app.get(`/api/v1/books/${book.id}`)).status).toBe(404)
    })
  })
}
