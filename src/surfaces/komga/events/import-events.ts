import type { LecternEvent } from '../../../contract/events.ts'
import type { Db } from '../../../store/open.ts'
import { findBookOfImportedFile } from '../../../store/scan/book-of-imported-file.ts'
import { findTask } from '../../../store/task/read.ts'
import { bytesToUuid, parseUid, type Uid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { komgaIdOf } from '../present/format-values.ts'
import type { KomgaEvent } from './translate-to-komga-event.ts'

interface Awaited {
  seriesUid: Uid
  path: string
  sourceFile: string
}

/**
 * An imported file becomes a book a moment later, when its folder is scanned. Komga reports both at once, and its
 * interface treats an import without a book as failed: so the event is emitted once the book exists.
 */
export function makeImportEventEmitter(db: Db, emit: (event: KomgaEvent) => void) {
  const awaited = new Set<Awaited>()

  const lookFor = async (one: Awaited): Promise<void> => {
    const book = await findBookOfImportedFile(db, one.seriesUid, one.path)
    // Two events may have triggered the lookup at the same time.
    if (!book || !awaited.delete(one)) return
    const bookId = komgaIdOf(bytesToUuid(book.uid))
    emit({ name: 'BookImported', data: { bookId, sourceFile: one.sourceFile, success: true, message: null } })
  }

  const expect = async (viewer: Viewer, taskId: string): Promise<void> => {
    const task = await findTask(db, viewer, parseUid(taskId)!)
    const { path } = (task?.result ?? {}) as { path?: string }
    if (!task?.seriesUid || path === undefined) return
    const one = { seriesUid: task.seriesUid, path, sourceFile: String(task.params.source ?? '') }
    awaited.add(one)
    await lookFor(one)
  }

  return {
    async receive(event: LecternEvent, viewer: Viewer): Promise<void> {
      if (event.type === 'task_completed' && event.taskType === 'import_book' && event.bookId === null) {
        await expect(viewer, event.taskId)
      }
      if (event.type === 'book_created') await Promise.all([...awaited].map(lookFor))
    },
  }
}
