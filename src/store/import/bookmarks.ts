import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'

export interface ImportedBookmark {
  bookId: number
  page: number | null
  locator: string | null
  note: string | null
  at: number
}

/** Two bookmarks with the same place and note are the same, whatever their times. */
export const bookmarkKey = ({ bookId, page, locator, note }: Omit<ImportedBookmark, 'at'>): string =>
  JSON.stringify([bookId, page, locator, note])

export async function findBookmarkKeys(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  bookIds: readonly number[],
): Promise<Set<string>> {
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

export async function insertImportedBookmarks(
  tx: Tx,
  userId: number,
  marks: readonly ImportedBookmark[],
): Promise<void> {
  for (const some of inChunks(marks)) {
    const rows = some.map(({ bookId, at, ...position }) => ({
      uid: newUid(),
      user_id: userId,
      book_id: bookId,
      ...position,
      created_at: at,
    }))
    await tx.insertInto('bookmark').values(rows).execute()
  }
}
