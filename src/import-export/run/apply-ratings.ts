import { describeImportDetail, type ImportRowName } from '../../contract/import-details.ts'
import { findRatingTimes, type ImportedRating, writeImportedRatings } from '../../store/import/ratings.ts'
import type { Tx } from '../../store/open.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { RatingRecord } from '../user-records.ts'
import { cutText } from './cut-text.ts'
import {
  findImportedItem,
  findImportedUser,
  type ImportRunState,
  inTransactionOrDryRun,
  isSkipReason,
  reportNameOfRow,
  wasBroughtBefore,
} from './import-run-state.ts'

interface ReadyRating {
  userId: number
  of: RatingRecord['of']
  id: number
  name: ImportRowName
  /** An earlier run imported it: if it doesn't exist, it was deleted here. */
  wasBrought: boolean
  given: ImportedRating
}

export async function applyRatings(state: ImportRunState, records: readonly RatingRecord[]): Promise<void> {
  const ready = records.flatMap((record): ReadyRating[] => {
    const [person, id] = [findImportedUser(state, record.userId), findImportedItem(state, record)]
    const name = reportNameOfRow(state, record.of, record.id, record.userId)
    if (isSkipReason(person)) state.report.leave('rating', name, person)
    else if (isSkipReason(id)) state.report.leave('rating', name, id)
    else if (record.rating === null) state.report.leave('rating', name, 'no_twin', 'review_only')
    else if (record.rating <= 0 || record.rating > MAX_RATING)
      state.report.leave(
        'rating',
        name,
        'invalid_value',
        describeImportDetail('rating_value', { rating: String(record.rating) }),
      )
    else {
      const rating = Math.max(1, Math.round(record.rating))
      const given = { rating, notes: cutText(state, 'rating', name, record.notes, 10_000), at: record.at ?? 1 }
      const wasBrought = wasBroughtBefore(state, record, person, record.at, record)
      return [{ userId: person.id, of: record.of, id, name, wasBrought, given }]
    }
    return []
  })
  for (const rows of Map.groupBy(ready, ({ userId, of }) => `${userId} ${of}`).values()) {
    const outcomes = await inTransactionOrDryRun(state, (tx) => mergeRatings(state, tx, rows))
    for (const [index, { name }] of rows.entries()) {
      const outcome = outcomes[index]!
      if (outcome === 'older') state.report.leave('rating', name, 'already_here')
      else state.report.count('rating', outcome)
    }
  }
}

const MAX_RATING = 100

/** A newer rating here stays. Returns the outcome of each row. */
async function mergeRatings(state: ImportRunState, tx: Tx | undefined, rows: readonly ReadyRating[]) {
  const { userId, of } = rows[0]!
  const ids = rows.map((row) => row.id)
  const ratedAt = await findRatingTimes(tx ?? state.deps.db.query, userId, of, ids)
  const pretended = (id: number) => `rating ${userId} ${of} ${id}`
  if (!tx) {
    for (const id of ids) {
      const at = state.pretended.get(pretended(id)) as number | undefined
      if (at !== undefined) ratedAt.set(id, at)
    }
  }
  const newest = new Map<number, ImportedRating>()
  const outcomes = rows.map(({ id, wasBrought, given }) => {
    const before = ratedAt.get(id)
    if (before === undefined && wasBrought) return 'older' as const
    if (before !== undefined && before >= given.at) return 'older' as const
    newest.set(id, given)
    ratedAt.set(id, given.at)
    return before === undefined ? ('imported' as const) : ('updated' as const)
  })
  if (!tx) for (const [id, { at }] of newest) state.pretended.set(pretended(id), at)
  else if (newest.size > 0) {
    await writeImportedRatings(tx, userId, of, newest)
    await bumpRevisions(tx, 'catalog', `user:${userId}`)
  }
  return outcomes
}
