import { logFileOperation } from '../../store/file-operation/file-operation.ts'
import { takeBack } from '../../store/library/left-out.ts'
import type { Db } from '../../store/open.ts'
import { findImportPlace, renameBook } from '../../store/scan/import-place.ts'
import { PermanentFailure, type TaskHandler, type TaskOf, taskHandler } from '../../tasks/task-kind.ts'
import type { Tasks } from '../../tasks/tasks.ts'
import { scanFolders } from '../tasks.ts'
import { bringIn } from './bring-in.ts'
import { planImport } from './plan.ts'
import { type ImportOrder, importBook } from './task.ts'

export interface ImportDeps {
  db: Db
  tasks: Pick<Tasks, 'add'>
}

export function importHandlers(deps: ImportDeps): TaskHandler[] {
  return [taskHandler(importBook, 'scan', (task) => importOne(deps, task))]
}

/** The file comes; that it is a book is found by a look at its folder. */
async function importOne({ db, tasks }: ImportDeps, task: TaskOf<ImportOrder>): Promise<{ path: string }> {
  const { source, name, mode = 'copy' } = task.params
  const place = await findImportPlace(db, { seriesId: task.seriesId ?? 0, bookId: task.bookId ?? undefined })
  if (!source || !place) throw new PermanentFailure('The series, or the book to replace, no longer exists.')
  const plan = await planImport(place, { source, name })
  await bringIn(plan, mode, async () => {
    // Renamed before the new file is there: whoever looks meanwhile finds the book missing, never double.
    const { book } = place
    if (book && plan.path !== book.path) await db.transaction((tx) => renameBook(tx, book.id, plan.path))
    await db.transaction((tx) => takeBack(tx, place.libraryId, plan.path))
  })
  await db.transaction((tx) =>
    logFileOperation(tx, {
      type: 'book_imported',
      bookUid: place.book?.uid ?? null,
      seriesUid: place.seriesUid,
      details: { name: plan.target, source, upgrade: place.book ? 'Yes' : 'No' },
    }),
  )
  await tasks.add(scanFolders, { libraryId: place.libraryId, params: { folders: [plan.folder] } })
  return { path: plan.path }
}
