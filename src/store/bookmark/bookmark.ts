import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Tables } from '../tables.ts'
import { newUid } from '../uid.ts'

export type BookmarkRow = Selectable<Tables['bookmark']>

/** A user's own bookmarks in a book; the caller has checked that they may see the book. */
export async function listBookmarks(
  db: Pick<Queryable, 'query'>,
  userId: number,
  bookId: number,
  part?: { limit: number; offset: number },
): Promise<BookmarkRow[]> {
  return db.query
    .selectFrom('bookmark')
    .selectAll()
    .where('user_id', '=', userId)
    .where('book_id', '=', bookId)
    .orderBy('page')
    .orderBy('id')
    .$if(part !== undefined, (query) => query.limit(part!.limit).offset(part!.offset))
    .execute()
}

export async function addBookmark(
  tx: Tx,
  userId: number,
  bookId: number,
  mark: Pick<BookmarkRow, 'page' | 'locator' | 'note'>,
): Promise<BookmarkRow> {
  const row = await tx
    .insertInto('bookmark')
    .values({ uid: newUid(), user_id: userId, book_id: bookId, ...mark, created_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow()
  await bumpRevisions(tx, `user:${userId}`)
  return row
}

export async function changeBookmark(
  tx: Tx,
  userId: number,
  uid: Uint8Array,
  note: string | null,
): Promise<BookmarkRow | undefined> {
  const row = await tx
    .updateTable('bookmark')
    .set({ note })
    .where('user_id', '=', userId)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
  if (row) await bumpRevisions(tx, `user:${userId}`)
  return row
}

export async function deleteBookmark(tx: Tx, userId: number, uid: Uint8Array): Promise<boolean> {
  const gone = await tx.deleteFrom('bookmark').where('user_id', '=', userId).where('uid', '=', uid).executeTakeFirst()
  if (gone.numDeletedRows > 0n) await bumpRevisions(tx, `user:${userId}`)
  return gone.numDeletedRows > 0n
}
