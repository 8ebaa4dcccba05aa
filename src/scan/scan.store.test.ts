import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases, type TestDatabase } from '../../test/databases.ts'
import { makeLibrary, makeUser } from '../../test/rows.ts'
import { sampledFileHash } from '../formats/identity/sampled-file-hash.ts'
import { findLibraryForScan } from '../store/library/library-for-scan.ts'
import { updateLibrary } from '../store/library/write.ts'
import type { Db } from '../store/open.ts'
import { openTasks } from '../tasks/tasks.ts'
import { scan } from './scan.ts'
import type { ScanRequest } from './scan-run-types.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-scan-'))
  folders.push(folder)
  return folder
}

let clock = 1_600_000_000
function put(root: string, path: string, content = `content of ${path}`): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  clock += 10
  utimesSync(join(root, path), clock, clock)
}

onBothDatabases((open) => {
  async function openScannedLibrary() {
    const { db } = await open()
    return { db, ...(await libraryIn(db)) }
  }

  it('new files become books on the series of their folder', async () => {
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

  it('a file that moved before anyone looked into it is known by what the disk says', async () => {
    const { db, root, run } = await openScannedLibrary()
    put(root, 'Bone/a.cbz')
    await run()
    const before = await identities(db)
    renameSync(join(root, 'Bone/a.cbz'), join(root, 'Bone/b.cbz'))
    expect(await run()).toMatchObject({ booksMoved: 1, booksAdded: 0 })
    expect(await identities(db)).toEqual(before)
  })

  it('two files that change places stay the books they were', async () => {
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

  it('a copy is another book; the first keeps its place', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    put(root, 'S/a.cbz', 'same')
    await run()
    await analyse()
    const before = await identities(db)
    put(root, 'S/copy.cbz', 'same')
    expect(await run()).toMatchObject({ booksMoved: 0, booksAdded: 1 })
    expect(await identities(db)).toEqual(expect.arrayContaining(before))
  })

  it('of copies that move at once, each is known by its file on the disk, or by its name', async () => {
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

  it('a file that was renamed and written to at once is the same book, and a new one in its stead is not', async (context) => {
    const { db, root, run, analyse } = await openScannedLibrary()
    for (const name of ['a', 'b']) put(root, `S/${name}.cbz`)
    const { birthtimeMs } = statSync(join(root, 'S/a.cbz'))
    if (birthtimeMs === 0) return context.skip('this disk does not know when a file was born')
    await run()
    await analyse()
    const rows = () => db.query.selectFrom('book').select(['id', 'path', 'deleted_at']).orderBy('id').execute()
    const [a, b] = await rows()
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

  it('what the library leaves out from now on, and what is no file of its any more, is missing', async () => {
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
    await readSomething(db)
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

  it('a replaced file is the same book and is looked into again; a touched one is not', async () => {
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

  it('a book moves between libraries that the same people see', async () => {
    const { db, root, run, analyse } = await openScannedLibrary()
    const other = await libraryIn(db)
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
    const other = await libraryIn(db)
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

  it('only the touched folders are looked at when they are named', async () => {
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

async function libraryIn(db: Db) {
  const root = makeFolder()
  const library = await db.transaction((tx) => makeLibrary(tx, { path: root }))
  const coalescer = { emit: () => {}, flush: () => {}, close: () => {} }
  const tasks = openTasks({ db, events: coalescer, link: { wake: () => {}, cancel: () => {} } })
  const run = async (order: ScanRequest = { mode: 'normal' }) =>
    scan({ db, tasks, coalescer, settleMs: 3000 }, (await findLibraryForScan(db, library.id))!, order, {
      signal: new AbortController().signal,
      onProgress: () => {},
    })
  /** What the analyser would leave behind, as far as a scan cares. */
  const analyse = () =>
    db.transaction(async (tx) => {
      for (const { id, path } of await tx
        .selectFrom('book')
        .select(['id', 'path'])
        .where('library_id', '=', library.id)
        .execute()) {
        const hash = await sampledFileHash(join(root, path))
        await tx.updateTable('book').set({ hash, analyzed: 1 }).where('id', '=', id).execute()
      }
      await tx.updateTable('task').set({ status: 'completed', completed_at: 1 }).execute()
    })
  return { id: library.id, root, run, analyse }
}

async function readSomething(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const book = await tx
      .selectFrom('book')
      .select(['id', 'series_id'])
      .where('path', '=', 'S/a.cbz')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('progress')
      .values({
        user_id: user.id,
        book_id: book.id,
        series_id: book.series_id,
        uid: user.uid,
        done: 0,
        page: 5,
        percentage: 0.5,
        started_at: 1,
        read_at: 1,
        completed_at: null,
      })
      .execute()
  })
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const identities = async (db: TestDatabase['db']) =>
  (await db.query.selectFrom('book').select(['id', 'uid']).orderBy('id').execute()).map(
    (row) => `${row.id} ${hex(row.uid)}`,
  )
const seriesIds = async (db: Db) =>
  (await db.query.selectFrom('series').select(['id', 'uid']).orderBy('id').execute()).map(
    (row) => `${row.id} ${hex(row.uid)}`,
  )
const paths = async (db: Db) =>
  (await db.query.selectFrom('book').select('path').where('deleted_at', 'is', null).orderBy('path').execute()).map(
    (row) => row.path,
  )
const hashes = async (db: Db) => db.query.selectFrom('book').select(['id', 'hash']).orderBy('id').execute()
const seriesCounts = async (db: Db) =>
  (await db.query.selectFrom('series').select('book_count').execute()).map((row) => row.book_count)
const classCounts = async (db: Db) =>
  db.query.selectFrom('class').select(['books', 'series']).where('series', '>', 0).execute()
const titles = async (db: Db) =>
  (
    await db.query
      .selectFrom('book')
      .innerJoin('series', 'series.id', 'book.series_id')
      .select(['book.title', 'series.title as series'])
      .orderBy('book.path')
      .execute()
  ).map((row) => `${row.series}: ${row.title}`)
