import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { type KomgaApp, type KomgaServer, openKomgaServer } from './komga-context.fixture.ts'

/** A book whose file is missing stays in Komga's lists as unavailable, until the trash is emptied. */
describe.each(['sqlite', 'postgres'] as const)('a missing book, on %s', (kind) => {
  let server: KomgaServer
  let app: KomgaApp
  let series: string
  let gone: string
  const booksOf = async (more = '') => (await app.get(`/api/v1/series/${series}/books${more}`)).json.content
  const rescan = async () => {
    await app.send('POST', `/api/v1/libraries/${server.libraryId}/scan`)
    await server.waitForIdle()
  }
  beforeAll(async () => {
    server = await openKomgaServer(kind)
    app = server.app({ authorization: server.admin })
    series = (await server.series('Berserk')).id
    gone = (await server.books('Berserk'))[1]!.id
    rmSync(join(server.library, 'Berserk/Berserk v02.cbz'))
    await rescan()
  })
  afterAll(() => server.close())

  it('is listed as deleted, counts, and keeps its cover', async () => {
    const flags = (await booksOf()).map((book: { id: string; deleted: boolean }) => [book.id === gone, book.deleted])
    expect(flags).toEqual([
      [false, false],
      [true, true],
      [false, false],
    ])
    expect((await app.get(`/api/v1/series/${series}`)).json).toMatchObject({ booksCount: 3, booksUnreadCount: 3 })
    expect((await app.get(`/api/v1/books/${gone}`)).json.deleted).toBe(true)
    expect((await app.get(`/api/v1/books/${gone}/thumbnail`)).status).toBe(200)
    const every = await app.send('POST', '/api/v1/books/list?unpaged=true', {})
    expect(every.json.content.some((book: { id: string }) => book.id === gone)).toBe(true)
  })

  it('is left out where an app asks for what is there', async () => {
    expect(await booksOf('?deleted=false')).toHaveLength(2)
    expect(await booksOf('?deleted=true')).toHaveLength(1)
    const condition = { allOf: [{ seriesId: { operator: 'is', value: series } }, { deleted: { operator: 'isFalse' } }] }
    expect((await app.send('POST', '/api/v1/books/list', { condition })).json.totalElements).toBe(2)
  })

  it('goes with the trash, and is there no more', async () => {
    await app.send('POST', `/api/v1/libraries/${server.libraryId}/empty-trash`)
    await server.waitForIdle()
    expect(await booksOf()).toHaveLength(2)
    expect((await app.get(`/api/v1/series/${series}`)).json.booksCount).toBe(2)
  })

  it('that was replaced by another file is modified, while an edit modifies nothing', async () => {
    const [first] = await booksOf()
    await app.send('PATCH', `/api/v1/books/${first.id}/metadata`, { summary: 'Said' })
    expect((await booksOf())[0].lastModified).toBe(first.lastModified)
    const file = join(server.library, 'Berserk/Berserk v01.cbz')
    writeFileSync(file, makeComic(6, { Title: 'Volume 1', Series: 'Berserk', Number: 1 }))
    const later = new Date(Date.parse(first.lastModified) + 2000)
    utimesSync(file, later, later)
    await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(later.getTime())
    await rescan()
    const [now] = await booksOf()
    expect(now).toMatchObject({ id: first.id, created: first.created })
    expect(Date.parse(now.lastModified)).toBeGreaterThan(Date.parse(first.lastModified))
  })
})
