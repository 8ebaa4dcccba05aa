import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignJsonOf, foreignNumberOf, foreignTextOf, foreignTimeOf } from '../../foreign-values.ts'
import { IMPORTING_USER_ID, type ImportRecord, type SkippedRecord, skippedRecord } from '../../records.ts'
import type { CompletionRecord, ProgressRecord } from '../../user-records.ts'
import { type CalibreBooks, calibreFileOf, nameOfCalibreBook } from './calibre-books.ts'
import { cfiOfCalibre, pageOfCalibreComic } from './calibre-cfi.ts'
import type { CalibreColumns } from './calibre-columns.ts'
import { calibreUserOf } from './calibre-users.ts'

export function* calibreProgress(
  db: ForeignDatabase,
  library: CalibreBooks,
  columns: CalibreColumns,
): Generator<ImportRecord> {
  const newest = new NewestProgress(library)
  for (const rows of [contentServerPositions(db, library), viewerPositions(db, library), readBooks(library, columns)]) {
    for (const row of rows) {
      if (row.type === 'skipped') yield row
      else newest.add(row)
    }
  }
  yield* newest.all()
}

type Position = ProgressRecord | SkippedRecord

function* contentServerPositions(db: ForeignDatabase, library: CalibreBooks): Generator<Position> {
  for (const row of db.rows('last_read_positions', ['book', 'format', 'user', 'cfi', 'epoch', 'pos_frac', 'device'])) {
    const file = calibreFileOf(library, foreignIdOf(row.book), foreignTextOf(row.format))
    if (!file) {
      yield skippedRecord('progress', nameOfCalibreBook(library, foreignIdOf(row.book)), 'item_gone')
      continue
    }
    yield progressIn(file, calibreUserOf(foreignTextOf(row.user)), {
      fraction: foreignNumberOf(row.pos_frac) ?? 0,
      at: foreignTimeOf(row.epoch),
      cfi: foreignTextOf(row.cfi),
      device: foreignTextOf(row.device, 200),
    })
  }
}

function* viewerPositions(db: ForeignDatabase, library: CalibreBooks): Generator<Position> {
  const columns = ['book', 'format', 'user_type', 'user', 'timestamp', 'annot_data'] as const
  for (const row of db.rows('annotations', columns, { where: { annot_type: 'last-read' } })) {
    const file = calibreFileOf(library, foreignIdOf(row.book), foreignTextOf(row.format))
    if (!file) {
      yield skippedRecord('progress', nameOfCalibreBook(library, foreignIdOf(row.book)), 'item_gone')
      continue
    }
    const position = foreignJsonOf(row.annot_data) as { pos?: unknown; pos_frac?: unknown } | null
    const user = foreignTextOf(row.user_type) === 'web' ? calibreUserOf(foreignTextOf(row.user)) : IMPORTING_USER_ID
    yield progressIn(file, user, {
      fraction: typeof position?.pos_frac === 'number' ? position.pos_frac : null,
      at: foreignTimeOf(row.timestamp),
      cfi: typeof position?.pos === 'string' ? position.pos : null,
    })
  }
}

/** What custom columns say. */
function* readBooks(library: CalibreBooks, columns: CalibreColumns): Generator<Position> {
  for (const [bookId, { isRead, at, percentage }] of columns.readStates()) {
    const file = calibreFileOf(library, bookId, null)
    if (!file) {
      yield skippedRecord('progress', nameOfCalibreBook(library, bookId), 'no_file')
      continue
    }
    const record = progressIn(file, IMPORTING_USER_ID, { fraction: isRead ? 1 : percentage, at })
    yield { ...record, isCompleted: isRead, completedAt: isRead ? at : null }
  }
}

/** One position per user and book: older ones, from another device or a column, are reported. */
class NewestProgress {
  readonly #newest = new Map<string, ProgressRecord>()
  readonly #older: ImportRecord[] = []
  readonly #finished: CompletionRecord[] = []
  readonly #pathOfFile: ReadonlyMap<string, string>

  constructor({ byBook }: CalibreBooks) {
    this.#pathOfFile = new Map([...byBook.values()].flat().map(({ recordId, path }) => [recordId, path]))
  }

  add(record: ProgressRecord): void {
    const key = `${record.userId} ${record.bookId}`
    const known = this.#newest.get(key)
    const isNewer = (known?.readAt ?? -1) < (record.readAt ?? 0)
    const last = isNewer ? known : record
    // A user who is reading it again has finished it before.
    const wasFinished = last?.isCompleted && (isNewer ? !record.isCompleted : !known!.isCompleted)
    if (last && wasFinished) {
      const { userId, bookId, completedAt } = last
      this.#finished.push({ type: 'completion', userId, bookId, completedAt, isUndated: completedAt === null })
    } else if (last) {
      this.#older.push(skippedRecord('progress', this.#pathOfFile.get(last.bookId) ?? last.bookId, 'newer_position'))
    }
    if (isNewer) this.#newest.set(key, record)
  }

  *all(): Generator<ImportRecord> {
    yield* this.#newest.values()
    yield* this.#older
    yield* this.#finished
  }
}

interface ReadPosition {
  fraction: number | null
  at: number | null
  cfi?: string | null
  device?: string | null
}

function progressIn(
  { recordId: bookId, isOther, format }: NonNullable<ReturnType<typeof calibreFileOf>>,
  userId: string,
  { fraction, at, cfi = null, device = null }: ReadPosition,
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
