import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../test/databases.ts'
import { makeBook, makeLibrary, makeSeries, makeUser } from '../../../test/rows.ts'
import { postgresSchemaTypes, sqliteSchemaTypes } from '../dialect/schema-types.ts'
import { putRating } from '../rating/rating.ts'
import { reviewsWithoutRating } from './0040-reviews-without-rating.ts'

onBothDatabases((open, kind) => {
  it('ratings stay as they are, and their ids are not reused', async () => {
    const { db } = await open()
    const { user, book } = await db.transaction(async (tx) => {
      const series = await makeSeries(tx, await makeLibrary(tx))
      const [user, book] = [await makeUser(tx), await makeBook(tx, series)]
      const rated = await putRating(tx, user.id, 'series', series.id, { rating: 70, notes: 'Kept.' }, 5)
      const deleted = await putRating(tx, user.id, 'book', book.id, { rating: 10 }, 6)
      await tx.deleteFrom('user_rating').where('id', '=', deleted.id).execute()
      const steps = reviewsWithoutRating.statements(kind === 'sqlite' ? sqliteSchemaTypes : postgresSchemaTypes)
      for (const step of steps) await sql.raw(step).execute(tx)
      expect(await tx.selectFrom('user_rating').selectAll().execute()).toEqual([rated])
      const next = await putRating(tx, user.id, 'book', book.id, { rating: null, notes: 'New.' }, 7)
      expect(next.id).toBeGreaterThan(deleted.id)
      return { user, book }
    })
    await db.transaction((tx) => tx.deleteFrom('book').where('id', '=', book.id).execute())
    const left = await db.query.selectFrom('user_rating').select('notes').where('user_id', '=', user.id).execute()
    expect(left).toEqual([{ notes: 'Kept.' }])
  })
})
