import type { ForeignDatabase } from '../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignJsonOf, foreignNumberOf, foreignTextOf, foreignTimeOf } from '../foreign-values.ts'
import { IMPORTING_USER_ID, type ImportRecord, skippedRecord } from '../records.ts'
import type { ProgressRecord } from '../user-records.ts'
import { type CalibreBooks, calibreFileOf, nameOfCalibreBook } from './calibre-books.ts'
import { cfiOfCalibre, pageOfCalibreComic } from './calibre-cfi.ts'
import type { CalibreColumns } from './calibre-columns.ts'
import { calibreUserOf } from './calibre-users.ts'

export function* calibreProgress(
  db: ForeignDatabase,
  library: CalibreBooks,
  columns: CalibreColumns,
): Generator<ImportRecord> {
  const newest = new Map<string, ProgressRecord>()
  const nameOfFile = new Map([...library.byBook.values()].flat().map(({ recordId, path }) => [recordId, path]))
  const older: ImportRecord[] = []
  const finished: ImportRecord[] = []
  // One position per user and book: older ones, from another device or a column, are reported.
  const keep = (record: ProgressRecord) => {
    const key = `${record.userId} ${record.bookId}`
    const known = newest.get(key)
    const isNewer = (known?.readAt ?? -1) < (record.readAt ?? 0)
    const last = isNewer ? known : record
    // A user who is reading it again has finished it before.
    const wasFinished = last?.isCompleted && (isNewer ? !record.isCompleted : !known!.isCompleted)
    if (last && wasFinished) {
      const { userId, bookId, completedAt } = last
      finished.push({ type: 'completion', userId, bookId, completedAt, isUndated: completedAt === null })
    } else if (last) older.push(skippedRecord('progress', nameOfFile.get(last.bookId) ?? last.bookId, 'newer_position'))
    if (isNewer) newest.set(key, record)
  }
  for (const row of db.rows('last_read_positions', ['book', 'format', 'user', 'cfi', 'epoch', 'pos_frac', 'device'])) {
    const file = calibreFileOf(library, foreignIdOf(row.book), foreignTextOf(row.format))
    if (!file) {
      yield skippedRecord('progress', nameOfCalibreBook(library, foreignIdOf(row.book)), 'item_gone')
      continue
    }
    const [at, fraction] = [foreignTimeOf(row.epoch), foreignNumberOf(row.pos_frac) ?? 0]
    keep(
      place(
        calibreUserOf(foreignTextOf(row.user)),
        file,
        fraction,
        at,
        foreignTextOf(row.cfi),
        foreignTextOf(row.device, 200),
      ),
    )
  }
  for (const row of db.rows('annotations', ['book', 'format', 'user_type', 'user', 'timestamp', 'annot_data'], {
    where: { annot_type: 'last-read' },
  })) {
    const file = calibreFileOf(library, foreignIdOf(row.book), foreignTextOf(row.format))
    const position = foreignJsonOf(row.annot_data) as { pos?: unknown; pos_frac?: unknown } | null
    if (!file) yield skippedRecord('progress', nameOfCalibreBook(library, foreignIdOf(row.book)), 'item_gone')
    else {
      const user = foreignTextOf(row.user_type) === 'web' ? calibreUserOf(foreignTextOf(row.user)) : IMPORTING_USER_ID
      const fraction = typeof position?.pos_frac === 'number' ? position.pos_frac : null
      const cfi = typeof position?.pos === 'string' ? position.pos : null
      keep(place(user, file, fraction, foreignTimeOf(row.timestamp), cfi, null))
    }
  }
  for (const [bookId, read] of columns.readStates()) {
    const file = calibreFileOf(library, bookId, null)
    if (!file) {
      yield skippedRecord('progress', nameOfCalibreBook(library, bookId), 'no_file')
      continue
    }
    const { isRead, at, percentage } = read
    keep({
      ...place(IMPORTING_USER_ID, file, isRead ? 1 : percentage, at, null, null),
      isCompleted: isRead,
      completedAt: isRead ? at : null,
    })
  }
  yield* newest.values()
  yield* older
  yield* finished
}

function place(
  userId: string,
  { recordId: bookId, isOther, format }: NonNullable<ReturnType<typeof calibreFileOf>>,
  fraction: number | null,
  at: number | null,
  cfi: string | null,
  device: string | null,
): ProgressRecord {
  const isCompleted = fraction !== null && fraction >= READ_FROM
  const isComic = format.startsWith('CB')
  const standard = cfi && !isOther && !isComic ? cfiOfCalibre(cfi) : null
  const fragments = standard ? [standard] : []
  return {
    type: 'progress',
    userId,
    bookId,
    page: cfi && !isOther && isComic ? pageOfCalibreComic(cfi) : null,
    pageCount: null,
    percentage: fraction,
    isCompleted,
    startedAt: at,
    readAt: at,
    completedAt: isCompleted ? at : null,
    device,
    ...(fragments.length > 0 && {
      locator: { locations: { fragments, ...(fraction !== null && { totalProgression: fraction }) } },
    }),
  }
}

const READ_FROM = 0.99
