import { setImmediate as breathe } from 'node:timers/promises'
import {
  type AddedDates,
  findBooksAddedLater,
  writeEarlierBookDates,
  writeEarlierSeriesDates,
} from '../../store/import/added-dates.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { applyBatchOrEachRow } from './apply-batch-or-each-row.ts'
import type { ImportRunState } from './import-run-state.ts'

/**
 * When books were added to the other server, where that was earlier than here: lists sorted by it keep their order, and
 * a book that was here first stays where it is. Any number of runs and sources come to the same: the earliest date.
 */
export async function applyBookDates(state: ImportRunState, addedAt: ReadonlyMap<string, number>): Promise<void> {
  const { db } = state.deps
  const dates = earliestOf(addedAt, (id) => state.matcher.found.get(id)?.id)
  for (const ids of inChunks(await findBooksAddedLater(db, dates), BOOKS_AT_ONCE)) {
    if (state.signal?.aborted) return
    const some = ids.map((id) => ({ id, at: dates.get(id)! }))
    await applyBatchOrEachRow(state, 'date added', some, async (rows) => {
      const earlier = new Map(rows.map(({ id, at }) => [id, at]))
      if (!state.isDryRun) await write(state, (tx) => writeEarlierBookDates(tx, db.kind, earlier))
      state.report.count('date added', 'imported', rows.length)
    })
    await breathe()
  }
}

/** The same for series. They aren't counted: most follow their books. */
export async function applySeriesDates(state: ImportRunState, addedAt: ReadonlyMap<string, number>): Promise<void> {
  const dates = earliestOf(addedAt, (id) => state.seriesIds.get(id))
  if (state.isDryRun || dates.size === 0) return
  await write(state, (tx) => writeEarlierSeriesDates(tx, state.deps.db.kind, dates))
}

async function write({ deps, libraries }: ImportRunState, work: (tx: Tx) => Promise<void>): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await work(tx)
    await bumpRevisions(tx, 'catalog', ...libraries.map(({ id }) => `library:${id}` as const))
  })
}

/** Several of their rows may be one of ours. */
function earliestOf(addedAt: ReadonlyMap<string, number>, ourIdOf: (foreignId: string) => number | undefined) {
  const dates = new Map<number, number>()
  for (const [foreignId, at] of addedAt) {
    const id = ourIdOf(foreignId)
    if (id !== undefined) dates.set(id, Math.min(at, dates.get(id) ?? at))
  }
  return dates satisfies AddedDates
}

const BOOKS_AT_ONCE = 500
