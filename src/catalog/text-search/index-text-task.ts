import { findLibraryIdWithTextSearch } from '../../store/book-text/books-to-index.ts'
import type { Db } from '../../store/open.ts'
import { defineTask } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'

/** Indexes the text of a library's new or changed books, or removes it if the library no longer wants it. */
export const indexTextTask = defineTask({
  type: 'index_text',
  priority: 100,
  // A second run that starts elsewhere would write the same passages.
  alone: 'text',
  repeats: true,
  key: ({ libraryId }) => `text:${libraryId}`,
})

/** Runs after a scan, if the library has text search on. */
export async function queueTextIndexAfterScan(db: Db, tasks: Tasks, libraryUuid: string): Promise<void> {
  const libraryId = await findLibraryIdWithTextSearch(db, libraryUuid)
  if (libraryId !== undefined) await tasks.add(indexTextTask, { libraryId })
}
