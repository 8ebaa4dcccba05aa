import { inChunks } from '../in-chunks.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { type ProgressRow, type ReadableBook, selectReadableBooks } from './read.ts'

export type ProgressOfBook = ProgressRow & { book_uid: Uint8Array }

/** The viewer's progress in every book they may see, newest first. */
export async function listProgress(
  db: Queryable,
  viewer: Viewer,
  { limit, offset, since = 0 }: { limit: number; offset: number; since?: number },
): Promise<{ data: ProgressOfBook[]; total: number }> {
  const mine = db.query
    .selectFrom('progress as p')
    .innerJoin('book as b', 'b.id', 'p.book_id')
    .where('p.user_id', '=', viewer.userId)
    .where('p.read_at', '>=', since)
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
  const data = await mine
    .selectAll('p')
    .select('b.uid as book_uid')
    .orderBy('p.read_at', 'desc')
    .orderBy('p.book_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await mine.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { data, total }
}

export async function listCompletionTimes(db: Queryable, viewer: Viewer, bookId: number): Promise<number[]> {
  const rows = await db.query
    .selectFrom('completion')
    .select('completed_at')
    .where('user_id', '=', viewer.userId)
    .where('book_id', '=', bookId)
    .orderBy('completed_at', 'desc')
    .execute()
  return rows.map((row) => row.completed_at)
}

/** Books by their ids or their series' ids; books that the viewer may not see are left out. */
export async function findReadableBooks(
  db: Queryable,
  viewer: Viewer,
  by: 'book' | 'series',
  uids: readonly Uint8Array[],
): Promise<ReadableBook[]> {
  if (uids.length === 0) return []
  return selectReadableBooks(db, viewer)
    .where(by === 'book' ? 'b.uid' : 's.uid', 'in', uids)
    .execute()
}

export async function isSeriesVisible(db: Queryable, viewer: Viewer, uid: Uint8Array): Promise<boolean> {
  const row = await db.query
    .selectFrom('series as s')
    .select('s.id')
    .where('s.uid', '=', uid)
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
    .executeTakeFirst()
  return row !== undefined
}

/** The user's progress in these books, by their ids. */
export async function findProgressOfBooks(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  bookIds: readonly number[],
): Promise<Map<number, ProgressRow>> {
  const found = new Map<number, ProgressRow>()
  for (const ids of inChunks(bookIds)) {
    const rows = await tx
      .selectFrom('progress')
      .selectAll()
      .where('user_id', '=', userId)
      .where('book_id', 'in', ids)
      .execute()
    for (const row of rows) found.set(row.book_id, row)
  }
  return found
}
