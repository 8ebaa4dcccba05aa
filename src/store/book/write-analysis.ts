import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import type { Tables } from '../tables.ts'

/** The result of a book's analysis: the changed columns and the dependent data. */
export interface AnalysedBook {
  bookId: number
  columns: AnalysedBookColumns
  meta?: { summary: string | null; authors: string; facts: string }
  /** Packed; undefined keeps the stored ones, null deletes them. */
  pages?: Uint8Array | null
  outline?: Uint8Array | null
  errors: readonly AnalysisErrorRow[]
}

export interface AnalysisErrorRow {
  type: string
  message: string
  details?: unknown
}

export type AnalysedBookColumns = Partial<{
  [Column in keyof Tables['book']]: Tables['book'][Column] extends infer T
    ? T extends { __select__: infer S }
      ? S
      : T
    : never
}>

/** The book before its file is read (again): fields that a user locked or edited must be kept. */
export interface BookBeforeAnalysis {
  id: number
  uid: Uint8Array
  seriesId: number
  libraryId: number
  libraryUid: Uint8Array
  seriesUid: Uint8Array
  seriesTitle: string
  /** Its series' path, which is the series' key. */
  seriesPath: string
  seriesBookCount: number
  class: number
  path: string
  fileName: string
  title: string
  titleSort: string | null
  numberText: string | null
  volume: number | null
  chapter: number | null
  coverId: number | null
  coverVersion: number
  summary: string | null
  authors: string | null
  facts: string | null
  locks: string | null
}

export async function readBooksBeforeAnalysis(
  tx: Pick<Tx, 'selectFrom'>,
  ids: readonly number[],
): Promise<Map<number, BookBeforeAnalysis>> {
  const rows = await tx
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .leftJoin('book_meta as m', 'm.book_id', 'b.id')
    .select(['l.uid as libraryUid'])
    .select([
      'b.id',
      'b.uid',
      'b.series_id as seriesId',
      'b.library_id as libraryId',
      's.uid as seriesUid',
      's.path as seriesPath',
    ])
    .select([
      's.title as seriesTitle',
      's.book_count as seriesBookCount',
      's.class',
      'b.path',
      'b.file_name as fileName',
    ])
    .select(['b.title', 'b.title_sort as titleSort', 'b.number_text as numberText', 'b.volume', 'b.chapter'])
    .select(['b.cover_id as coverId', 'b.cover_version as coverVersion'])
    .select(['m.summary', 'm.authors', 'm.facts', 'm.locks'])
    .where('b.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function writeAnalyses(tx: Tx, rows: readonly AnalysedBook[], now: number): Promise<void> {
  for (const { bookId, columns } of rows) {
    await tx
      .updateTable('book')
      .set({ ...columns, updated_at: now })
      .where('id', '=', bookId)
      .execute()
  }
  await writeMeta(tx, rows)
  await writeBlobs(
    tx,
    'book_pages',
    'pages',
    rows.map((row) => [row.bookId, row.pages]),
  )
  await writeBlobs(
    tx,
    'book_outline',
    'outline',
    rows.map((row) => [row.bookId, row.outline]),
  )
  await writeErrors(tx, rows, now)
}

async function writeMeta(tx: Tx, rows: readonly AnalysedBook[]): Promise<void> {
  const values = rows.flatMap(({ bookId, meta }) => (meta ? [{ book_id: bookId, ...meta }] : []))
  if (values.length === 0) return
  await tx
    .insertInto('book_meta')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('book_id').doUpdateSet((eb) => ({
        summary: eb.ref('excluded.summary'),
        authors: eb.ref('excluded.authors'),
        facts: eb.ref('excluded.facts'),
      })),
    )
    .execute()
}

async function writeBlobs(
  tx: Tx,
  table: 'book_pages' | 'book_outline',
  column: 'pages' | 'outline',
  blobs: readonly [bookId: number, blob: Uint8Array | null | undefined][],
): Promise<void> {
  const gone = blobs.filter(([, blob]) => blob === null).map(([bookId]) => bookId)
  if (gone.length > 0) await tx.deleteFrom(table).where('book_id', 'in', gone).execute()
  const toStore = blobs.filter((entry): entry is [number, Uint8Array] => entry[1] instanceof Uint8Array)
  if (toStore.length === 0) return
  const name = sql.ref(column)
  const values = sql.join(toStore.map(([bookId, blob]) => sql`(${bookId}, ${blob})`))
  await sql`insert into ${sql.table(table)} (book_id, ${name}) values ${values}
    on conflict (book_id) do update set ${name} = excluded.${name}`.execute(tx)
}

/** Replaces the stored errors with exactly these. */
async function writeErrors(tx: Tx, rows: readonly AnalysedBook[], now: number): Promise<void> {
  await tx
    .deleteFrom('book_error')
    .where(
      'book_id',
      'in',
      rows.map((row) => row.bookId),
    )
    .execute()
  const values = rows.flatMap(({ bookId, errors }) =>
    errors.map(({ type, message, details }) => ({
      book_id: bookId,
      type,
      message,
      details: details === undefined ? null : JSON.stringify(details),
      occurred_at: now,
    })),
  )
  if (values.length > 0) await tx.insertInto('book_error').values(values).execute()
}
