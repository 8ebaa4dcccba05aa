import { deleteBookText } from '../book-text/write.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'

/** Passwords are sealed. */
export async function writeFilePassword(
  tx: Tx,
  { id, libraryId }: { id: number; libraryId: number },
  password: string,
): Promise<void> {
  await tx.updateTable('book').set({ file_password: password }).where('id', '=', id).execute()
  await bumpRevisions(tx, 'catalog', `library:${libraryId}`)
}

/** Of a book whose file is no longer encrypted. */
export async function forgetFilePassword(tx: Tx, { id, libraryId }: { id: number; libraryId: number }): Promise<void> {
  await tx.updateTable('book').set({ file_password: null }).where('id', '=', id).execute()
  await bumpRevisions(tx, 'catalog', `library:${libraryId}`)
}

/**
 * Removes a book's password, also from the books of its series that opened with it; returns the ids of them all. They
 * count as unanalysed, so that the next analysis removes what is known of their contents; covers made from them go at once.
 */
export async function removeFilePassword(
  tx: Tx,
  book: { id: number; libraryId: number; seriesId: number },
): Promise<number[]> {
  const row = await tx.selectFrom('book').select('file_password').where('id', '=', book.id).executeTakeFirst()
  const password = row?.file_password
  if (password === null || password === undefined) return []
  const changed = await tx
    .updateTable('book')
    .set({ file_password: null, analyzed: 0 })
    .where('series_id', '=', book.seriesId)
    .where('file_password', '=', password)
    .returning('id')
    .execute()
  const ids = changed.map(({ id }) => id)
  for (const id of ids) await deleteBookText(tx, id)
  await tx
    .updateTable('book')
    .set({ cover_version: 0, cover_color: null, cover_width: null, cover_height: null })
    .where('id', 'in', ids)
    .where('cover_id', 'is', null)
    .execute()
  await bumpRevisions(tx, 'catalog', `library:${book.libraryId}`)
  return ids
}

/** The passwords of the other books in its series, most frequent first. */
export async function findFilePasswordsInSeries(db: Db, bookId: number): Promise<string[]> {
  const rows = await db.query
    .selectFrom('book')
    .select(['file_password', (eb) => eb.fn.countAll().as('count')])
    .where('series_id', '=', (eb) => eb.selectFrom('book').select('series_id').where('id', '=', bookId))
    .where('id', '<>', bookId)
    .where('file_password', 'is not', null)
    .groupBy('file_password')
    .orderBy('count', 'desc')
    .orderBy('file_password')
    .limit(MAX_TRIED)
    .execute()
  return rows.flatMap((row) => row.file_password ?? [])
}

const MAX_TRIED = 5
