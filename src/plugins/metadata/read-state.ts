import { type BookState, readBookStates } from '../../store/metadata/book-state.ts'
import type { BookTarget, SeriesTarget } from '../../store/metadata/edit-targets.ts'
import { readSeriesStates, type SeriesState } from '../../store/metadata/series-state.ts'
import type { Db } from '../../store/open.ts'

/** What metadata is looked up for. */
export type MetadataTarget = { noun: 'series'; of: SeriesTarget } | { noun: 'book'; of: BookTarget }

export async function readSeriesState(db: Db, id: number): Promise<SeriesState | undefined> {
  return (await db.transaction((tx) => readSeriesStates(tx, db.kind, [id])))[0]
}

export async function readBookState(db: Db, id: number): Promise<BookState | undefined> {
  return (await db.transaction((tx) => readBookStates(tx, db.kind, [id])))[0]
}
