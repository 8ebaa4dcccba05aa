import type { Tx } from '../open.ts'
import { newUid } from '../uid.ts'
import type { SeriesRow } from './series-books.ts'
import { titleSortKeys } from './title-sort-keys.ts'

/** Sets these columns. Returns whether any of them was different. */
export async function writeSeriesColumns(
  tx: Tx,
  before: SeriesRow,
  wanted: Partial<SeriesRow>,
  now: number,
): Promise<boolean> {
  const changed = Object.entries(wanted).filter(
    ([column, value]) => value !== undefined && before[column as keyof SeriesRow] !== value,
  )
  if (changed.length === 0) return false
  await tx
    .updateTable('series')
    .set({ ...Object.fromEntries(changed), updated_at: now })
    .where('id', '=', before.id)
    .execute()
  return true
}

export interface BookOrder {
  id: number
  number: number | null
  numberText: string | null
  title: string
  titleSort: string | null
  /** `updated_at` of the book that this was computed from. */
  updatedAt: number
}

/** A book that was changed in the meantime keeps its newer values. */
export async function writeBookOrder(tx: Tx, books: readonly BookOrder[], now: number): Promise<void> {
  for (const book of books) {
    await tx
      .updateTable('book')
      .set({
        number: book.number,
        number_text: book.numberText,
        title: book.title,
        title_sort: book.titleSort,
        sort_key: titleSortKeys(book.title, book.titleSort).sort_key,
        updated_at: now,
      })
      .where('id', '=', book.id)
      .where('updated_at', '=', book.updatedAt)
      .execute()
  }
}

/** Stores a title from the files that differs from the displayed one. */
export async function ensureAlternateTitle(
  tx: Tx,
  seriesId: number,
  label: string,
  title: string,
  now: number,
): Promise<boolean> {
  const known = await tx
    .selectFrom('alternate_title')
    .select(['id', 'title'])
    .where('series_id', '=', seriesId)
    .where('label', '=', label)
    .executeTakeFirst()
  if (known?.title === title) return false
  if (known) {
    await tx.updateTable('alternate_title').set({ title, updated_at: now }).where('id', '=', known.id).execute()
    return true
  }
  await tx
    .insertInto('alternate_title')
    .values({ uid: newUid(), series_id: seriesId, label, title, created_at: now, updated_at: now })
    .execute()
  return true
}

export async function deleteAlternateTitleByLabel(tx: Tx, seriesId: number, label: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('alternate_title')
    .where('series_id', '=', seriesId)
    .where('label', '=', label)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
