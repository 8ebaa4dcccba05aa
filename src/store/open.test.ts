import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeBook, makeLibrary, makeProgress, makeSeries, makeUser } from '../../test/rows.ts'
import { isForeignKeyError } from './is-foreign-key-error.ts'
import { lockRows } from './lock-rows.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { type Db, databaseFile, openDatabase } from './open.ts'
import { updateSeriesProgressSums } from './progress/series-progress-sums.ts'
import { recountSeriesProgress } from './series/recount.ts'
import { bytesToUuid, newUid } from './uid.ts'

onBothDatabases((open, kind) => {
  it('makes the whole schema from nothing, and does nothing the second time', async () => {
    const { options } = await open()
    const again = await openDatabase(options)
    const rows = await again.query.selectFrom('book').selectAll().execute()
    expect(rows).toEqual([])
    await again.close()
  })

  it('an empty list of values matches nothing', async () => {
    const { db } = await open()
    const setting = { name: 'x', value: '1', updated_at: 1 }
    await db.transaction((tx) => tx.insertInto('setting').values(setting).execute())
    const settings = db.query.selectFrom('setting').select('name')
    expect(await settings.where('name', 'in', []).execute()).toEqual([])
    expect(await settings.where('name', 'not in', []).execute()).toEqual([{ name: 'x' }])
    expect(await settings.where((eb) => eb.or([eb('name', 'in', []), eb('name', '=', 'x')])).execute()).toHaveLength(1)
  })

  it('reports when the row that a foreign key points to is gone', async () => {
    const { db } = await open()
    const orphan = { user_id: 7, book_id: 7, completed_at: 1 }
    const failed = await db.transaction((tx) => tx.insertInto('completion').values(orphan).execute()).catch((e) => e)
    expect([isForeignKeyError(failed), isForeignKeyError(new Error('other')), isForeignKeyError(undefined)]).toEqual([
      true,
      false,
      false,
    ])
  })

  // SQLite has one writer at a time: there the page would be turned after the edit.
  it.runIf(kind === 'postgres')('stores a reading position while somebody edits the book', async () => {
    const { db } = await open()
    const [user, book] = await db.transaction(async (tx) => [
      await makeUser(tx),
      await makeBook(tx, await makeSeries(tx, await makeLibrary(tx))),
    ])
    await db.transaction(async (tx) => {
      await lockRows(tx, kind, 'book', [book.id])
      const place = { user_id: user.id, book_id: book.id, completed_at: 1 }
      await db.transaction((other) => other.insertInto('completion').values(place).execute())
    })
    expect(await db.query.selectFrom('completion').select('book_id').execute()).toEqual([{ book_id: book.id }])
  })

  it('recomputes the same counts in two concurrent transactions', async () => {
    const { db } = await open()
    const { userId, seriesId } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      const user = await makeUser(tx)
      for (const n of [1, 2, 3, 4]) {
        const book = await makeBook(tx, series, { page_count: n })
        await makeProgress(tx, user.id, book, { done: 1 })
      }
      return { userId: user.id, seriesId: series.id }
    })
    const sums = Array.from({ length: 4 }, (_, n) =>
      db.transaction((tx) =>
        n % 2 ? recountSeriesProgress(tx, [seriesId]) : updateSeriesProgressSums(tx, userId, seriesId),
      ),
    )
    await Promise.all(sums)
    expect(await db.query.selectFrom('series_progress').select(['done', 'open']).execute()).toEqual([
      { done: 4, open: 0 },
    ])
  })

  it('returns written values in the same types', async () => {
    const { db } = await open()
    const uid = newUid()
    const now = Date.now()
    await db.transaction((tx) =>
      tx
        .insertInto('user')
        .values({ uid, username: 'Zoë', username_key: 'zoe', role: 'admin', created_at: now, updated_at: now })
        .execute(),
    )
    const user = await db.query.selectFrom('user').selectAll().executeTakeFirstOrThrow()
    expect(bytesToUuid(user.uid)).toBe(bytesToUuid(uid))
    expect(user.created_at).toBe(now)
    expect(user.is_active).toBe(1)
    expect(user.email).toBeNull()
    const count = await db.query
      .selectFrom('user')
      .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('id').as('total')])
      .executeTakeFirstOrThrow()
    expect(count).toEqual({ n: 1, total: user.id })
  })

  it('rolls everything back when a transaction fails', async () => {
    const { db } = await open()
    const failed = db.transaction(async (tx) => {
      await tx.insertInto('revision').values({ scope: 'x', n: 1 }).execute()
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await db.query.selectFrom('revision').selectAll().execute()).toEqual([])
    await db.transaction((tx) => tx.insertInto('revision').values({ scope: 'x', n: 2 }).execute())
    expect(await db.query.selectFrom('revision').select('n').execute()).toEqual([{ n: 2 }])
  })

  it('lets many transactions run at once without losing one', async () => {
    const { db } = await open()
    await db.transaction((tx) => tx.insertInto('revision').values({ scope: 'n', n: 0 }).execute())
    const raise = () =>
      db.transaction((tx) =>
        tx
          .updateTable('revision')
          .set((eb) => ({ n: eb('n', '+', 1) }))
          .where('scope', '=', 'n')
          .execute(),
      )
    await Promise.all(Array.from({ length: 50 }, raise))
    expect((await db.query.selectFrom('revision').select('n').executeTakeFirst())?.n).toBe(50)
  })

  it('refuses a database of a newer version of Lectern', async () => {
    const { db, options } = await open()
    await db.transaction((tx) => sql`insert into migration values (9999, 'future', 0)`.execute(tx))
    await expect(openDatabase(options)).rejects.toThrow(/newer version of Lectern/)
  })

  if (kind === 'sqlite') {
    it('reads while another connection is in the middle of a write', async () => {
      const { db, options } = await open()
      const other = await openDatabase({ ...options, writes: 'inline' })
      await other.transaction(async (tx) => {
        await tx.insertInto('revision').values({ scope: 'slow', n: 1 }).execute()
        expect(await db.query.selectFrom('revision').selectAll().execute()).toEqual([])
      })
      await other.close()
    })

    it('runs a slow query on another connection while one is busy', async () => {
      const { db } = await open()
      const mark = (on: Db['slowQuery']) => sql<{ cache_size: number }>`pragma cache_size`.execute(on)
      await db.slowQuery.connection().execute(async (busy) => {
        await sql`pragma cache_size = 77`.execute(busy)
        expect((await mark(busy)).rows).toEqual([{ cache_size: 77 }])
        const [other] = (await mark(db.slowQuery)).rows
        expect(other!.cache_size).not.toBe(77)
      })
    })

    it('writes a copy beside the database before a change to an existing one', async () => {
      const { db, options } = await open()
      const file = databaseFile(options.dataDir)
      const next = { number: 9000, name: 'next', statements: () => ['create table later (id integer)'] }
      const writable = await openDatabase({ ...options, writes: 'inline' })
      await migrate(writable.query as never, 'sqlite', { file, steps: [...migrations, next] })
      await writable.close()
      const copy = `${file}.before-9000.bak`
      expect(statSync(copy).mode & 0o077).toBe(0)
      expect(await sql`select * from later`.execute(db.query)).toMatchObject({ rows: [] })
    })

    it('does not take the partial copy of a killed server for a complete one', async () => {
      const { options } = await open()
      const file = databaseFile(options.dataDir)
      const copy = `${file}.before-9000.bak`
      const abandoned = `${copy}.999999.part`
      for (const half of [abandoned, `${copy}.${process.pid}.part`]) writeFileSync(half, 'half')
      utimesSync(abandoned, 1, 1)
      const next = { number: 9000, name: 'next', statements: () => ['create table later (id integer)'] }
      const writable = await openDatabase({ ...options, writes: 'inline' })
      await migrate(writable.query as never, 'sqlite', { file, steps: [...migrations, next] })
      await writable.close()
      expect(readFileSync(copy).subarray(0, 15).toString()).toBe('SQLite format 3')
      expect(readdirSync(options.dataDir).filter((name) => name.endsWith('.part'))).toEqual([])
    })
  }
})

describe('migrations', () => {
  it('are numbered without gaps', () => {
    expect(migrations.map((step) => step.number)).toEqual(migrations.map((_, index) => index + 1))
  })
})

it('a new SQLite file is readable by no other user of the machine', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lectern-private-'))
  const db = await openDatabase({ dataDir })
  expect(statSync(databaseFile(dataDir)).mode & 0o077).toBe(0)
  await db.close()
  rmSync(dataDir, { recursive: true })
})
