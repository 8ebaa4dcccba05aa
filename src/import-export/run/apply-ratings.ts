import { normaliseText } from '../../catalog/metadata/normalise-text.ts'
import { describeImportDetail, type ImportRowName } from '../../contract/import-details.ts'
import { findStoredRatings, type ImportedRating, writeImportedRatings } from '../../store/import/ratings.ts'
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
  wasImportedEarlier,
} from './import-run-state.ts'

interface ReadyRating {
  userId: number
  of: RatingRecord['of']
  id: number
  name: ImportRowName
  /** An earlier run imported it: if it doesn't exist, it was deleted here. */
  isFromEarlierRun: boolean
  given: ImportedRating
}

export async function applyRatings(state: ImportRunState, records: readonly RatingRecord[]): Promise<void> {
  const ready = records.flatMap((record): ReadyRating[] => {
    const [person, id] = [findImportedUser(state, record.userId), findImportedItem(state, record)]
    const name = reportNameOfRow(state, record.of, record.id, record.userId)
    if (isSkipReason(person)) state.report.leave('rating', name, person)
    else if (isSkipReason(id)) state.report.leave('rating', name, id)
    else {
      const given = checkRating(state, record, name)
      const isFromEarlierRun = wasImportedEarlier(state, record, person, record.at, record)
      return given ? [{ userId: person.id, of: record.of, id, name, isFromEarlierRun, given }] : []
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

/** A review is imported even if its rating is missing or not valid. Undefined: there is neither. */
function checkRating(state: ImportRunState, record: RatingRecord, name: ImportRowName): ImportedRating | undefined {
  const { rating, at } = record
  const notes = normaliseText(record.notes)
  if (rating !== null && !(rating > 0 && rating <= MAX_RATING)) {
    const detail = describeImportDetail('rating_value', { rating: String(rating) })
    if (notes === null) {
      state.report.leave('rating', name, 'invalid_value', detail)
      return undefined
    }
    state.report.note('rating', name, 'invalid_value', detail)
    return { rating: null, notes: cutText(state, 'rating', name, notes, MAX_NOTES), at: at ?? UNDATED }
  }
  if (rating === null && notes === null) {
    state.report.leave('rating', name, 'no_equivalent', 'rating_empty')
    return undefined
  }
  return {
    rating: rating === null ? null : Math.max(1, Math.round(rating)),
    notes: cutText(state, 'rating', name, notes, MAX_NOTES),
    at: at ?? UNDATED,
  }
}

const MAX_RATING = 100
/** Older than any change here. */
const UNDATED = 1
const MAX_NOTES = 10_000

/** Returns the outcome of each row. */
async function mergeRatings(state: ImportRunState, tx: Tx | undefined, rows: readonly ReadyRating[]) {
  const { userId, of } = rows[0]!
  const ids = rows.map((row) => row.id)
  const stored = await findStoredRatings(tx ?? state.deps.db.query, userId, of, ids)
  const dryRunKey = (id: number) => `rating ${userId} ${of} ${id}`
  if (!tx) {
    for (const id of ids) {
      const before = state.dryRunWrites.get(dryRunKey(id)) as ImportedRating | undefined
      if (before) stored.set(id, before)
    }
  }
  const merged = new Map<number, ImportedRating>()
  const seen = new Set<number>()
  const outcomes = rows.map(({ id, isFromEarlierRun, given }) => {
    const before = stored.get(id)
    // Two of their rows may be the same book: the second doesn't say that the first was changed.
    const after = mergeRating(before, given, { isFromEarlierRun, isSecond: seen.has(id) })
    seen.add(id)
    if (!after) return 'older' as const
    merged.set(id, after)
    stored.set(id, after)
    return before === undefined ? ('imported' as const) : ('updated' as const)
  })
  if (!tx) for (const [id, rating] of merged) state.dryRunWrites.set(dryRunKey(id), rating)
  else if (merged.size > 0) {
    await writeImportedRatings(tx, userId, of, merged)
    await bumpRevisions(tx, 'catalog', `user:${userId}`)
  }
  return outcomes
}

/**
 * The newer rating and the newer review stay; what only one side has is never lost, unless it was imported before and
 * deleted here since. Undefined: nothing changes.
 */
function mergeRating(
  stored: ImportedRating | undefined,
  given: ImportedRating,
  { isFromEarlierRun, isSecond }: { isFromEarlierRun: boolean; isSecond: boolean },
): ImportedRating | undefined {
  if (!stored) return isFromEarlierRun ? undefined : given
  // Neither has a time, so nobody has changed ours: theirs was changed there since it was imported.
  const isChangedThere = stored.at === UNDATED && given.at === UNDATED && !isFromEarlierRun && !isSecond
  if (isChangedThere && (stored.rating !== given.rating || stored.notes !== given.notes)) return given
  const [newer, older] = given.at > stored.at ? [given, stored] : [stored, given]
  if (newer === stored && isFromEarlierRun) return undefined
  const merged = { rating: newer.rating ?? older.rating, notes: newer.notes ?? older.notes, at: newer.at }
  const isSame = merged.rating === stored.rating && merged.notes === stored.notes && merged.at === stored.at
  return isSame ? undefined : merged
}
