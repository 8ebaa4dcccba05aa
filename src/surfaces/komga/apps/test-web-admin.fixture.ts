import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeComic } from '../../../../test/fixtures/make-comic.ts'
import { SettingsDto } from '../../../contract/komga/server-settings.ts'
import { basic, formOf, hyphenated, type KomgaApp, type KomgaServer, password } from '../komga-context.fixture.ts'
import { decode } from './decode.fixture.ts'

/** What Komga's web interfaces do besides reading: imports, lists from other programs, logs. */
export function testWebAdmin(open: () => KomgaServer): void {
  describe('Komga’s web interfaces, for admins', () => {
    let server: KomgaServer
    let app: KomgaApp
    let outside: string
    beforeAll(() => {
      server = open()
      app = server.app(basic('root@example.org', password))
      outside = mkdtempSync(join(tmpdir(), 'outside-'))
    })
    afterAll(() => rmSync(outside, { recursive: true, force: true }))

    test('find no double pages, and may say what is to become of them', async () => {
      for (const path of ['', '/unknown', '/abc']) {
        expect((await app.get(`/api/v1/page-hashes${path}?page=0&size=10&sort=matchCount,desc`)).json).toMatchObject({
          content: [],
          totalElements: 0,
        })
      }
      expect((await app.get('/api/v1/page-hashes/unknown/abc/thumbnail?resize=500')).status).toBe(404)
      const decided = await app.send('PUT', '/api/v1/page-hashes', { hash: 'abc', size: 12, action: 'IGNORE' })
      expect(decided.status).toBe(202)
      expect((await app.send('POST', '/api/v1/page-hashes/abc/delete-all')).status).toBe(202)
    })

    test('draw how much there is', async () => {
      // Tasks that are still running would change the counts between two requests.
      await server.waitForIdle()
      const { names } = (await app.get('/actuator/metrics')).json
      for (const name of names) {
        const metric = (await app.get(`/actuator/metrics/${name}`)).json
        expect(metric.measurements[0].value, name).toBeTypeOf('number')
        for (const { tag, values } of metric.availableTags) {
          const parts = values.map((value: string) => app.get(`/actuator/metrics/${name}?tag=${tag}:${value}`))
          const counts = (await Promise.all(parts)).map(({ json }) => json.measurements[0].value)
          expect(
            counts.reduce((sum, n) => sum + n, 0),
            name,
          ).toBe(metric.measurements[0].value)
        }
      }
      expect((await app.get('/actuator/metrics/komga.series')).json).toMatchObject({
        measurements: [{ statistic: 'VALUE', value: 4 }],
        availableTags: [{ tag: 'library', values: [server.libraryId] }],
      })
      const { measurements } = (await app.get('/actuator/metrics/komga.tasks.execution?tag=type:scan_library')).json
      const [ran, took, longest] = measurements.map(({ value }: { value: number }) => value)
      expect(measurements.map((one: { statistic: string }) => one.statistic)).toEqual(['COUNT', 'TOTAL_TIME', 'MAX'])
      expect(ran).toBeGreaterThan(0)
      expect(took).toBeGreaterThanOrEqual(longest)
      // Komelia requires all of these, though they may be null.
      expect((await app.get('/api/v1/announcements')).json).toMatchObject({ home_page_url: null, description: null })
    })

    test('change settings of the server, those of ours at once, and find the others as they left them', async () => {
      const path = '/api/v1/settings'
      const before = decode(SettingsDto, (await app.get(path)).json)
      const other = { thumbnailSize: 'LARGE', rememberMeDurationDays: 14, deleteEmptyCollections: true, koboPort: 8085 }
      const fixed = { taskPoolSize: 64, serverPort: 1, serverContextPath: '/x', renewRememberMeKey: false }
      expect((await app.send('PATCH', path, { ...other, ...fixed, kepubifyPath: '/bin/kepubify' })).status).toBe(204)
      const kepubifyPath = { ...before.kepubifyPath, databaseSource: '/bin/kepubify' }
      expect((await app.get(path)).json).toEqual({ ...before, ...other, kepubifyPath })
      expect(server.lectern.context.config.images.thumbnail_size).toBe(900)
      const signedIn = await app.get('/api/v2/users/me?remember-me=true')
      expect(String(signedIn.headers['set-cookie'])).toMatch(/komga-remember-me=[^;]+; Path=\/komga; Max-Age=1209600;/)
      expect((await app.send('PATCH', path, { koboPort: null })).status).toBe(204)
      expect((await app.get(path)).json).toMatchObject({ ...other, koboPort: null })
      for (const wrong of [{ thumbnailSize: 'HUGE' }, { rememberMeDurationDays: 0 }, { renewRememberMeKey: true }]) {
        expect((await app.send('PATCH', path, wrong)).status).toBe(400)
      }
      const { thumbnailSize, rememberMeDurationDays, deleteEmptyCollections } = before
      await app.send('PATCH', path, { thumbnailSize, rememberMeDurationDays, deleteEmptyCollections })
    })

    test('may hide a label before anything has it, and make nobody twice', async () => {
      const body = { email: 'twice@example.org', password: 'a long password', labelsExclude: ['Not yet'] }
      const made = await app.send('POST', '/api/v2/users', body)
      expect([made.status, made.json.labelsExclude]).toEqual([201, ['Not yet']])
      expect((await app.send('POST', '/api/v2/users', body)).status).toBe(400)
      expect((await app.send('DELETE', `/api/v2/users/${made.json.id}`)).status).toBe(204)
    })

    test('see who came in', async () => {
      await app.get('/api/v2/users/me', { 'user-agent': 'Firefox' })
      const own = (await app.get('/api/v2/users/me/authentication-activity?sort=dateTime,desc')).json
      expect(own.totalElements).toBe(own.content.length)
      expect(own.content[0]).toMatchObject({ email: 'root@example.org', success: true, ip: null, source: 'Password' })
      const everyone = (await app.get('/api/v2/users/authentication-activity?size=2')).json
      expect(everyone.content).toHaveLength(2)
      const { userId } = own.content[0]
      expect((await app.get(`/api/v2/users/${userId}/authentication-activity/latest`)).json).toEqual(own.content[0])
    })

    test('are told that a comment stands already', async () => {
      const made = await app.send('POST', '/api/v2/users/me/api-keys', { comment: 'twice' })
      const twice = await app.send('POST', '/api/v2/users/me/api-keys', { comment: ' twice ' })
      expect([twice.status, twice.json.message]).toEqual([400, 'ERR_1034'])
      await app.send('DELETE', `/api/v2/users/me/api-keys/${made.json.id}`)
    })

    test('make libraries only beside others, and under names of their own', async () => {
      const [list] = (await app.get('/api/v1/libraries')).json
      const made = async (other: object) => (await app.send('POST', '/api/v1/libraries', { ...list, ...other })).json
      expect(await made({ root: outside, name: 'shelf' })).toMatchObject({ status: 400 })
      expect(await made({ root: join(server.library, 'Berserk'), name: 'Inside' })).toMatchObject({ status: 400 })
      expect(await made({ root: join(outside, 'none'), name: 'Nowhere' })).toMatchObject({ status: 400 })
      const nothing = { root: outside, name: 'Empty', scanCbx: false, scanPdf: false, scanEpub: false }
      expect(await made(nothing)).toMatchObject({ status: 400 })
      const other = await made({ root: outside, name: 'Other', scanInterval: 'WEEKLY', scanPdf: false })
      expect(other).toMatchObject({ name: 'Other', root: outside, scanInterval: 'WEEKLY', scanPdf: false })
      const kept = await server.request('GET', `libraries/${hyphenated(other.id)}`, { as: server.admin })
      expect(kept.json).toMatchObject({ bookStrategy: 'metadata_first', numberStrategy: 'smart' })
      const path = `/api/v1/libraries/${other.id}`
      expect((await app.send('PATCH', path, { name: 'Shelf' })).status).toBe(400)
      expect((await app.send('PUT', path, { ...other, name: 'Renamed', scanInterval: 'DAILY' })).status).toBe(204)
      expect((await app.get(path)).json).toMatchObject({ name: 'Renamed', root: outside, scanInterval: 'DAILY' })
      await server.waitForIdle()
      expect((await app.send('DELETE', path)).status).toBe(204)
      expect((await app.get(path)).status).toBe(404)
    })

    test('look for the books of a ComicRack list', async () => {
      const [first] = await server.books('Berserk')
      const list = `<?xml version="1.0"?><ReadingList><Name>Dark</Name><Books>
        <Book Series="Berserk" Number="1" Volume="2003" Year="2003"/><Book Series="Nowhere" Number="7"/></Books></ReadingList>`
      const { payload, headers } = await formOf({ file: Buffer.from(list) })
      const found = await app.send('POST', '/api/v1/readlists/match/comicrack', payload, headers)
      const [here, gone] = found.json.requests
      expect(found.json).toMatchObject({ readListMatch: { name: 'Dark', errorCode: '' }, errorCode: '' })
      expect(here.request).toEqual({ series: ['Berserk (2003)', 'Berserk'], number: '1' })
      expect(here.matches[0].series).toMatchObject({ title: 'Berserk', releaseDate: '2003-01-15' })
      expect(here.matches[0].books).toEqual([{ bookId: first!.id, number: '1', title: 'Volume 1' }])
      expect(gone).toEqual({ request: { series: ['Nowhere'], number: '7' }, matches: [] })

      const made = (await app.send('POST', '/api/v1/readlists/import', payload, headers)).json[0]
      expect(made).toMatchObject({ readList: { name: 'Dark', bookIds: [first!.id] }, errorCode: '' })
      expect(made.unmatchedBooks).toHaveLength(1)
      const again = await app.send('POST', '/api/v1/readlists/match/comicrack', payload, headers)
      expect(again.json.readListMatch.errorCode).toBe('ERR_1009')
      await app.send('DELETE', `/api/v1/readlists/${made.readList.id}`)
      const other = await formOf({ file: Buffer.from('not a list') })
      const refused = await app.send('POST', '/api/v1/readlists/match/comicrack', other.payload, other.headers)
      expect([refused.status, refused.json.message]).toEqual([400, 'ERR_1015'])
    })

    test('look into a folder, and bring books from it into series', async () => {
      const alpha = await server.series('Alpha')
      writeFileSync(join(outside, 'new.cbz'), makeComic(2, { Series: 'Alpha', Number: '2', Title: 'Two' }))
      writeFileSync(join(outside, 'broken.cbz'), 'this is no archive')
      const inside = await app.send('POST', '/api/v1/transient-books', { path: server.library })
      expect([inside.status, inside.json.message]).toEqual([400, 'ERR_1017'])
      const [broken, fresh] = (await app.send('POST', '/api/v1/transient-books', { path: outside })).json
      expect(fresh).toMatchObject({ name: 'new', status: 'UNKNOWN', pages: [], seriesId: null })
      const seen = (await app.send('POST', `/api/v1/transient-books/${fresh.id}/analyze`)).json
      expect(seen).toMatchObject({ status: 'READY', mediaType: 'application/zip', number: 2, seriesId: alpha.id })
      expect(seen.pages).toHaveLength(2)
      const page = await app.get(`/api/v1/transient-books/${fresh.id}/pages/2`)
      expect([page.status, page.headers['content-type']]).toEqual([200, seen.pages[1].mediaType])
      expect((await app.get(`/api/v1/transient-books/${fresh.id}/pages/3`)).status).toBe(400)
      const bad = (await app.send('POST', `/api/v1/transient-books/${broken.id}/analyze`)).json
      expect(bad).toMatchObject({ status: 'ERROR', comment: 'ERR_1005' })

      const books = [{ sourceFile: fresh.url, seriesId: alpha.id, destinationName: 'Alpha 2' }]
      expect((await app.send('POST', '/api/v1/books/import', { books, copyMode: 'COPY' })).status).toBe(202)
      await server.waitForIdle()
      const two = (await server.books('Alpha')).find((book) => book.title === 'Two')!
      expect(existsSync(join(server.library, 'Alpha/Alpha 2.cbz'))).toBe(true)
      expect(existsSync(fresh.url)).toBe(true)

      // A duplicate book is shown beside its twin.
      await app.send('POST', '/api/v1/books/import', {
        books: [{ ...books[0], destinationName: 'Again' }],
        copyMode: 'COPY',
      })
      await server.waitForIdle()
      const twins = (await app.get('/api/v1/books/duplicates?sort=fileHash,asc')).json.content
      expect(twins.map((book: { name: string }) => book.name).toSorted()).toEqual(['Again', 'Alpha 2'])
      expect(twins[0].fileHash).toBe(twins[1].fileHash)
      const again = twins.find((book: { name: string }) => book.name === 'Again')
      await app.send('DELETE', `/api/v1/books/${again.id}/file`)
      await server.waitForIdle()

      // Another file replaces it: the book stays the same, and so does its progress.
      await app.send('PATCH', `/api/v1/books/${two.id}/read-progress`, { page: 1 })
      writeFileSync(fresh.url, makeComic(5, { Series: 'Alpha', Number: '2', Title: 'Two, larger' }))
      const better = [
        { sourceFile: fresh.url, seriesId: alpha.id, upgradeBookId: two.id, destinationName: 'Alpha 2 HD' },
      ]
      expect((await app.send('POST', '/api/v1/books/import', { books: better, copyMode: 'MOVE' })).status).toBe(202)
      await server.waitForIdle()
      const after = (await app.get(`/api/v1/books/${two.id}`)).json
      expect(after).toMatchObject({
        metadata: { title: 'Two, larger' },
        media: { pagesCount: 5 },
        readProgress: { page: 1 },
      })
      expect(after.url).toBe(join(server.library, 'Alpha/Alpha 2 HD.cbz'))
      expect([existsSync(fresh.url), existsSync(join(server.library, 'Alpha/Alpha 2.cbz'))]).toEqual([false, false])

      await app.send('DELETE', `/api/v1/books/${two.id}/file`)
      await server.waitForIdle()
      const history = (await app.get('/api/v1/history?sort=timestamp,desc')).json.content
      expect(history.map((one: { type: string }) => one.type)).toEqual([
        'BookFileDeleted',
        'BookImported',
        'BookFileDeleted',
        'BookImported',
        'BookImported',
      ])
      expect(history[0]).toMatchObject({ bookId: two.id, seriesId: alpha.id, properties: { name: after.url } })
    })
  })
}
