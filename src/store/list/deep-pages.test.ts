import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { listBooks } from '../book/list.ts'
import type { BookSort } from '../book/sorts.ts'
import type { Db } from '../open.ts'
import { bump } from '../revision.ts'
import { recountSeries } from '../series/recount.ts'
import { sortKey } from '../text/sort-key.ts'
import { newUid } from '../uid.ts'
import { randomFrom, viewerOf } from './catalogue.fixture.ts'

const COUNT = 9500

/** Many books of few titles, so that marks fall between equals. */
async function fill(db: Db): Promise<number> {
  const random = randomFrom(7)
  return db.transaction(async (tx) => {
    const user = await makeUser(tx)
    const series = await makeSeries(tx, await makeLibrary(tx))
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const title = `Title ${Math.floor(random() * 900)}`
      return {
        uid: newUid(),
        series_id: series.id,
        library_id: series.library_id,
        class: series.class,
        title,
        sort_key: sortKey(title),
        path: `${index}.cbz`,
        file_name: `${index % 100}.cbz`,
        format: 'cbz',
        file_size: Math.floor(random() * 50),
        mtime: 1,
        release_date: random() < 0.5 ? null : 20000101 + Math.floor(random() * 3),
        created_at: 1,
        updated_at: 1,
      }
    })
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('book')
        .values(rows.slice(at, at + 500))
        .execute()
    await recountSeries(tx, [series.id])
    await bump(tx, 'catalog')
    return user.id
  })
}

onBothDatabases((open) => {
  it('finds deep pages by marks, and last pages from the end, exactly where counting would', async () => {
    const { db } = await open()
    const viewer = viewerOf(await fill(db))
    for (const field of ['title', 'file_size', 'release_date', 'filename'] satisfies BookSort[]) {
      for (const direction of ['asc', 'desc'] as const) {
        const sort = [{ field, direction }]
        // Two keys are sorted as a whole, without marks: what the marks are held against.
        const plain = [...sort, { field: 'created_at' as const, direction }]
        for (const offset of [9450, 4100, 8050, 2000, 6030, 9499, 4000, 9500]) {
          const rows = { limit: 25, offset }
          const [marked, counted] = [
            await listBooks(db, viewer, { sort }, rows),
            await listBooks(db, viewer, { sort: plain }, rows),
          ]
          expect(marked.data.map((book) => book.id)).toEqual(counted.data.map((book) => book.id))
          expect(marked.data.length).toBe(Math.min(25, COUNT - offset))
          expect(marked.total).toBe(COUNT)
        }
      }
    }
  })

  it('notices what changed since the marks were made', async () => {
    const { db } = await open()
    const viewer = viewerOf(await fill(db))
    const rows = { limit: 10, offset: 5000 }
    const before = await listBooks(db, viewer, {}, rows)
    const gone = before.data[0]!
    await db.transaction(async (tx) => {
      await tx.updateTable('book').set({ class: 0, deleted_at: 1 }).where('id', '=', gone.id).execute()
      await recountSeries(tx, [gone.seriesId])
      await bump(tx, 'catalog')
    })
    const after = await listBooks(db, viewer, {}, rows)
    expect(after.total).toBe(COUNT - 1)
    expect(after.data[0]!.id).toBe(before.data[1]!.id)
  })
})
