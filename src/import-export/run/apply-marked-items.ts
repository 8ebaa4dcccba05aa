import { findMarkedItems, insertMarkedItems, type MarkedItemTable } from '../../store/import/marked-items.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { FollowRecord, HideRecord, WantToReadRecord } from '../user-records.ts'
import {
  findImportedItem,
  findImportedUser,
  type ImportRunState,
  inTransactionOrDryRun,
  isNewInDryRun,
  isSkipReason,
  reportNameOfRow,
  wasImportedEarlier,
} from './import-run-state.ts'

export const applyWantToRead = (state: ImportRunState, records: readonly WantToReadRecord[]): Promise<void> =>
  applyMarks(state, 'want_to_read', records)

export const applyFollows = (state: ImportRunState, records: readonly FollowRecord[]): Promise<void> =>
  applyMarks(state, 'series_follow', asMarks(state, records))

export const applyHides = (state: ImportRunState, records: readonly HideRecord[]): Promise<void> =>
  applyMarks(state, 'hidden_series', asMarks(state, records))

function asMarks(state: ImportRunState, records: readonly (FollowRecord | HideRecord)[]): Mark[] {
  return records.map((record) => {
    const { seriesId, ...rest } = record
    const mark = { ...rest, of: 'series' as const, id: seriesId }
    if (state.importedEarlier.has(record)) state.importedEarlier.add(mark)
    return mark
  })
}

type Mark = Omit<WantToReadRecord, 'type'> & { type: 'wantToRead' | 'follow' | 'hide' }

/** Imports marks. Items that were unmarked here since an earlier run stay unmarked. */
async function applyMarks(state: ImportRunState, table: MarkedItemTable, records: readonly Mark[]): Promise<void> {
  const ready = records.flatMap((record) => {
    const [person, id] = [findImportedUser(state, record.userId), findImportedItem(state, record)]
    if (!isSkipReason(person) && !isSkipReason(id)) {
      return [{ record, userId: person.id, id, isGone: wasImportedEarlier(state, record, person, record.at, record) }]
    }
    const reason = isSkipReason(person) ? person : (id as Extract<typeof id, string>)
    state.report.leave(record.type, reportNameOfRow(state, record.of, record.id, record.userId), reason)
    return []
  })
  for (const rows of Map.groupBy(ready, ({ userId, record }) => `${userId} ${record.of}`).values()) {
    const { userId, record: first } = rows[0]!
    const ids = rows.map((row) => row.id)
    const added = await inTransactionOrDryRun(state, async (tx) => {
      const here = await findMarkedItems(tx ?? state.deps.db.query, table, userId, first.of, ids)
      const markedAt = new Map<number, number>()
      for (const { id, record, isGone } of rows) {
        if (here.has(id) || markedAt.has(id) || isGone) continue
        if (tx || isNewInDryRun(state, `${table} ${userId} ${record.of} ${id}`)) {
          markedAt.set(id, record.at ?? state.readAt)
        }
      }
      if (tx && markedAt.size > 0) {
        await insertMarkedItems(tx, table, userId, first.of, markedAt)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return markedAt.size
    })
    state.report.count(first.type, 'imported', added)
    state.report.count(first.type, 'unchanged', rows.length - added)
  }
}
