import { type ImportedProgress, writeImportedProgress } from '../../store/import/progress.ts'
import { inChunks } from '../../store/in-chunks.ts'
import type { Tx } from '../../store/open.ts'
import { readPublicationStructures } from '../../store/page/read-pages.ts'
import { findProgressOfBooks } from '../../store/progress/list.ts'
import type { ProgressRow } from '../../store/progress/read.ts'
import { bumpRevisions } from '../../store/revision.ts'
import type { ProgressRecord } from '../user-records.ts'
import { addCompletions } from './apply-history.ts'
import { findEpubPositions, type PositionToFind, PUBLICATIONS_PER_BATCH } from './find-epub-positions.ts'
import { findOwnersOfRecords, groupByUser, type RecordWithOwner } from './find-owners-of-records.ts'
import {
  type ImportRunState,
  inTransactionOrDryRun,
  mustWaitForAnalysis,
  reportNameOfRow,
  wasImportedEarlier,
} from './import-run-state.ts'
import { toImportedProgress } from './to-imported-progress.ts'

/** The newer progress wins; progress without a time counts as older than any other. */
export async function applyProgress(state: ImportRunState, records: readonly ProgressRecord[]): Promise<void> {
  const ready = findOwnersOfRecords(state, records).filter(({ record, book }) => {
    const name = reportNameOfRow(state, 'book', record.bookId, record.userId)
    return !mustWaitForAnalysis(state, 'progress', book, name)
  })
  for (const [userId, rows] of groupByUser(ready)) {
    const theirs = await findNewestByBook(state, rows)
    const merge = (tx: Tx | undefined) => mergeProgress(state, tx, userId, theirs)
    const { decisions, remember } = await inTransactionOrDryRun(state, merge)
    remember()
    for (const decision of decisions) {
      if (decision === 'imported' || decision === 'updated') state.report.count('progress', decision)
      else state.report.leave('progress', '', decision)
    }
  }
}

/** Their progress in one of our books. */
interface TheirProgress {
  row: ImportedProgress
  knowsTime: boolean
  isFromEarlierRun: boolean
}

async function findNewestByBook(
  state: ImportRunState,
  rows: readonly RecordWithOwner<ProgressRecord>[],
): Promise<TheirProgress[]> {
  const newest = new Map<number, TheirProgress>()
  for (const some of inChunks(rows, PUBLICATIONS_PER_BATCH)) {
    for (const one of await convertRecords(state, some)) {
      const other = newest.get(one.row.book_id)
      // Two of their rows may be the same file: one that was moved, or a duplicate.
      if (other) state.report.count('progress', 'unchanged')
      if (!other || other.row.read_at < one.row.read_at) newest.set(one.row.book_id, one)
    }
  }
  return [...newest.values()]
}

async function convertRecords(
  state: ImportRunState,
  rows: readonly RecordWithOwner<ProgressRecord>[],
): Promise<TheirProgress[]> {
  const texts = rows.filter(({ record, book }) => book.format === 'epub' && (record.locator || record.pointer))
  const outlines = await readPublicationStructures(state.deps.db, [...new Set(texts.map(({ book }) => book.id))])
  const positions = await findEpubPositions(state, texts.flatMap(positionToFind(state)))
  return rows.map(({ record, person, book }) => {
    const exact = positions(book.id, record.pointer ?? '')
    const converted = toImportedProgress(record, book, state.firstReadAt, { outline: outlines.get(book.id), exact })
    const item = { of: 'book', id: record.bookId } as const
    const isFromEarlierRun = wasImportedEarlier(state, record, person, converted.row.read_at, item)
    return { ...converted, isFromEarlierRun }
  })
}

/** Rows that an earlier run imported aren't written again. */
const positionToFind =
  (state: ImportRunState) =>
  ({ record, book }: RecordWithOwner<ProgressRecord>): PositionToFind[] => {
    const isPointed = record.pointer && typeof record.locator?.href !== 'string' && !record.isCompleted
    return isPointed && !state.importedEarlier.has(record) ? [{ book, pointer: record.pointer! }] : []
  }

type Decision = 'imported' | 'updated' | 'ours_newer' | 'already_here'

/** The columns for comparing two rows. */
type OurProgress = Pick<ProgressRow, 'read_at' | 'started_at' | 'done' | 'page' | 'percentage'>

const columnsToCompare = ({ read_at, started_at, done, page, percentage }: ImportedProgress): OurProgress => ({
  ...{ read_at, started_at, done, page, percentage },
})

/** Without a transaction it only decides, and notes what it would have written. */
async function mergeProgress(
  state: ImportRunState,
  tx: Tx | undefined,
  userId: number,
  theirs: readonly TheirProgress[],
): Promise<{ decisions: Decision[]; remember: () => void }> {
  const ours = await readOurProgress(state, tx, userId, theirs)
  const decisions = theirs.map((one) => decide(state, one, ours.get(one.row.book_id)))
  const rows = theirs
    .filter((_, index) => decisions[index] === 'imported' || decisions[index] === 'updated')
    .map(({ row }) => {
      const startedAt = ours.get(row.book_id)?.started_at ?? row.started_at
      return { ...row, started_at: Math.min(row.started_at, startedAt) }
    })
  if (tx && rows.length > 0) await writeImportedProgress(tx, userId, rows)
  const { remember } = await addCompletions(state, tx, userId, theirs.flatMap(completionOf))
  if (tx) await bumpRevisions(tx, `user:${userId}`)
  else for (const row of rows) state.dryRunWrites.set(dryRunKey(userId, row.book_id), columnsToCompare(row))
  return { decisions, remember }
}

function decide(
  { firstReadAt }: ImportRunState,
  { row, knowsTime, isFromEarlierRun }: TheirProgress,
  ours: OurProgress | undefined,
): Decision {
  // What an earlier run imported and is no longer here was deleted here.
  if (!ours) return isFromEarlierRun ? 'already_here' : 'imported'
  if (knowsTime && row.read_at > ours.read_at) return 'updated'
  const same = ['read_at', 'done', 'page', 'percentage'] as const
  const isSame = same.every((column) => ours[column] === row[column])
  if (isSame || isFromEarlierRun) return isSame ? 'already_here' : 'ours_newer'
  // Ours came from there without a time, and nobody has read here since.
  return ours.read_at === firstReadAt ? 'updated' : 'ours_newer'
}

/** An earlier run has imported the completion of its rows, too. */
function completionOf({ row, knowsTime, isFromEarlierRun }: TheirProgress) {
  if (!row.done || row.completed_at === null || isFromEarlierRun) return []
  return [{ bookId: row.book_id, completedAt: row.completed_at, isUndated: !knowsTime }]
}

/** In a dry run: also what its earlier rows would have written. */
async function readOurProgress(
  state: ImportRunState,
  tx: Tx | undefined,
  userId: number,
  theirs: readonly TheirProgress[],
): Promise<Map<number, OurProgress>> {
  const bookIds = theirs.map(({ row }) => row.book_id)
  const isNewUser = userId < 0
  const stored = isNewUser ? [] : await findProgressOfBooks(tx ?? state.deps.db.query, userId, bookIds)
  const ours = new Map<number, OurProgress>(stored)
  for (const bookId of tx ? [] : bookIds) {
    const written = state.dryRunWrites.get(dryRunKey(userId, bookId)) as OurProgress | undefined
    if (written) ours.set(bookId, written)
  }
  return ours
}

const dryRunKey = (userId: number, bookId: number): string => `progress ${userId} ${bookId}`
