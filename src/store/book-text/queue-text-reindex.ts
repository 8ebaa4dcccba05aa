import type { Tx } from '../db.ts'
import { inChunks } from '../in-chunks.ts'
import { addTasks } from '../task/add.ts'
import { decompressText } from './passages.ts'

/**
 * Queues reindexing of all books, or of those whose text contains such letters: a book's first passages are
 * representative of its script.
 */
export async function queueTextReindex(tx: Tx, letters?: Pick<RegExp, 'test'>): Promise<void> {
  const indexed = await tx
    .selectFrom('book_text_state as t')
    .innerJoin('book as b', 'b.id', 't.book_id')
    .select(['b.id', 'b.library_id'])
    .where('t.passages', '>', 0)
    .execute()
  const stale = []
  for (const book of indexed) if (!letters || (await beginsWith(tx, book.id, letters))) stale.push(book)
  for (const books of inChunks(stale)) {
    const ids = books.map(({ id }) => id)
    await tx.updateTable('book_text_state').set({ hash: '' }).where('book_id', 'in', ids).execute()
  }
  const libraries = new Set(stale.map(({ library_id }) => library_id))
  // The same task as `indexTextTask` after a scan.
  const tasks = [...libraries].map((libraryId) => ({ libraryId, key: `text:${libraryId}`, ...INDEX_TEXT }))
  await addTasks(tx, tasks)
}

async function beginsWith(tx: Tx, bookId: number, letters: Pick<RegExp, 'test'>): Promise<boolean> {
  const passages = tx.selectFrom('book_text').select('body').where('book_id', '=', bookId).orderBy('id')
  const first = await passages.limit(PASSAGES_LOOKED_AT).execute()
  return first.some(({ body }) => letters.test(decompressText(body)))
}

const INDEX_TEXT = { type: 'index_text', priority: 100, maxAttempts: 3 }
const PASSAGES_LOOKED_AT = 8
