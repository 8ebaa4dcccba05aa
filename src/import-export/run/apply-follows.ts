import { findFollowedSeries, insertImportedFollows } from '../../store/import/follows.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { FollowRecord } from '../records.ts'
import {
  findImportedItem,
  findImportedUser,
  type ImportRunState,
  inTransactionOrDryRun,
  isNewInDryRun,
  isSkipReason,
  reportNameOfRow,
  wasBroughtBefore,
} from './import-state.ts'

/** Series that somebody follows. One that they stopped following here since stays so. */
export async function applyFollows(state: ImportRunState, records: readonly FollowRecord[]): Promise<void> {
  const ready = records.flatMap((record) => {
    const person = findImportedUser(state, record.userId)
    const id = findImportedItem(state, { of: 'series', id: record.seriesId })
    const reason = isSkipReason(person) ? person : isSkipReason(id) ? id : undefined
    if (!reason) return [{ person: person as Exclude<typeof person, string>, id: id as number, at: record.at }]
    state.report.leave('follow', reportNameOfRow(state, 'series', record.seriesId, record.userId), reason)
    return []
  })
  for (const [userId, rows] of Map.groupBy(ready, ({ person }) => person.id)) {
    const ids = rows.map((row) => row.id)
    const added = await inTransactionOrDryRun(state, async (tx) => {
      const here = await findFollowedSeries(tx ?? state.deps.db.query, userId, ids)
      const fresh = new Map<number, number>()
      for (const { id, at, person } of rows) {
        if (here.has(id) || fresh.has(id) || wasBroughtBefore(state, person, at)) continue
        if (tx || isNewInDryRun(state, `follow ${userId} ${id}`)) fresh.set(id, at ?? state.readAt)
      }
      if (tx && fresh.size > 0) {
        await insertImportedFollows(tx, userId, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.size
    })
    state.report.count('follow', 'imported', added)
    state.report.count('follow', 'unchanged', rows.length - added)
  }
}
