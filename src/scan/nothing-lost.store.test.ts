import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeProgress, makeUser } from '../../test/rows.ts'
import { makeFolder, openScanPipeline, putComic, tidyUp } from '../../test/scan-pipeline.ts'
import { type Db, openDatabase } from '../store/open.ts'
import { newUid } from '../store/uid.ts'
import { regroupLibraryTask, scanLibraryTask } from './tasks.ts'
import { realDisk } from './walk/disk.ts'
import { pathPredicatesOf } from './walk/path-rules.ts'
import { walk } from './walk/walk.ts'
import type { WalkRequest } from './walk/walk-thread.ts'

afterAll(tidyUp)

onBothDatabases((open, kind) => {
  /** A library with user data: progress, edits, locks, lists. */
  async function usedLibrary(more: Parameters<typeof openScanPipeline>[2] = {}) {
    const pipeline = await openScanPipeline((await open()).db, {}, more)
    for (const n of [1, 2, 3]) putComic(pipeline.root, `Bone/Bone ${n}.cbz`, `<Title>Bone ${n}</Title>`)
    for (const n of [1, 2]) putComic(pipeline.root, `Akira/Akira ${n}.cbz`)
    putComic(pipeline.root, 'One Shots/Alone.cbz')
    await pipeline.scan()
    await readAndEdit(pipeline.db)
    return { ...pipeline, before: await whatPeopleDid(pipeline.db) }
  }

  it('files and folders are renamed and moved', async () => {
    const { db, root, before, scan } = await usedLibrary()
    renameSync(join(root, 'Bone/Bone 1.cbz'), join(root, 'Bone/Bone - Out from Boneville.cbz'))
    renameSync(join(root, 'Akira'), join(root, 'Akira (1982)'))
    mkdirSync(join(root, 'Elsewhere'))
    renameSync(join(root, 'Bone/Bone 2.cbz'), join(root, 'Elsewhere/Bone 2.cbz'))
    await scan()
    const after = await whatPeopleDid(db)
    expect(after.books).toEqual(before.books)
    expect(after.series.filter((one) => one.locks !== '[]')).toEqual(before.series.filter((one) => one.locks !== '[]'))
    expect(after.lists).toEqual(before.lists)
    expect(await liveCount(db)).toBe(6)
  })

  it('the root is unmounted, empty, and there again', async () => {
    const { db, root, before, scan } = await usedLibrary()
    renameSync(root, `${root}.away`)
    expect((await scan()).status).toBe('failed')
    mkdirSync(root)
    expect((await scan()).status).toBe('failed')
    expect(await whatPeopleDid(db)).toEqual(before)
    expect(await liveCount(db)).toBe(6)
    rmSync(root, { recursive: true })
    renameSync(`${root}.away`, root)
    expect((await scan()).status).toBe('completed')
    expect(await whatPeopleDid(db)).toEqual(before)
  })

  it('a folder may not be read', async () => {
    let isDenied = false
    const { db, before, scan } = await usedLibrary({ walk: (request) => walkWith(request, () => isDenied) })
    isDenied = true
    const { status, result } = await scan()
    expect(status).toBe('completed')
    expect(JSON.parse(result!)).toMatchObject({
      booksDeleted: 0,
      errors: 1,
      troubles: [{ path: 'Bone/', reason: 'EACCES' }],
    })
    expect(await whatPeopleDid(db)).toEqual(before)
    expect(await liveCount(db)).toBe(6)
  })

  it('a file is gone for a while', async () => {
    const { db, root, before, scan } = await usedLibrary()
    renameSync(join(root, 'Bone'), join(root, '.Bone'))
    await scan()
    expect(await liveCount(db)).toBe(3)
    expect((await whatPeopleDid(db)).books).toEqual(before.books)
    const hiddenSeries = () =>
      db.query.selectFrom('series').select(['class', 'book_count']).where('path', '=', 'Bone').executeTakeFirst()
    expect(await hiddenSeries()).toEqual({ class: 0, book_count: 0 })
    const sums = () => db.query.selectFrom('class').select(['books', 'series']).where('books', '>', 0).execute()
    expect(await sums()).toEqual([{ books: 3, series: 2 }])
    renameSync(join(root, '.Bone'), join(root, 'Bone'))
    await scan()
    expect(await liveCount(db)).toBe(6)
    expect(await hiddenSeries()).toMatchObject({ class: expect.not.closeTo(0), book_count: 3 })
    expect(await sums()).toEqual([{ books: 6, series: 3 }])
    expect(await whatPeopleDid(db)).toEqual(before)
  })

  it('a file is replaced by a better one', async () => {
    const { db, root, before, scan } = await usedLibrary()
    putComic(root, 'Bone/Bone 1.cbz', '<Title>Another title</Title><Summary>Words.</Summary>', 5)
    await scan()
    expect(await whatPeopleDid(db)).toEqual(before)
    const book = await db.query.selectFrom('book').select('page_count').where('path', '=', 'Bone/Bone 1.cbz').execute()
    expect(book).toEqual([{ page_count: 5 }])
  })

  it('two scans run at once', async () => {
    const { db, root, before, id, tasks, quiet } = await usedLibrary()
    for (let n = 1; n <= 30; n++) putComic(root, `New ${n % 4}/${n}.cbz`)
    renameSync(join(root, 'Akira'), join(root, 'Akira again'))
    // With two keys, which shouldn't be possible.
    await tasks.add({ ...scanLibraryTask, alone: false }, { libraryId: id, params: { mode: 'normal' } })
    await tasks.add({ ...scanLibraryTask, key: () => 'another' }, { libraryId: id, params: { mode: 'normal' } })
    await quiet()
    expect((await whatPeopleDid(db)).books).toEqual(before.books)
    expect(await liveCount(db)).toBe(36)
    const [{ books }] = (
      await sql<{ books: number }>`select count(distinct path) as books from book where deleted_at is null`.execute(
        db.query,
      )
    ).rows as [{ books: number }]
    expect(Number(books)).toBe(36)
  })

  it('the strategy is changed, and changed back', async () => {
    const { db, before, id, tasks, quiet } = await usedLibrary()
    const change = async (strategy: string, config = '{}') => {
      await db.transaction((tx) =>
        tx
          .updateTable('library')
          .set({ series_strategy: strategy, series_config: config })
          .where('id', '=', id)
          .execute(),
      )
      await tasks.add(regroupLibraryTask, { libraryId: id })
      await quiet()
    }
    await change('flat')
    expect((await whatPeopleDid(db)).books).toEqual(before.books)
    await change('custom', '{"pattern":"^(?<series>.)"}')
    const allSeries = await db.query.selectFrom('series').select(['title', 'book_count']).orderBy('title').execute()
    expect(allSeries).toEqual(
      [
        { title: 'A', book_count: 2 },
        { title: 'B', book_count: 3 },
        { title: 'O', book_count: 1 },
      ]
        .map((one) => (one.title === 'B' ? { ...one, title: 'My Bone' } : one))
        .sort((a, b) => (a.title < b.title ? -1 : 1)),
    )
    await change('series_volume')
    const after = await whatPeopleDid(db)
    expect(after.books).toEqual(before.books)
    expect(after.lists).toEqual(before.lists)
    expect(after.series.map((one) => [one.title, one.summary, one.locks])).toEqual(
      before.series.map((one) => [one.title, one.summary, one.locks]),
    )
  })

  it('a deep scan reads everything again', async () => {
    const { db, before, scan } = await usedLibrary()
    await scan('deep')
    expect(await whatPeopleDid(db)).toEqual(before)
    const read = await db.query.selectFrom('task').select('id').where('type', '=', 'analyze_book').execute()
    expect(read).toHaveLength(12)
  })

  it.runIf(kind === 'sqlite')('the disk is full', async () => {
    const database = await open()
    const inline = await openDatabase({ ...database.options, writes: 'inline', migrate: false })
    const { root, scan, errors } = await openScanPipeline(inline)
    for (const n of [1, 2, 3]) putComic(root, `Bone/Bone ${n}.cbz`)
    await scan()
    await readAndEdit(inline)
    const before = await whatPeopleDid(inline)
    for (let n = 1; n <= 300; n++) putComic(root, `Many ${n % 9}/${n}.cbz`)
    renameSync(join(root, 'Bone'), join(root, 'Bone again'))
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(inline.query)
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count + 40}`).execute(inline.query)
    await scan().catch(() => undefined)
    expect(errors.some((error) => /full/.test(String(error)))).toBe(true)
    expect((await whatPeopleDid(inline)).books).toEqual(before.books)
    await sql.raw('pragma max_page_count = 1000000').execute(inline.query)
    await inline.transaction((tx) => tx.updateTable('task').set({ status: 'cancelled', completed_at: 1 }).execute())
    await scan()
    expect((await whatPeopleDid(inline)).books).toEqual(before.books)
    expect(await liveCount(inline)).toBe(303)
    await inline.close()
  })
})

it('a root that goes away in the middle of a walk deletes nothing', async () => {
  // The walk is injected: it removes the folder after the first batch.
  const { openTestDatabase } = await import('../../test/databases.ts')
  const database = await openTestDatabase('sqlite')
  const folder = join(makeFolder(), 'library')
  mkdirSync(folder)
  let isLast = false
  const pipeline = await openScanPipeline(
    database.db,
    { path: folder },
    {
      walk: async function* (request) {
        if (!isLast) {
          yield* walkWith(request, () => false)
          return
        }
        renameSync(folder, `${folder}.away`)
        mkdirSync(folder)
        yield []
      },
    },
  )
  for (const n of [1, 2, 3]) putComic(folder, `S/${n}.cbz`)
  await pipeline.scan()
  isLast = true
  expect((await pipeline.scan()).status).toBe('failed')
  expect(await liveCount(database.db)).toBe(3)
  await pipeline.stop()
  await database.drop()
})

function walkWith(request: WalkRequest, isDenied: () => boolean) {
  const list = (folder: string) => {
    if (isDenied() && /\/Bone\/$/.test(folder)) throw Object.assign(new Error('no'), { code: 'EACCES' })
    return realDisk.list(folder)
  }
  return walk({
    root: request.root,
    from: request.from,
    ...pathPredicatesOf(request.rules),
    disk: { ...realDisk, list },
  })
}

async function readAndEdit(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const books = await tx.selectFrom('book').select(['id', 'series_id', 'path']).orderBy('path').execute()
    for (const [index, book] of books.entries()) {
      const state = { done: index % 2, page: index + 1, percentage: 0.1 * index, read_at: index + 2 }
      await makeProgress(tx, user.id, book, state)
      const locks = JSON.stringify(['title', 'summary', 'number'])
      await tx
        .updateTable('book')
        .set({ title: `Mine ${book.path}`, number: index + 0.5, number_text: `${index}½` })
        .where('id', '=', book.id)
        .execute()
      await tx
        .updateTable('book_meta')
        .set({ summary: `My words ${index}`, locks })
        .where('book_id', '=', book.id)
        .execute()
    }
    const bone = await tx.selectFrom('series').selectAll().where('path', '=', 'Bone').executeTakeFirstOrThrow()
    const locks = JSON.stringify(['title', 'summary', 'year'])
    await tx
      .updateTable('series')
      .set({ title: 'My Bone', summary: 'Mine', year: 1, locks })
      .where('id', '=', bone.id)
      .execute()
    const now = { created_at: 1, updated_at: 1 }
    await tx
      .insertInto('user_rating')
      .values({ uid: newUid(), user_id: user.id, series_id: bone.id, book_id: null, rating: 90, notes: null, ...now })
      .execute()
    const list = { uid: newUid(), owner_id: null, name: 'L', sort_key: 'l', summary: null, ...now }
    const collection = await tx.insertInto('collection').values(list).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('collection_series')
      .values({ collection_id: collection.id, series_id: bone.id, position: 0 })
      .execute()
    const readList = await tx
      .insertInto('read_list')
      .values({ ...list, uid: newUid() })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [position, book] of books.entries()) {
      await tx.insertInto('read_list_book').values({ read_list_id: readList.id, book_id: book.id, position }).execute()
    }
  })
}

/** Ids, progress, locks and edits: must stay the same whatever happens to the files. */
async function whatPeopleDid(db: Db) {
  const books = await db.query
    .selectFrom('book as b')
    .innerJoin('progress as p', 'p.book_id', 'b.id')
    .leftJoin('book_meta as m', 'm.book_id', 'b.id')
    .select(['b.id', 'b.uid', 'b.title', 'b.number', 'b.number_text', 'm.summary', 'm.locks'])
    .select(['p.done', 'p.page', 'p.percentage', 'p.read_at', 'p.uid as progress'])
    .orderBy('b.id')
    .execute()
  const series = await db.query
    .selectFrom('series as s')
    .leftJoin('user_rating as r', 'r.series_id', 's.id')
    .select(['s.id', 's.uid', 's.title', 's.summary', 's.year', 's.locks', 'r.rating'])
    .where('s.locks', '<>', '[]')
    .orderBy('s.id')
    .execute()
  const lists = {
    readList: await db.query.selectFrom('read_list_book').select(['book_id', 'position']).orderBy('position').execute(),
    collections: await db.query
      .selectFrom('collection_series as c')
      .innerJoin('series as s', 's.id', 'c.series_id')
      .select('s.title')
      .execute(),
  }
  return { books: books.map(plain), series: series.map(plain), lists }
}

const plain = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ]),
  ) as { [Key in keyof Row]: Row[Key] extends Uint8Array ? string : Row[Key] }

async function liveCount(db: Db): Promise<number> {
  const rows = await db.query.selectFrom('book').select('id').where('class', '>', 0).execute()
  return rows.length
}
