import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'

type EntityName = 'series' | 'book'
const columnOf = (entity: EntityName) => (entity === 'book' ? 'book_id' : 'series_id')

type Reader = Pick<Tx, 'selectFrom'>

export interface ImportedRating {
  rating: number
  notes: string | null
  at: number
}

/** When each of these was rated last by somebody; those that were not are missing. */
export async function findRatedAt(
  tx: Reader,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const column = columnOf(entity)
  const found = new Map<number, number>()
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await tx
      .selectFrom('user_rating')
      .select([column, 'updated_at'])
      .where('user_id', '=', userId)
      .where(column, 'in', some)
      .execute()
    for (const row of rows) found.set((row as Record<string, number>)[column]!, row.updated_at)
  }
  return found
}

/** With their own times. The caller has left out what is older than what is here. */
export async function writeImportedRatings(
  tx: Tx,
  userId: number,
  entity: EntityName,
  ratings: ReadonlyMap<number, ImportedRating>,
): Promise<void> {
  const column = columnOf(entity)
  for (const some of inChunks([...ratings])) {
    const rows = some.map(([id, { rating, notes, at }]) => ({
      uid: newUid(),
      user_id: userId,
      [column]: id,
      rating,
      notes,
      created_at: at,
      updated_at: at,
    }))
    await tx
      .insertInto('user_rating')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', column]).doUpdateSet((eb) => ({
          rating: eb.ref('excluded.rating'),
          notes: eb.ref('excluded.notes'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
      )
      .execute()
    if (entity === 'series') {
      await sql`update series set user_rating =
          (select avg(r.rating) from user_rating r where r.series_id = series.id)
        where id in (${sql.join(some.map(([id]) => id))})`.execute(tx)
    }
  }
}

/** Which of these somebody wants to read. */
export async function findWantToRead(
  tx: Reader,
  userId: number,
  entity: EntityName,
  ids: readonly number[],
): Promise<Set<number>> {
  const column = columnOf(entity)
  const found = new Set<number>()
  for (const some of inChunks([...new Set(ids)])) {
    const rows = await tx
      .selectFrom('want_to_read')
      .select(column)
      .where('user_id', '=', userId)
      .where(column, 'in', some)
      .execute()
    for (const row of rows) found.add((row as Record<string, number>)[column]!)
  }
  return found
}

export async function insertWantToRead(
  tx: Tx,
  userId: number,
  entity: EntityName,
  wanted: ReadonlyMap<number, number>,
): Promise<void> {
  for (const some of inChunks([...wanted])) {
    await tx
      .insertInto('want_to_read')
      .values(some.map(([id, at]) => ({ user_id: userId, [columnOf(entity)]: id, created_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

export interface ImportedBookmark {
  bookId: number
  page: number | null
  locator: string | null
  note: string | null
  at: number
}

/** Two with the same place and note are the same, whenever they were made. */
export const bookmarkKey = ({ bookId, page, locator, note }: Omit<ImportedBookmark, 'at'>): string =>
  JSON.stringify([bookId, page, locator, note])

export async function findBookmarkKeys(tx: Reader, userId: number, bookIds: readonly number[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of inChunks([...new Set(bookIds)])) {
    const rows = await tx
      .selectFrom('bookmark')
      .select(['book_id as bookId', 'page', 'locator', 'note'])
      .where('user_id', '=', userId)
      .where('book_id', 'in', some)
      .execute()
    for (const row of rows) found.add(bookmarkKey(row))
  }
  return found
}

export async function insertBookmarks(tx: Tx, userId: number, marks: readonly ImportedBookmark[]): Promise<void> {
  for (const some of inChunks(marks)) {
    const rows = some.map(({ bookId, at, ...place }) => ({
      uid: newUid(),
      user_id: userId,
      book_id: bookId,
      ...place,
      created_at: at,
    }))
    await tx.insertInto('bookmark').values(rows).execute()
  }
}
