import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyScanChanges } from '../src/store/scan/apply-changes.ts'
import type { FileStats, ScanChange } from '../src/store/scan/scan-change.ts'
import { findViewingRights } from '../src/store/user/viewing-rights.ts'
import { readVisibility } from '../src/store/visibility/read-visibility.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestServer, type TestServer } from './server.ts'

/** A word that only occurs in the name of an unanalysed book. */
const secret = 'Zanzibar'
const comic = (age: string, pages = 3) => makeComic(pages, { AgeRating: age })

describe.each(['sqlite', 'postgres'] as const)(
  'a rated series with a volume that isn’t analysed yet, on %s',
  (kind) => {
    let server: TestServer
    let library: string
    let child: string
    let strict: string
    beforeAll(async () => {
      server = await openTestServer(
        kind,
        {
          'Mild/Mild 1.cbz': comic('Teen'),
          'Wild/Wild 1.cbz': comic('Teen'),
          'Swap/Swap 1.cbz': comic('Teen'),
          'Sure/Sure 1.cbz': comic('Teen'),
        },
        (config) => {
          config.compat_api.enabled = true
        },
      )
      child = (await server.addUser('child', { ageLimit: 15 })).as
      strict = (await server.addUser('strict', { allowUnrated: false })).as
      library = await server.scan()
      const sure = (await seriesSeen(server.admin)).Sure!
      const body = { ageRating: 13 }
      expect((await server.request('PATCH', `series/${sure.id}/metadata`, { as: server.admin, body })).status).toBe(200)
    })
    afterAll(() => server.close())

    const seriesSeen = async (as: string): Promise<Record<string, { id: string; bookCount: number }>> => {
      const { json } = await server.request('POST', 'series/list', { as, body: {} })
      return Object.fromEntries(json.data.map((one: { title: string }) => [one.title, one]))
    }
    const names = async (as: string) => Object.keys(await seriesSeen(as)).sort()

    /** What a scan writes, without analysing the results. */
    async function write(changes: readonly ScanChange[]) {
      const { id } = await server.db.query.selectFrom('library').select('id').executeTakeFirstOrThrow()
      return server.db.transaction((tx) => applyScanChanges(tx, kind, id, changes))
    }
    const appeared = (title: string): ScanChange => ({
      kind: 'appeared',
      file: { path: `${title}/${title} ${secret}.cbz`, size: 1, mtime: 1, inode: '' },
      toSeries: { key: title, title, folderName: title },
      guess: { title: secret, format: 'cbz' },
    })

    it('is hidden from people with an age limit, and unchanged for everybody else', async () => {
      expect(await names(child)).toEqual(['Mild', 'Sure', 'Swap', 'Wild'])
      const { created } = await write([appeared('Mild'), appeared('Wild'), appeared('Sure')])

      expect(await names(child)).toEqual(['Sure', 'Swap'])
      expect(await names(strict)).toEqual(['Mild', 'Sure', 'Swap', 'Wild'])
      expect((await seriesSeen(server.admin)).Mild).toMatchObject({ bookCount: 2 })
      const ages = await server.request('GET', '/komga/api/v1/age-ratings', { as: server.admin })
      expect(ages.json).toEqual(['13'])
      // Events of a book go to those who see its class.
      const { id } = await server.db.query
        .selectFrom('user')
        .select('id')
        .where('username', '=', 'child')
        .executeTakeFirstOrThrow()
      const sees = await readVisibility(server.db, (await findViewingRights(server.db, id))!)
      expect(created.map((book) => sees.classes.includes(book.class))).toEqual([false, false, true])
    })

    it('appears in no list, count or feed', async () => {
      const mild = (await seriesSeen(server.admin)).Mild!.id
      const routes = server.lectern.app.edge.known
        .all()
        .filter(({ methods, path }) => methods.includes('GET') && !path.endsWith('/events'))
        .map(({ path }) => path.replace('/~compat', '/komga').replace(/(\/series\/):\w*id\b/i, `$1${mild}`))
        .filter((path) => !path.includes(':') && !path.includes('*') && !path.includes('/auth/'))
      expect(routes.length).toBeGreaterThan(100)
      const told: string[] = []
      for (const path of routes) {
        const { text, status } = await server.request('GET', path, { as: child })
        const isTold = text.includes('Mild') || text.includes('Wild') || (status === 200 && path.includes(mild))
        if (isTold) told.push(`${path} ${text.slice(0, 200)}`)
      }
      expect(told).toEqual([])
    })

    it('appears once it is analysed, unless it is for adults, and so does one whose file was replaced', async () => {
      const swap = await server.db.query
        .selectFrom('book')
        .select(['id', 'path', 'file_size as size', 'mtime', 'inode'])
        .where('path', 'like', 'Swap/%')
        .executeTakeFirstOrThrow()
      const { id, ...file }: FileStats & { id: number } = swap
      await write([{ kind: 'replaced', bookId: id, file: { ...file, mtime: 1 }, hash: 'another' }])
      expect(await names(child)).toEqual(['Sure'])

      writeFileSync(join(server.library, `Mild/Mild ${secret}.cbz`), comic('Teen', 4))
      writeFileSync(join(server.library, `Wild/Wild ${secret}.cbz`), comic('Adults Only 18+', 5))
      writeFileSync(join(server.library, `Sure/Sure ${secret}.cbz`), comic('Adults Only 18+', 6))
      const path = join(server.library, swap.path)
      utimesSync(path, new Date(), new Date(statSync(path).mtimeMs + 1000))
      await server.request('POST', `libraries/${library}/scan`, { as: server.admin })
      await server.waitForIdle()
      expect(await names(child)).toEqual(['Mild', 'Sure', 'Swap'])
      expect((await seriesSeen(child)).Mild).toMatchObject({ bookCount: 2 })
      expect(await names(server.admin)).toEqual(['Mild', 'Sure', 'Swap', 'Wild'])
    })
  },
)

describe.each(['sqlite', 'postgres'] as const)('the first age limit there is, on %s', (kind) => {
  it('hides books found before the limit was set and not analysed yet', async () => {
    const server = await openTestServer(kind, { 'Mild/Mild 1.cbz': comic('Teen') })
    await server.scan()
    await server.db.transaction((tx) => tx.updateTable('book').set({ analyzed: 0 }).execute())
    const { id, as } = await server.addUser('child')
    const seen = async () => (await server.request('GET', 'series', { as })).json.total
    expect(await seen()).toBe(1)
    const answer = await server.request('PATCH', `users/${id}`, { as: server.admin, body: { ageLimit: 15 } })
    expect(answer.status).toBe(200)
    expect(await seen()).toBe(0)
    await server.close()
  })
})
