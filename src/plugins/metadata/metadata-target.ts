import type { BookEditTarget, SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import { type EditableBook, readEditableBooks } from '../../store/metadata/editable-book.ts'
import { type EditableSeries, readEditableSeries } from '../../store/metadata/editable-series.ts'
import type { Db } from '../../store/open.ts'

/** The series or book that metadata is looked up for. */
export type MetadataTarget = { entity: 'series'; of: SeriesEditTarget } | { entity: 'book'; of: BookEditTarget }

export async function readSeriesState(db: Db, id: number): Promise<EditableSeries | undefined> {
  return (await db.transaction((tx) => readEditableSeries(tx, db.kind, [id])))[0]
}

export async function readBookState(db: Db, id: number): Promise<EditableBook | undefined> {
  return (await db.transaction((tx) => readEditableBooks(tx, db.kind, [id])))[0]
}
