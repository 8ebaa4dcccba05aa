import { findLibraryIdWithTextSearch } from '../../store/book-text/books-to-index.ts'
import type { Db } from '../../store/open.ts'
import { defineTask } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'

/** Reads the text of a library's books that are new or changed, or takes it out where nobody wants it any more. */
export const indexTextTask = defineTask({
  type: 'index_text',
  priority: 100,
  repeats: true,
  key: ({ libraryId }) => `text:${libraryId}`,
})

/** After a scan, where the library wants it. */
export async function queueTextIndexAfterScan(db: Db, tasks: Tasks, libraryUuid: string): Promise<void> {
  const libraryId = await findLibraryIdWithTextSearch(db, libraryUuid)
  if (libraryId !== undefined) await tasks.add(indexTextTask, { libraryId })
}
