import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { openTestServer, password, type TestServer } from '../../test/server.ts'
import { openDatabase } from '../store/open.ts'
import { makeKomga } from './komga.fixture.ts'
import { undoLastImport } from './undo-import.ts'

const files = { 'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }) }

describe.each(databaseKinds())('undoing an import, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, files)
    await server.scan()
  })
  afterAll(() => server?.close())

  async function importFromKomga(): Promise<void> {
    const as = server.admin
    const book = { path: 'Aurora/Aurora 1.cbz', series: 'Aurora', size: files['Aurora/Aurora 1.cbz'].length }
    const books = [1, 2].map((n) => ({ ...book, id: `BOK000000000${n}` }))
    const { path } = makeKomga(books, { passwordHash: '$2a$10$x' })
    await server.request('POST', 'admin/imports', { as, body: { path } })
    await server.waitForIdle()
    // The second time, it continues the first.
    const [{ id }] = (await server.request('GET', 'admin/imports', { as })).json
    await server.request('POST', `admin/imports/${id}/run`, { as, body: { dryRun: false } })
    await server.waitForIdle()
  }

  it('ends no session, and restores none that ended since', async () => {
    const as = server.admin
    await server.addUser('ann')
    const signIn = async () => {
      const { json } = await server.request('POST', 'auth/login', { body: { username: 'ann', password } })
      return json as { accessToken: string; refreshToken: string }
    }
    const meOf = async ({ accessToken }: { accessToken: string }) =>
      (await server.request('GET', 'user', { as: `Bearer ${accessToken}` })).status
    const [early, leaving] = [await signIn(), await signIn()]
    await importFromKomga()
    expect((await server.request('GET', 'users', { as })).json.total).toBe(4)
    const late = await signIn()
    const { refreshToken } = early
    const refreshed = (await server.request('POST', 'auth/refresh', { body: { refreshToken } })).json as {
      accessToken: string
      refreshToken: string
    }
    await server.request('POST', 'auth/logout', { as: `Bearer ${leaving.accessToken}` })
    expect(await meOf(leaving)).toBe(401)
    expect((await server.request('POST', 'admin/imports/undo', { as })).status).toBe(200)
    expect((await server.request('GET', 'users', { as })).json.total).toBe(2)
    expect([await meOf(late), await meOf(refreshed), await meOf(leaving)]).toEqual([200, 200, 401])
    const again = await server.request('POST', 'auth/refresh', { body: { refreshToken: refreshed.refreshToken } })
    expect(again.status).toBe(200)
  })

  it.runIf(kind === 'postgres')('may take longer than the database may for a request', async () => {
    await importFromKomga()
    const { config, db } = server.lectern.context
    const slow = sql`create function slow() returns trigger language plpgsql as
      'begin perform pg_sleep(1); return null; end'`
    await db.transaction(async (tx) => {
      await slow.execute(tx)
      await sql`create trigger slow before delete on library execute function slow()`.execute(tx)
    })
    const limited = await openDatabase({ url: config.database.url, dataDir: config.data_dir, requestMs: 500 })
    onTestFinished(() => limited.close())
    await undoLastImport(limited, config)
    expect((await server.request('GET', 'users', { as: server.admin })).json.total).toBe(2)
  })
})
