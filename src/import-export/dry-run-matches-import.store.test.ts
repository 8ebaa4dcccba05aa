import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'
import { makeKomga } from './komga.fixture.ts'

const path = 'Aurora/Aurora 1.cbz'
const files = { [path]: makeComic(4, { Series: 'Aurora', Number: 1 }) }

describe.each(databaseKinds())('a dry run, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, files)
    await server.scan()
  })
  afterAll(() => server?.close())

  it('says the same of every field as the import', async () => {
    const as = server.admin
    const [{ id: seriesId }] = (await server.request('GET', 'series', { as })).json.data
    const [{ id: bookId }] = (await server.request('GET', 'books', { as })).json.data
    await server.request('PATCH', `series/${seriesId}/metadata`, { as, body: { summary: 'Ours.' } })
    await server.request('PATCH', `books/${bookId}/metadata`, { as, body: { title: 'Ours' } })
    const books = [1, 2].map((n) => ({ id: `BOK000000000${n}`, path, series: 'Aurora', size: files[path]!.length }))
    const komga = makeKomga(books, { passwordHash: '$2a$10$x' })
    komga.db.exec(`update SERIES_METADATA set STATUS = 'PAUSED'`)
    const { id } = (await server.request('POST', 'admin/imports', { as, body: { path: komga.path } })).json
    await server.waitForIdle()
    const run = async (dryRun: boolean) => {
      await server.request('POST', `admin/imports/${id}/run`, { as, body: { dryRun } })
      await server.waitForIdle()
      return (await server.request('GET', `admin/imports/${id}`, { as })).json.report
    }
    const [tried, done] = [await run(true), await run(false)]
    expect(done.items.map(({ name, reason }: { name: string; reason: string }) => `${name}: ${reason}`)).toEqual(
      expect.arrayContaining([
        'Aurora: status: invalid_value',
        'Aurora: summary: locked_here',
        `/data/comics/${path}: title: locked_here`,
      ]),
    )
    expect(tried.items).toEqual(done.items)
    expect(tried.counts).toEqual(done.counts)
    const { json } = await server.request('GET', `series/${seriesId}/metadata`, { as })
    expect(json).toMatchObject({ summary: 'Ours.', locks: { status: false } })
  })
})
