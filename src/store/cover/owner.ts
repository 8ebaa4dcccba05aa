import type { Asks } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { isVisible } from '../visibility/filter.ts'

export type CoverNoun = 'book' | 'series'

/** A book or series, as far as its cover is concerned. */
export interface CoverOwner {
  noun: CoverNoun
  id: number
  uid: Uint8Array
  libraryId: number
  libraryUid: Uint8Array
  class: number
  title: string
  /** The chosen cover; null: the one from the file. */
  coverId: number | null
  coverVersion: number
}

export async function findCoverOwner(
  db: Asks,
  viewer: Viewer,
  noun: CoverNoun,
  uid: Uint8Array,
): Promise<CoverOwner | undefined> {
  // Both tables have these columns, which Kysely's types cannot say.
  const from = noun === 'book' ? db.query.selectFrom('book as t') : (db.query.selectFrom('series as t') as never)
  const row = await (from as ReturnType<typeof db.query.selectFrom<'book as t'>>)
    .innerJoin('library as l', 'l.id', 't.library_id')
    .select(['t.id', 't.uid', 't.library_id as libraryId', 'l.uid as libraryUid', 't.class', 't.title'])
    .select(['t.cover_id as coverId', 't.cover_version as coverVersion'])
    .where('t.uid', '=', uid)
    .where(isVisible(db.kind, viewer.sees, 't.class'))
    .executeTakeFirst()
  return row && { noun, ...row }
}

/** The book whose cover stands for its series: the first in reading order that has one, else simply the first. */
export async function findFirstBook(
  db: Asks,
  seriesId: number,
): Promise<Omit<CoverOwner, 'noun' | 'libraryUid'> | undefined> {
  const first = (withCover: boolean) =>
    db.query
      .selectFrom('book')
      .select(['id', 'uid', 'library_id as libraryId', 'class', 'title'])
      .select(['cover_id as coverId', 'cover_version as coverVersion'])
      .where('series_id', '=', seriesId)
      .where('class', '>', 0)
      .$if(withCover, (query) => query.where('cover_version', '>', 0))
      .orderBy('number')
      .orderBy('sort_key')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  return (await first(true)) ?? first(false)
}
