import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import type { Db, Queryable } from '../open.ts'
import { uidKey } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { isVisible } from '../visibility/filter.ts'

export type CoverEntity = 'book' | 'series'

/** A book or series, as far as its cover is concerned. */
export interface CoverOwner {
  entity: CoverEntity
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

/** What is shown for it: a series without a cover of its own shows that of its first book. */
export type Pictured = Pick<CoverOwner, 'id' | 'uid' | 'title' | 'coverId' | 'coverVersion'>

/** A page of covers asks for each of them, and again whenever it is shown. */
const ownersCache = defineViewerCache<string, CoverOwner | undefined>('cover_owners', { scopesOf: () => ['catalog'] })
const firstBooksCache = defineViewerCache<number, Pictured | undefined>('cover_first_books', {
  scopesOf: () => ['catalog'],
})

export async function findCoverOwner(
  db: Db,
  viewer: Viewer,
  entity: CoverEntity,
  uid: Uint8Array,
): Promise<CoverOwner | undefined> {
  const read = () => readOwner(db, viewer, entity, uid)
  const cache = ownersCache(db, viewer)
  return cache ? cache.load(entity + uidKey(uid), NO_REVISION, read) : read()
}

export async function findPictured(db: Db, viewer: Viewer, owner: CoverOwner): Promise<Pictured | undefined> {
  if (owner.entity === 'book' || owner.coverId !== null) return owner
  const read = () => readFirstBook(db, owner.id)
  const cache = firstBooksCache(db, viewer)
  return cache ? cache.load(owner.id, NO_REVISION, read) : read()
}

async function readOwner(
  db: Queryable,
  viewer: Viewer,
  entity: CoverEntity,
  uid: Uint8Array,
): Promise<CoverOwner | undefined> {
  // Both tables have these columns, which Kysely's types cannot say.
  const from = entity === 'book' ? db.query.selectFrom('book as t') : (db.query.selectFrom('series as t') as never)
  const row = await (from as ReturnType<typeof db.query.selectFrom<'book as t'>>)
    .innerJoin('library as l', 'l.id', 't.library_id')
    .select(['t.id', 't.uid', 't.library_id as libraryId', 'l.uid as libraryUid', 't.class', 't.title'])
    .select(['t.cover_id as coverId', 't.cover_version as coverVersion'])
    .where('t.uid', '=', uid)
    .where(isVisible(db.kind, viewer.sees, 't.class'))
    .executeTakeFirst()
  return row && { entity, ...row }
}

/** The first in reading order that has a cover, else simply the first. */
async function readFirstBook(db: Queryable, seriesId: number): Promise<Pictured | undefined> {
  const first = (withCover: boolean) =>
    db.query
      .selectFrom('book')
      .select(['id', 'uid', 'title', 'cover_id as coverId', 'cover_version as coverVersion'])
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
