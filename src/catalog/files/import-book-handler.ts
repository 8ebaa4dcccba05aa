import { logFileOperation } from '../../store/file-operation/file-operation-log.ts'
import { restoreExcludedPath } from '../../store/library/excluded-files.ts'
import type { Db } from '../../store/open.ts'
import { findFolderForNewFile } from '../../store/scan/folder-for-new-file.ts'
import { setBookPath } from '../../store/scan/move-books.ts'
import { PermanentTaskError, type TaskHandler, type TaskWithParams, taskHandler } from '../../tasks/task-kind.ts'
import { type ImportBookParams, importBookTask } from './import-book-task.ts'
import { planBookImport } from './plan-book-import.ts'
import { putFileIntoLibrary } from './put-file-into-library.ts'

export interface ImportBookDeps {
  db: Db
  /** Queues a scan of a library's folder. */
  scanFolder(libraryId: number, folder: string): Promise<void>
}

export function importBookHandlers(deps: ImportBookDeps): TaskHandler[] {
  return [taskHandler(importBookTask, 'scan', (task) => importOne(deps, task))]
}

/** Copies or moves the file; the scan of its folder makes it a book. */
async function importOne(
  { db, scanFolder }: ImportBookDeps,
  task: TaskWithParams<ImportBookParams>,
): Promise<{ path: string }> {
  const { source, name, mode = 'copy' } = task.params
  const location = await findFolderForNewFile(db, { seriesId: task.seriesId ?? 0, bookId: task.bookId ?? undefined })
  if (!source || !location) throw new PermanentTaskError('The series, or the book to replace, no longer exists.')
  const plan = await planBookImport(location, { source, name })
  await putFileIntoLibrary(plan, mode, async () => {
    // Renamed before the new file is in place: a scan in between finds the book missing, never twice.
    const { book } = location
    if (book && plan.path !== book.path) await db.transaction((tx) => setBookPath(tx, book.id, plan.path))
    await db.transaction((tx) => restoreExcludedPath(tx, location.libraryId, plan.path))
  })
  await db.transaction((tx) =>
    logFileOperation(tx, {
      type: 'book_imported',
      bookUid: location.book?.uid ?? null,
      seriesUid: location.seriesUid,
      details: { name: plan.target, source, upgrade: location.book ? 'Yes' : 'No' },
    }),
  )
  await scanFolder(location.libraryId, plan.folder)
  return { path: plan.path }
}
