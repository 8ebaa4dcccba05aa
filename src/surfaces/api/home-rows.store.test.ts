import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { makeNovel } from '../../../test/fixtures/make-novel.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const files = Object.fromEntries([
  ...[1, 2, 3].map((n) => [`Many/Many ${n}.epub`, makeNovel(`Many ${n}`, [`Volume ${n}.`])]),
  ['One/One 1.epub', makeNovel('One 1', ['Alone.'])],
  ['Broken/broken.epub', Buffer.from('PK\x03\x04 nothing')],
])

for (const kind of databaseKinds()) {
  describe(`the home page on ${kind}`, () => {
    let server: TestServer
    let libraryId: string
    beforeAll(async () => {
      server = await openTestServer(kind, files)
      libraryId = await server.scan()
    })
    afterAll(() => server?.close())
    const request = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, body?: object, as = server.admin) =>
      server.request(method, url, { as, body })
    const titles = (data: { title: string }[]) => data.map(({ title }) => title).sort()

    it('makes one card of the volumes of a series, and none of what cannot be read', async () => {
      const { json } = await request('GET', 'home/recently-added')
      const found = json.map((one: { series: { title: string }; newBooks: number }) => [one.series.title, one.newBooks])
      expect(found.sort()).toEqual([
        ['Many', 3],
        ['One', 1],
      ])
      expect((await request('GET', `home/recently-added?libraryId=${libraryId}&limit=1`)).json).toHaveLength(1)
      expect((await request('GET', 'home/recently-added?limit=51')).status).toBe(400)
    })

    it('picks series at random, each once', async () => {
      const { json } = await request('GET', 'home/random?limit=2')
      expect(new Set(json.map(({ id }: { id: string }) => id)).size).toBe(2)
      const all = await request('GET', 'home/random?limit=50')
      expect(titles(all.json)).toEqual(['Many', 'One'])
    })

    it('leaves series that cannot be read out of the new ones, and keeps them in the list', async () => {
      for (const row of ['recently-added', 'recently-updated']) {
        for (const path of ['series', `libraries/${libraryId}/series`]) {
          const { json } = await request('GET', `${path}/${row}`)
          expect([titles(json.data), json.total], `${path}/${row}`).toEqual([['Many', 'One'], 2])
        }
      }
      expect(titles((await request('GET', 'series')).json.data)).toEqual(['Broken', 'Many', 'One'])
    })

    it('tells the languages and formats of cards, and of books that are in the series', async () => {
      const series = (await request('GET', 'series?pageSize=10')).json.data
      const books = (await request('GET', 'books?pageSize=10')).json.data
      const many = series.find(({ title }: { title: string }) => title === 'Many')
      await request('PATCH', `series/${many.id}/metadata`, { language: 'de' })
      const volume = books.find(({ title }: { title: string }) => title === 'Many 1')
      await request('PATCH', `books/${volume.id}/metadata`, { languageIso: 'fr' })
      const { json } = await request('POST', 'badge-values', { seriesIds: [many.id], bookIds: [volume.id] })
      expect(json).toEqual([
        { id: many.id, language: 'de', formats: ['epub'], lastBookAddedAt: expect.any(String) },
        { id: volume.id, language: 'fr', formats: ['epub'], lastBookAddedAt: null },
      ])
      expect((await request('POST', 'badge-values', {})).json).toEqual([])
      expect((await request('POST', 'badge-values', { bookIds: Array(201).fill(volume.id) })).status).toBe(400)
    })

    it('shows users only what they may see', async () => {
      const { json } = await request('GET', 'series?pageSize=10')
      const many = json.data.find(({ title }: { title: string }) => title === 'Many')
      const volume = (await request('GET', `series/${many.id}/books`)).json.data[0]
      await request('PATCH', `series/${many.id}/metadata`, { ageRating: 18 })
      const child = await server.addUser(`child-${kind}`, { ageLimit: 12, allowUnrated: true })
      const additions = await request('GET', 'home/recently-added', undefined, child.as)
      expect(additions.json.map((one: { series: { title: string } }) => one.series.title)).toEqual(['One'])
      expect(titles((await request('GET', 'home/random?limit=50', undefined, child.as)).json)).toEqual(['One'])
      const hidden = { seriesIds: [many.id], bookIds: [volume.id] }
      expect((await request('POST', 'badge-values', hidden, child.as)).json).toEqual([])
    })

    it('hides a dismissed book until it is opened again', async () => {
      const { json } = await request('GET', 'books?pageSize=50')
      const book = json.data.find(({ title }: { title: string }) => title === 'One 1')
      const reading = async () => (await request('GET', 'books/in-progress')).json.total
      expect((await request('POST', `books/${book.id}/progress/dismiss`)).status).toBe(404)
      await request('PUT', `books/${book.id}/progress`, { currentPage: 1, completed: false })
      expect(await reading()).toBe(1)
      const told: unknown[] = []
      const stop = server.lectern.context.events.on(({ event }) => {
        if (event.type === 'progress_updated') told.push(event)
      })
      expect((await request('POST', `books/${book.id}/progress/dismiss`)).status).toBe(204)
      stop()
      expect(await reading()).toBe(0)
      // The user's other windows remove it too.
      expect(told).toMatchObject([{ bookId: book.id, currentPage: 1, completed: false }])
      expect((await request('GET', `books/${book.id}/progress`)).json).toMatchObject({
        currentPage: 1,
        completed: false,
      })
      await request('PUT', `books/${book.id}/progress`, { currentPage: 1, completed: false })
      expect(await reading()).toBe(1)

      // If the app says so, only the end of the last page finishes a book, not its beginning.
      const write = (completed?: boolean) =>
        request('PUT', `books/${book.id}/progression`, {
          modified: new Date().toISOString(),
          device: { id: 'd', name: 'Tablet' },
          locator: { href: 'c.xhtml', locations: { totalProgression: 1 } },
          completed,
        })
      expect((await write(false)).status).toBe(204)
      expect(await reading()).toBe(1)
      expect((await write()).status).toBe(204)
      expect(await reading()).toBe(0)
    })
  })
}
