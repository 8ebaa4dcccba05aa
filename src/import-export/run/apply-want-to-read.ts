import { findWantToRead, insertImportedWantToRead } from '../../store/import/want-to-read.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { WantToReadRecord } from '../records.ts'
import {
  findImportedItem,
  findImportedUser,
  type ImportRunState,
  inTransactionOrDryRun,
  isNewInDryRun,
  isSkipReason,
  reportNameOfRow,
} from './import-state.ts'

export async function applyWantToRead(state: ImportRunState, records: readonly WantToReadRecord[]): Promise<void> {
  const ready = records.flatMap((record) => {
    const [person, id] = [findImportedUser(state, record.userId), findImportedItem(state, record)]
    const reason = isSkipReason(person) ? person : isSkipReason(id) ? id : undefined
    if (!reason) return [{ userId: (person as { id: number }).id, of: record.of, id: id as number, at: record.at }]
    state.report.leave('wish', reportNameOfRow(state, record.of, record.id, record.userId), reason)
    return []
  })
  for (const rows of Map.groupBy(ready, ({ userId, of }) => `${userId} ${of}`).values()) {
    const { userId, of } = rows[0]!
    const ids = rows.map((row) => row.id)
    const added = await inTransactionOrDryRun(state, async (tx) => {
      const here = await findWantToRead(tx ?? state.deps.db.query, userId, of, ids)
      const fresh = new Map<number, number>()
      for (const { id, at } of rows) {
        if (here.has(id) || fresh.has(id)) continue
        if (tx || isNewInDryRun(state, `wish ${userId} ${of} ${id}`)) fresh.set(id, at ?? state.readAt)
      }
      if (tx && fresh.size > 0) {
        await insertImportedWantToRead(tx, userId, of, fresh)
        await bumpRevisions(tx, `user:${userId}`)
      }
      return fresh.size
    })
    state.report.count('wish', 'imported', added)
    state.report.count('wish', 'unchanged', rows.length - added)
  }
}
