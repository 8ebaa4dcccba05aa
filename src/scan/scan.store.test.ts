import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { updateLibrary } from '../store/library/write.ts'
import {
  addProgressToFirstBook,
  classCounts,
  identities,
  makeFolder,
  makeScannableLibrary,
  paths,
  put,
  seriesCounts,
  titles,
} from './scannable-library.fixture.ts'

onBothDatabases((open) => {
  async function openScannedLibrary() {
    const { db } = await open()
    return { db, ...(await makeScannableLibrary(db)) }
  }

  it('new files become books in the series of their folder', async () => {
    const { db, root, run } = await openScannedLibrary()
    put(root, 'Bone/Bone 01.cbz')
    put(root, 'Bone/Bone 02.cbz')
    put(root, 'Akira/Akira 1.cbz')
    put(root, 'Akira/notes.txt')
    put(root, '.hidden/x.cbz')
    expect(await run()).toMatchObject({ filesTotal: 3, booksAdded: 3, errors: 0 })
    expect(await titles(db)).toEqual(['Akira: Akira 1', 'Bone: Bone 01', 'Bone: Bone 02'])
    const series = await db.query.selectFrom('series').select(['title', 'book_count']).orderBy('sort_key').execute()
    expect(series).toEqual([
      { title: 'Akira', book_count: 1 },
      { title: 'Bone', book_count: 2 },
    ])
    const tasks = await db.query.selectFrom('task').select('type').execute()
    expect(tasks.map((task) => task.type)).toEqual(['analyze_book', 'analyze_book', 'analyze_book'])
    expect(await run()).toMatchObject({ filesTotal: 3, booksAdded: 0, booksUpdated: 0, booksDeleted: 0 })
  })

  it('files that the library now excludes, and paths that are no longer files inside it, are missing', async () => {
    const { db, root, id, run } = await openScannedLibrary()
    const names = ['Extras/a.cbz', 'S/b.pdf', 'S/c.cbz', 'S/d.cbz', 'S/e.cbz', 'S/f.cbz']
    for (const name of names) put(root, name)
    await run()
    const change = (patterns: string[], formats: string[]) =>
      db.transaction((tx) => updateLibrary(tx, id, { excludedPatterns: patterns, allowedFormats: formats }))
    await change(['extras', '/S/c.cbz'], ['cbz'])
    rmSync(join(root, 'S/d.cbz'))
    mkdirSync(join(root, 'S/d.cbz'))
    const outside = makeFolder()
    put(outside, 'secret')
    rmSync(join(root, 'S/e.cbz'))
    symlinkSync(join(outside, 'secret'), join(root, 'S/e.cbz'))
    expect(await run()).toMatchObject({ booksDeleted: 5 })
    expect(await paths(db)).toEqual(['S/f.cbz'])
    await change([], ['cbz', 'pdf'])
    expect(await run()).toMatchObject({ booksRestored: 3, booksAdded: 0 })
    expect(await paths(db)).toEqual(['Extras/a.cbz', 'S/b.pdf', 'S/c.cbz', 'S/f.cbz'])
  })

  it('a missing file is marked, comes back as it was, and its progress with it', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    put(root, 'S/a.cbz')
    put(root, 'S/b.cbz')
    await run()
    await analyse()
    const before = await identities(db)
    await addProgressToFirstBook(db)
    renameSync(join(root, 'S/a.cbz'), join(root, 'S/a.cbz.away'))
    expect(await run()).toMatchObject({ booksDeleted: 1 })
    const gone = await db.query
      .selectFrom('book')
      .select(['class', 'deleted_at'])
      .where('path', '=', 'S/a.cbz')
      .execute()
    expect(gone[0]).toMatchObject({ class: 0, deleted_at: expect.any(Number) })
    expect(await seriesCounts(db)).toEqual([1])
    renameSync(join(root, 'S/a.cbz.away'), join(root, 'S/a.cbz'))
    expect(await run()).toMatchObject({ booksRestored: 1, booksAdded: 0 })
    expect(await identities(db)).toEqual(before)
    expect(await seriesCounts(db)).toEqual([2])
    expect(await db.query.selectFrom('progress').select('page').execute()).toEqual([{ page: 5 }])
    expect(await classCounts(db)).toEqual([{ books: 2, series: 1 }])
  })

  it('a replaced file is the same book and is analysed again, a touched file is not', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    put(root, 'S/a.cbz', 'old')
    put(root, 'S/b.cbz', 'untouched')
    await run()
    await analyse()
    const before = await identities(db)
    put(root, 'S/a.cbz', 'new')
    utimesSync(join(root, 'S/b.cbz'), 1_500_000_000, 1_500_000_000)
    expect(await run()).toMatchObject({ booksUpdated: 1, booksAdded: 0, booksMoved: 0 })
    expect(await identities(db)).toEqual(before)
    const waiting = await db.query
      .selectFrom('task')
      .select('type')
      .where('status', '=', 'pending')
      .where('type', '=', 'analyze_book')
      .execute()
    expect(waiting).toHaveLength(1)
  })

  it('a root that is missing or suddenly empty deletes nothing', async () => {
    const { db, root, run } = await openScannedLibrary()
    put(root, 'S/a.cbz')
    await run()
    const before = await identities(db)
    renameSync(root, `${root}-away`)
    await expect(run()).rejects.toThrow(/can’t be read/)
    mkdirSync(root)
    await expect(run()).rejects.toThrow(/empty/)
    expect(await identities(db)).toEqual(before)
    expect(await paths(db)).toEqual(['S/a.cbz'])
    const { is_online } = await db.query.selectFrom('library').select('is_online').executeTakeFirstOrThrow()
    expect(is_online).toBe(0)
    rmSync(root, { recursive: true })
    renameSync(`${root}-away`, root)
    expect(await run()).toMatchObject({ booksDeleted: 0, booksAdded: 0 })
  })

  it('a scan of named folders reads only these', async () => {
    const { root, run } = await openScannedLibrary()
    put(root, 'A/1.cbz')
    put(root, 'A-B/1.cbz')
    put(root, 'A/sub/2.cbz')
    await run()
    put(root, 'A/3.cbz')
    put(root, 'C/4.cbz')
    rmSync(join(root, 'A/1.cbz'))
    expect(await run({ mode: 'normal', folders: [{ path: 'A' }] })).toMatchObject({
      filesTotal: 2,
      booksAdded: 1,
      booksDeleted: 1,
    })
    rmSync(join(root, 'A'), { recursive: true })
    expect(await run({ mode: 'normal', folders: [{ path: 'A' }] })).toMatchObject({ filesTotal: 0, booksDeleted: 2 })
  })
})
