import { hash } from 'node:crypto'
import { storeRowKeys } from '../../store/import/row-keys.ts'
import type { ImportRecord, RecordType } from '../records.ts'
import { findImportedItem, findImportedUser, type ImportRunState, isSkipReason } from './import-run-state.ts'

/**
 * Which single rows earlier runs imported. An imported row that no longer exists was deleted here, and isn't imported
 * again; a row that has changed there since is another row.
 */
type RowOfUser = Extract<ImportRecord, { userId: string }>

const REMEMBERED: ReadonlySet<RecordType> = new Set([
  'progress',
  'completion',
  'session',
  'rating',
  'wantToRead',
  'bookmark',
  'follow',
  'hide',
  'preference',
])

/** These wait until their book is analysed. */
const AFTER_ANALYSIS: ReadonlySet<string> = new Set(['progress', 'bookmark'])

/** Looks up a batch, and returns a function that stores its keys once it is written. */
export function findRowsOfEarlierRuns(
  state: ImportRunState,
  type: RecordType,
  batch: readonly ImportRecord[],
): () => Promise<void> {
  if (!REMEMBERED.has(type)) return async () => {}
  const undated = new Map(state.undatedRows)
  const keys = new Map<ImportRecord, bigint>()
  for (const record of batch as readonly RowOfUser[]) {
    const key = keyOfRecord(state, record, undated)
    if (key !== undefined) keys.set(record, key)
  }
  for (const [record, key] of keys) if (state.knownRows.has(key)) state.importedEarlier.add(record)
  return async () => {
    for (const [name, count] of undated) state.undatedRows.set(name, count)
    await storeNewRowKeys(state, [...keys.values()])
  }
}

/** A short hash with our ids: a row that is now assigned to another account or book hasn't been imported there. */
export const rowKey = (...parts: readonly unknown[]): bigint =>
  hash('sha256', JSON.stringify(parts), 'buffer').readBigUInt64BE(0)

/** Stores the keys of a batch that no earlier run has stored. */
export async function storeNewRowKeys(state: ImportRunState, keys: readonly bigint[]): Promise<void> {
  const fresh = keys.filter((key) => !state.knownRows.has(key))
  if (state.isDryRun || fresh.length === 0) return
  await state.deps.db.transaction((tx) => storeRowKeys(tx, state.sourceId, fresh))
}

/** Undefined when it is left for a later run. */
function keyOfRecord(state: ImportRunState, record: RowOfUser, undated: Map<string, number>): bigint | undefined {
  const person = findImportedUser(state, record.userId)
  if (isSkipReason(person)) return undefined
  if (record.type === 'preference') return rowKey(record.type, person.id, record.key, record.value, record.at)
  const item = itemOf(record)
  const id = item && findImportedItem(state, item)
  if (item === undefined || isSkipReason(id)) return undefined
  const isAnalysed = item.of === 'series' || state.matcher.found.get(item.id)?.isAnalysed
  if (AFTER_ANALYSIS.has(record.type) && state.waitsForAnalysis && !isAnalysed) return undefined
  return rowKey(record.type, person.id, item.of, id, ...contentsOf(record, `${person.id} ${id}`, undated))
}

function itemOf(record: RowOfUser): { of: 'book' | 'series'; id: string } | undefined {
  if ('bookId' in record) return { of: 'book', id: record.bookId }
  if ('seriesId' in record) return { of: 'series', id: record.seriesId }
  return 'of' in record ? { of: record.of, id: record.id } : undefined
}

/** The values that make it another row when they change there. */
function contentsOf(record: RowOfUser, of: string, undated: Map<string, number>): unknown[] {
  if (record.type === 'progress') {
    const { readAt, completedAt, startedAt, page, percentage, isCompleted } = record
    const time = readAt ?? completedAt ?? startedAt
    return time === null ? [page, percentage, isCompleted] : [time]
  }
  if (record.type === 'completion') {
    if (!record.isUndated && record.completedAt !== null) return [record.completedAt]
    const nth = (undated.get(of) ?? 0) + 1
    undated.set(of, nth)
    return ['undated', nth]
  }
  if (record.type === 'session') return [record.startedAt ?? record.endedAt]
  if (record.type === 'rating') return [record.rating, record.notes, record.at]
  if (record.type === 'bookmark') return [record.page, record.locator, record.note, record.at]
  return []
}
