import type { BookFacts } from '../catalog/merge/book-facts.ts'
import { findLibraryForScan, type LibraryForScan } from '../store/library/library-for-scan.ts'
import { PermanentTaskError, type TaskContext, type TaskHandler, taskHandler } from '../tasks/task-kind.ts'
import type { AnalyseDeps } from './analyse-deps.ts'
import { type ArtworkOutcome, applyLocalArtwork } from './apply-local-artwork.ts'
import { addToListsNamedInFiles, emitFilledListEvents, namesAnyList } from './lists-from-files.ts'
import { rereadLibraryFilesTask } from './tasks.ts'

export function rereadLibraryFilesHandler(deps: AnalyseDeps): TaskHandler {
  return taskHandler(rereadLibraryFilesTask, 'other', async (task, context) => {
    const library = await findLibraryForScan(deps.db, task.libraryId ?? 0)
    if (!library) throw new PermanentTaskError('The library no longer exists.')
    const outcome: ArtworkOutcome & { lists?: number } = deps.artwork
      ? await applyLocalArtwork(deps.artwork, library, context)
      : { added: 0, removed: 0 }
    if (task.params.lists) outcome.lists = await fillListsOf(deps, library, context)
    return outcome
  })
}

/**
 * New books are added to lists when they're analysed; this handles those that existed before the option was enabled.
 */
async function fillListsOf(
  deps: AnalyseDeps,
  { id, metadataOptions: options }: LibraryForScan,
  { signal }: Pick<TaskContext, 'signal'>,
): Promise<number> {
  let lists = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await deps.db.query
      .selectFrom('book as b')
      .innerJoin('book_meta as m', 'm.book_id', 'b.id')
      .select(['b.id', 'b.series_id as seriesId', 'm.facts'])
      .where('b.library_id', '=', id)
      .where('b.deleted_at', 'is', null)
      .where('b.id', '>', after)
      .orderBy('b.id')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return lists
    after = rows.at(-1)!.id
    const books = rows
      .map(({ facts, ...book }) => ({ ...book, facts: JSON.parse(facts ?? '{}') as BookFacts, options }))
      .filter(({ facts }) => namesAnyList(facts, options))
    if (books.length === 0) continue
    const filled = await deps.db.transaction((tx) => addToListsNamedInFiles(tx, deps.db.kind, books))
    await emitFilledListEvents(deps, filled)
    lists += filled.filter(({ list }) => list.isNew).length
  }
}

const AT_ONCE = 1000
