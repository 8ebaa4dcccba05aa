import type { Tx } from '../db.ts'
import { addTasks } from '../task/add.ts'
import { decompressText } from './passages.ts'

/** Queues reindexing of all books whose text contains such letters. A book's first passages are representative. */
export async function queueTextReindex(tx: Tx, letters: Pick<RegExp, 'test'>): Promise<void> {
  const indexed = await tx
    .selectFrom('book_text_state as t')
    .innerJoin('book as b', 'b.id', 't.book_id')
    .select(['b.id', 'b.library_id'])
    .where('t.passages', '>', 0)
    .execute()
  const libraries = new Set<number>()
  for (const { id, library_id } of indexed) {
    const passages = tx.selectFrom('book_text').select('body').where('book_id', '=', id).orderBy('id')
    const first = await passages.limit(PASSAGES_LOOKED_AT).execute()
    if (!first.some(({ body }) => letters.test(decompressText(body)))) continue
    await tx.updateTable('book_text_state').set({ hash: '' }).where('book_id', '=', id).execute()
    libraries.add(library_id)
  }
  // The same task as `indexTextTask` after a scan.
  const tasks = [...libraries].map((libraryId) => ({ libraryId, key: `text:${libraryId}`, ...INDEX_TEXT }))
  await addTasks(tx, tasks)
}

const INDEX_TEXT = { type: 'index_text', priority: 100, maxAttempts: 3 }
const PASSAGES_LOOKED_AT = 8
