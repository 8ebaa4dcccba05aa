import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries } from '../../test/rows.ts'
import { ensureNames } from './facet/ensure-names.ts'
import { lockRows } from './lock-rows.ts'
import { readEditableBooks } from './metadata/editable-book.ts'
import type { Db, Tx } from './open.ts'
import { recordHeartbeat } from './task/running-tasks.ts'
import { newUid } from './uid.ts'
import { addToVisibilityClassCounts, ClassCounts, ensureVisibilityClass } from './visibility/visibility-class.ts'

// On SQLite one writes at a time; there the same work shows that it is done at all.
onBothDatabases((open, kind) => {
  /** One begins, the other comes in between, the first goes on: nobody may be ended and have to try again. */
  async function meet(
    db: Db,
    begin: (tx: Tx) => Promise<unknown>,
    between: (tx: Tx) => Promise<unknown>,
    goOn: (tx: Tx) => Promise<unknown>,
  ) {
    const tries = { first: 0, second: 0 }
    const begun = Promise.withResolvers<void>()
    const first = db.transaction(async (tx) => {
      tries.first++
      await begin(tx)
      begun.resolve()
      if (kind === 'postgres') await sleep(300)
      await goOn(tx)
    })
    await begun.promise
    const second = db.transaction(async (tx) => {
      tries.second++
      await between(tx)
    })
    await Promise.all([first, second])
    expect(tries).toEqual({ first: 1, second: 1 })
  }

  it('edits of books and the finalising of their series do not deadlock', async () => {
    const { db } = await open()
    const { series, low, high } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      return { series, low: await makeBook(tx, series), high: await makeBook(tx, series) }
    })
    await meet(
      db,
      async (tx) => {
        await lockRows(tx, kind, 'series', [series.id])
        await lockRows(tx, kind, 'book', [high.id])
      },
      (tx) => readEditableBooks(tx, kind, [low.id, high.id]),
      (tx) => tx.updateTable('book').set({ class: series.class }).where('series_id', '=', series.id).execute(),
    )
  })

  it('two edits that add the same genres do not deadlock', async () => {
    const { db } = await open()
    await meet(
      db,
      (tx) => ensureNames(tx, kind, 'genre', ['Adventure']),
      (tx) => ensureNames(tx, kind, 'genre', ['Western', 'Adventure']),
      (tx) => ensureNames(tx, kind, 'genre', ['Western']),
    )
  })

  it('two changes that move series between the same visibility classes do not deadlock', async () => {
    const { db } = await open()
    const [low, high] = await db.transaction(async (tx) => {
      const { id: libraryId } = await makeLibrary(tx)
      const make = (ageRating: number) => ensureVisibilityClass(tx, { libraryId, ageRating, sharingTagIds: [] })
      return [await make(6), await make(12)]
    })
    await meet(
      db,
      (tx) => addToVisibilityClassCounts(tx, low, 1, 1),
      async (tx) => {
        const counts = new ClassCounts()
        counts.add(high, -1, -1)
        counts.add(low, 1, 1)
        await counts.write(tx)
      },
      (tx) => addToVisibilityClassCounts(tx, high, 1, 1),
    )
    const rows = await db.query
      .selectFrom('class')
      .select(['id', 'books'])
      .where('id', 'in', [low, high])
      .orderBy('id')
      .execute()
    expect(rows.map((row) => Number(row.books))).toEqual([2, 0])
  })

  it('a heartbeat waits for no task that is being ended, and still counts it', async () => {
    const { db } = await open()
    const { id } = await db.transaction((tx) =>
      tx
        .insertInto('task')
        .values({
          uid: newUid(),
          type: 'x',
          dedupe_key: 'x',
          status: 'running',
          worker: 'w',
          priority: 1,
          params: '{}',
          attempts: 1,
          max_attempts: 3,
          run_after: 0,
          created_at: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    expect(await recordHeartbeat(db, 'w')).toEqual([{ id, isUnwanted: false }])
    if (kind === 'sqlite') return
    await db.transaction(async (tx) => {
      await tx.updateTable('task').set({ error: 'ends' }).where('id', '=', id).execute()
      const beat = await Promise.race([recordHeartbeat(db, 'w'), sleep(60_000, 'waits', { ref: false })])
      expect(beat).toEqual([{ id, isUnwanted: false }])
    })
  })
})
