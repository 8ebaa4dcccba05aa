import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyChanges } from '../src/store/scan/apply.ts'
import type { Change, FileFacts } from '../src/store/scan/change.ts'
import { findRights } from '../src/store/user/rights.ts'
import { readVisibility } from '../src/store/visibility/visible-classes.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestHouse, type TestHouse } from './house.ts'

/** A word that stands nowhere but in the name of what nobody has read yet. */
const secret = 'Zanzibar'
const comic = (age: string, pages = 3) => makeComic(pages, { AgeRating: age })

describe.each(['sqlite', 'postgres'] as const)('a rated series with a volume that waits to be read, on %s', (kind) => {
  let house: TestHouse
  let library: string
  let child: string
  let strict: string
  beforeAll(async () => {
    house = await openTestHouse(
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
    child = (await house.addUser('child', { ageLimit: 15 })).as
    strict = (await house.addUser('strict', { allowUnrated: false })).as
    library = await house.scan()
    const sure = (await seriesSeen(house.admin)).Sure!
    const body = { ageRating: 13 }
    expect((await house.ask('PATCH', `series/${sure.id}/metadata`, { as: house.admin, body })).status).toBe(200)
  }, 60_000)
  afterAll(() => house.close())

  const seriesSeen = async (as: string): Promise<Record<string, { id: string; bookCount: number }>> => {
    const { json } = await house.ask('POST', 'series/list', { as, body: {} })
    return Object.fromEntries(json.data.map((one: { title: string }) => [one.title, one]))
  }
  const names = async (as: string) => Object.keys(await seriesSeen(as)).sort()

  /** What a scan writes, without anyone who reads what it found. */
  async function write(changes: readonly Change[]) {
    const { id } = await house.db.query.selectFrom('library').select('id').executeTakeFirstOrThrow()
    return house.db.transaction((tx) => applyChanges(tx, kind, id, changes))
  }
  const appeared = (title: string): Change => ({
    kind: 'appeared',
    file: { path: `${title}/${title} ${secret}.cbz`, size: 1, mtime: 1, inode: '' },
    shelf: { key: title, title, folderName: title },
    guess: { title: secret, format: 'cbz' },
  })

  it('is seen by nobody with an age limit, and by everybody else as it is', async () => {
    expect(await names(child)).toEqual(['Mild', 'Sure', 'Swap', 'Wild'])
    const { created } = await write([appeared('Mild'), appeared('Wild'), appeared('Sure')])

    expect(await names(child)).toEqual(['Sure', 'Swap'])
    expect(await names(strict)).toEqual(['Mild', 'Sure', 'Swap', 'Wild'])
    expect((await seriesSeen(house.admin)).Mild).toMatchObject({ bookCount: 2 })
    const ages = await house.ask('GET', '/komga/api/v1/age-ratings', { as: house.admin })
    expect(ages.json).toEqual(['13'])
    // Who hears of a book is who sees its class.
    const { id } = await house.db.query
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'child')
      .executeTakeFirstOrThrow()
    const sees = await readVisibility(house.db, (await findRights(house.db, id))!)
    expect(created.map((book) => sees.classes.includes(book.class))).toEqual([false, false, true])
  })

  it('is told of by no list, count or feed', async () => {
    const mild = (await seriesSeen(house.admin)).Mild!.id
    const routes = house.lectern.app.edge.known
      .all()
      .filter(({ methods, path }) => methods.includes('GET') && !path.endsWith('/events'))
      .map(({ path }) => path.replace('/~compat', '/komga').replace(/(\/series\/):\w*id\b/i, `$1${mild}`))
      .filter((path) => !path.includes(':') && !path.includes('*') && !path.includes('/auth/'))
    expect(routes.length).toBeGreaterThan(100)
    const told: string[] = []
    for (const path of routes) {
      const { text, status } = await house.ask('GET', path, { as: child })
      const isTold = text.includes('Mild') || text.includes('Wild') || (status === 200 && path.includes(mild))
      if (isTold) told.push(`${path} ${text.slice(0, 200)}`)
    }
    expect(told).toEqual([])
  })

  it('comes back when it has been read, unless it is for grown-ups, and so does one whose file is another now', async () => {
    const swap = await house.db.query
      .selectFrom('book')
      .select(['id', 'path', 'file_size as size', 'mtime', 'inode'])
      .where('path', 'like', 'Swap/%')
      .executeTakeFirstOrThrow()
    const { id, ...file }: FileFacts & { id: number } = swap
    await write([{ kind: 'replaced', bookId: id, file: { ...file, mtime: 1 }, hash: 'another' }])
    expect(await names(child)).toEqual(['Sure'])

    writeFileSync(join(house.library, `Mild/Mild ${secret}.cbz`), comic('Teen', 4))
    writeFileSync(join(house.library, `Wild/Wild ${secret}.cbz`), comic('Adults Only 18+', 5))
    writeFileSync(join(house.library, `Sure/Sure ${secret}.cbz`), comic('Adults Only 18+', 6))
    const path = join(house.library, swap.path)
    utimesSync(path, new Date(), new Date(statSync(path).mtimeMs + 1000))
    await house.ask('POST', `libraries/${library}/scan`, { as: house.admin })
    await house.settle()
    expect(await names(child)).toEqual(['Mild', 'Sure', 'Swap'])
    expect((await seriesSeen(child)).Mild).toMatchObject({ bookCount: 2 })
    expect(await names(house.admin)).toEqual(['Mild', 'Sure', 'Swap', 'Wild'])
  })
})

describe.each(['sqlite', 'postgres'] as const)('the first age limit there is, on %s', (kind) => {
  it('holds back what was found before it was set and waits to be read', async () => {
    const house = await openTestHouse(kind, { 'Mild/Mild 1.cbz': comic('Teen') })
    await house.scan()
    await house.db.transaction((tx) => tx.updateTable('book').set({ analyzed: 0 }).execute())
    const { id, as } = await house.addUser('child')
    const seen = async () => (await house.ask('GET', 'series', { as })).json.total
    expect(await seen()).toBe(1)
    const answer = await house.ask('PATCH', `users/${id}`, { as: house.admin, body: { ageLimit: 15 } })
    expect(answer.status).toBe(200)
    expect(await seen()).toBe(0)
    await house.close()
  }, 60_000)
})
