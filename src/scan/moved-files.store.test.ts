import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeUser } from '../../test/rows.ts'
import { writeEarlierBookDates } from '../store/import/added-dates.ts'
import {
  hashes,
  identities,
  makeScannableLibrary,
  paths,
  put,
  seriesCounts,
  seriesIds,
} from './scannable-library.fixture.ts'

onBothDatabases((open) => {
  async function openScannedLibrary() {
    const { db } = await open()
    return { db, ...(await makeScannableLibrary(db)) }
  }

  it('a renamed or moved file is the same book, and a renamed folder the same series', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    put(root, 'Bone/Bone 01.cbz')
    put(root, 'Bone/Bone 02.cbz')
    put(root, 'Akira/Akira 1.cbz')
    await run()
    await analyse()
    const before = await identities(db)
    const seriesBefore = await seriesIds(db)
    renameSync(join(root, 'Bone'), join(root, 'Bone (1991)'))
    mkdirSync(join(root, 'Manga'))
    renameSync(join(root, 'Akira/Akira 1.cbz'), join(root, 'Manga/Akira v01.cbz'))
    expect(await run()).toMatchObject({ booksAdded: 0, booksMoved: 3, booksDeleted: 0 })
    expect(await identities(db)).toEqual(before)
    expect(await seriesIds(db)).toEqual(seriesBefore)
    expect(await paths(db)).toEqual(['Bone (1991)/Bone 01.cbz', 'Bone (1991)/Bone 02.cbz', 'Manga/Akira v01.cbz'])
    expect(await run()).toMatchObject({ booksAdded: 0, booksMoved: 0, booksDeleted: 0 })
  })

  it('a file that moved before it was analysed is recognised by size, time and inode', async () => {
    const { db, root, run } = await openScannedLibrary()
    put(root, 'Bone/a.cbz')
    await run()
    const before = await identities(db)
    renameSync(join(root, 'Bone/a.cbz'), join(root, 'Bone/b.cbz'))
    expect(await run()).toMatchObject({ booksMoved: 1, booksAdded: 0 })
    expect(await identities(db)).toEqual(before)
  })

  it('two files that swap their names stay the same books', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    put(root, 'S/a.cbz', 'first book')
    put(root, 'S/b.cbz', 'other book')
    await run()
    await analyse()
    const byHash = await hashes(db)
    renameSync(join(root, 'S/a.cbz'), join(root, 'S/x'))
    renameSync(join(root, 'S/b.cbz'), join(root, 'S/a.cbz'))
    renameSync(join(root, 'S/x'), join(root, 'S/b.cbz'))
    expect(await run()).toMatchObject({ booksMoved: 2, booksAdded: 0, booksDeleted: 0, booksUpdated: 0 })
    expect(await hashes(db)).toEqual(byHash)
    expect(await paths(db)).toEqual(['S/a.cbz', 'S/b.cbz'])
  })

  it('a copy is another book, and the original stays the same', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    put(root, 'S/a.cbz', 'same')
    await run()
    await analyse()
    const before = await identities(db)
    put(root, 'S/copy.cbz', 'same')
    expect(await run()).toMatchObject({ booksMoved: 0, booksAdded: 1 })
    expect(await identities(db)).toEqual(expect.arrayContaining(before))
  })

  it('copies that move at the same time are distinguished by inode or by name', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    for (const name of ['a', 'b', 'c', 'd']) put(root, `S/${name}.cbz`, 'same')
    await run()
    await analyse()
    const idOf = async () =>
      new Map((await db.query.selectFrom('book').select(['id', 'path']).execute()).map((row) => [row.path, row.id]))
    const before = await idOf()
    mkdirSync(join(root, 'T'))
    renameSync(join(root, 'S/a.cbz'), join(root, 'T/2.cbz'))
    renameSync(join(root, 'S/b.cbz'), join(root, 'T/1.cbz'))
    for (const name of ['d', 'c']) {
      rmSync(join(root, `S/${name}.cbz`))
      put(root, `T/${name}.cbz`, 'same')
    }
    expect(await run()).toMatchObject({ booksMoved: 4, booksAdded: 0, booksDeleted: 0 })
    const after = await idOf()
    const came = ['T/1.cbz', 'T/2.cbz', 'T/c.cbz', 'T/d.cbz'].map((path) => after.get(path))
    expect(came).toEqual(['S/b.cbz', 'S/a.cbz', 'S/c.cbz', 'S/d.cbz'].map((path) => before.get(path)))
  })

  for (const addedThere of [undefined, Date.UTC(2012, 0)])
    it(`a file renamed and rewritten between two scans is the same book, a new file at its path is not${
      addedThere ? ', also if another server had the book before' : ''
    }`, async (context) => {
      const { db, root, run, analyse } = await openScannedLibrary()
      for (const name of ['a', 'b']) put(root, `S/${name}.cbz`)
      const { birthtimeMs } = statSync(join(root, 'S/a.cbz'))
      if (birthtimeMs === 0) return context.skip('this disk does not know when a file was born')
      await run()
      await analyse()
      const rows = () => db.query.selectFrom('book').select(['id', 'path', 'deleted_at']).orderBy('id').execute()
      const [a, b] = await rows()
      if (addedThere) await db.transaction((tx) => writeEarlierBookDates(tx, db.kind, new Map([[a!.id, addedThere]])))
      renameSync(join(root, 'S/a.cbz'), join(root, 'S/new name.cbz'))
      appendFileSync(join(root, 'S/new name.cbz'), 'and more')
      rmSync(join(root, 'S/b.cbz'))
      put(root, 'S/c.cbz', 'somebody else')
      expect(await run()).toMatchObject({ booksMoved: 1, booksUpdated: 1, booksAdded: 1, booksDeleted: 1 })
      expect(await rows()).toMatchObject([
        { id: a!.id, path: 'S/new name.cbz', deleted_at: null },
        { id: b!.id, deleted_at: expect.any(Number) },
        { path: 'S/c.cbz', deleted_at: null },
      ])
      expect(await run()).toMatchObject({ booksMoved: 0, booksUpdated: 0, booksAdded: 0, booksDeleted: 0 })
      expect(await seriesCounts(db)).toEqual([2])
    })

  it('a book moves between libraries that the same people see', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    const other = await makeScannableLibrary(db)
    put(root, 'S/a.cbz', 'wanderer')
    put(root, 'S/b.cbz', 'stays')
    await run()
    await analyse()
    const before = await identities(db)
    put(other.root, 'T/keep.cbz', 'k')
    renameSync(join(root, 'S/a.cbz'), join(other.root, 'T/a.cbz'))
    expect(await other.run()).toMatchObject({ booksMoved: 1, booksAdded: 1 })
    expect(await identities(db)).toEqual(expect.arrayContaining(before))
    expect(await run()).toMatchObject({ booksDeleted: 0 })
  })

  it('a book does not follow its file to a library that others see', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    const other = await makeScannableLibrary(db)
    await db.transaction(async (tx) => {
      const user = await makeUser(tx, { all_libraries: 0 })
      await tx.insertInto('user_library').values({ user_id: user.id, library_id: other.id }).execute()
    })
    put(root, 'S/a.cbz', 'secret')
    put(root, 'S/b.cbz')
    await run()
    await analyse()
    put(other.root, 'T/keep.cbz', 'k')
    renameSync(join(root, 'S/a.cbz'), join(other.root, 'T/a.cbz'))
    expect(await other.run()).toMatchObject({ booksMoved: 0, booksAdded: 2 })
  })
})
