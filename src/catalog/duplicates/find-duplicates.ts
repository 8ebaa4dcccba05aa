import { wholeFileHash } from '../../formats/identity/whole-file-hash.ts'
import { findDuplicateCandidates, replaceDuplicateGroups } from '../../store/duplicate/duplicate.ts'
import type { Db } from '../../store/open.ts'
import { defineTask, type TaskContext, type TaskHandler, taskHandler } from '../../tasks/task-kind.ts'

/** Finds books with identical files. The samples taken by the scan give the candidates; the content decides. */
export const findDuplicatesTask = defineTask({ type: 'find_duplicates', priority: 400, key: () => 'duplicates' })

export function duplicateHandlers({ db }: { db: Db }): TaskHandler[] {
  return [taskHandler(findDuplicatesTask, 'other', (_task, context) => confirmDuplicates(db, context))]
}

export async function confirmDuplicates(
  db: Db,
  { signal, progress }: Pick<TaskContext, 'signal' | 'progress'>,
): Promise<{ groups: number; books: number }> {
  const candidates = await findDuplicateCandidates(db)
  const total = candidates.reduce((sum, group) => sum + group.length, 0)
  const confirmed = new Map<string, number[]>()
  let done = 0
  for (const { bookId, path } of candidates.flat()) {
    signal.throwIfAborted()
    // A file that can't be read now isn't reported as a duplicate.
    const hash = await wholeFileHash(path, signal).catch(() => undefined)
    if (hash) confirmed.set(hash, [...(confirmed.get(hash) ?? []), bookId])
    progress(++done, total)
  }
  for (const [hash, books] of confirmed) if (books.length < 2) confirmed.delete(hash)
  await db.transaction((tx) => replaceDuplicateGroups(tx, confirmed))
  return { groups: confirmed.size, books: [...confirmed.values()].reduce((sum, books) => sum + books.length, 0) }
}
