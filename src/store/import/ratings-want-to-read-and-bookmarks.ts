import type { Queryable, Tx } from '../open.ts'
import { updateAverageRating } from '../rating/rating.ts'
import { newUid } from '../uid.ts'

type EntityName = 'series' | 'book'
const columnOf = (entity: EntityName) => (entity === 'book' ? 'book_id' : 'series_id')

/** With its own time; one that is here and newer stays. */
export async function addImportedRating(
  tx: Tx,
  userId: number,
  entity: EntityName,
  id: number,
  { rating, notes, at }: { rating: number; notes: string | null; at: number },
): Promise<'imported' | 'updated' | 'older'> {
  const column = columnOf(entity)
  const before = await tx
    .selectFrom('user_rating')
    .select(['id', 'updated_at', 'rating', 'notes'])
    .where('user_id', '=', userId)
    .where(column, '=', id)
    .executeTakeFirst()
  if (before && before.updated_at >= at) return 'older'
  if (before) {
    await tx.updateTable('user_rating').set({ rating, notes, updated_at: at }).where('id', '=', before.id).execute()
  } else {
    await tx
      .insertInto('user_rating')
      .values({ uid: newUid(), user_id: userId, [column]: id, rating, notes, created_at: at, updated_at: at })
      .execute()
  }
  if (entity === 'series') await updateAverageRating(tx, id)
  return before ? 'updated' : 'imported'
}

/** When it was rated last; undefined: it was not. */
export async function readRatedAt(
  db: Pick<Queryable, 'query'>,
  userId: number,
  entity: EntityName,
  id: number,
): Promise<number | undefined> {
  const row = await db.query
    .selectFrom('user_rating')
    .select('updated_at')
    .where('user_id', '=', userId)
    .where(columnOf(entity), '=', id)
    .executeTakeFirst()
  return row?.updated_at
}

export async function hasWantToRead(
  db: Pick<Queryable, 'query'>,
  userId: number,
  entity: EntityName,
  id: number,
): Promise<boolean> {
  const row = await db.query
    .selectFrom('want_to_read')
    .select('id')
    .where('user_id', '=', userId)
    .where(columnOf(entity), '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function addImportedWantToRead(
  tx: Tx,
  userId: number,
  entity: EntityName,
  id: number,
  at: number,
): Promise<boolean> {
  const added = await tx
    .insertInto('want_to_read')
    .values({ user_id: userId, [columnOf(entity)]: id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

interface BookmarkPlace {
  page: number | null
  locator: string | null
  note: string | null
}

export async function hasBookmark(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  bookId: number,
  place: BookmarkPlace,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('bookmark')
    .select(['page', 'locator', 'note'])
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .execute()
  return rows.some((row) => row.page === place.page && row.locator === place.locator && row.note === place.note)
}

export async function addImportedBookmark(
  tx: Tx,
  userId: number,
  bookId: number,
  { at, ...place }: BookmarkPlace & { at: number },
): Promise<boolean> {
  if (await hasBookmark(tx, userId, bookId, place)) return false
  await tx
    .insertInto('bookmark')
    .values({ uid: newUid(), user_id: userId, book_id: bookId, ...place, created_at: at })
    .execute()
  return true
}
