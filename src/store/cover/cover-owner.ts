import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import { type LibraryMetadataOptions, parseLibraryMetadataOptions } from '../library/library-metadata-options.ts'
import type { Db, Queryable } from '../open.ts'
import { uidMapKey } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export type CoverEntity = 'book' | 'series'

/** The fields of a book or series that its cover needs. */
export interface CoverOwner {
  entity: CoverEntity
  id: number
  uid: Uint8Array
  libraryId: number
  libraryUid: Uint8Array
  class: number
  title: string
  /** The chosen cover; null: the file's own. */
  coverId: number | null
  coverVersion: number
  /** Which book's cover a series without its own cover shows; by default the first book's. */
  rule?: LibraryMetadataOptions['seriesCover']
}

/** The owner of the displayed cover: a series without its own cover shows that of one of its books. */
export type ShownCoverOwner = Pick<CoverOwner, 'id' | 'uid' | 'title' | 'coverId' | 'coverVersion'> & {
  /** Depends on what this user has read. */
  isPersonal?: true
}

/** A page of covers reads each of them, every time it is shown. */
const ownersCache = defineViewerCache<string, CoverOwner | undefined>('cover_owners', { scopesOf: () => ['catalog'] })
const firstBooksCache = defineViewerCache<number, ShownCoverOwner | undefined>('cover_first_books', {
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
  return cache ? cache.load(entity + uidMapKey(uid), NO_REVISION, read) : read()
}

export async function findShownCoverOwner(
  db: Db,
  viewer: Viewer,
  owner: CoverOwner,
): Promise<ShownCoverOwner | undefined> {
  if (owner.entity === 'book' || owner.coverId !== null) return owner
  const { rule = 'first' } = owner
  const isLast = rule === 'last' || rule === 'first_unread_or_last'
  const read = () => readEndBook(db, owner.id, isLast)
  const cache = firstBooksCache(db, viewer)
  const load = () => (cache ? cache.load(owner.id, NO_REVISION, read) : read())
  if (rule === 'first' || rule === 'last') return load()
  const shown = (await readFirstUnread(db, owner.id, viewer.userId)) ?? (await load())
  return shown && { ...shown, isPersonal: true }
}

/** Books without a cover are skipped: another one is shown instead. */
async function readFirstUnread(db: Queryable, seriesId: number, userId: number): Promise<ShownCoverOwner | undefined> {
  return db.query
    .selectFrom('book as b')
    .leftJoin('progress as p', (join) => join.onRef('p.book_id', '=', 'b.id').on('p.user_id', '=', userId))
    .select(['b.id', 'b.uid', 'b.title', 'b.cover_id as coverId', 'b.cover_version as coverVersion'])
    .where('b.series_id', '=', seriesId)
    .where('b.class', '>', 0)
    .where('b.cover_version', '>', 0)
    .where((is) => is.or([is('p.done', 'is', null), is('p.done', '=', 0)]))
    .orderBy('b.number')
    .orderBy('b.sort_key')
    .orderBy('b.id')
    .limit(1)
    .executeTakeFirst()
}

async function readOwner(
  db: Queryable,
  viewer: Viewer,
  entity: CoverEntity,
  uid: Uint8Array,
): Promise<CoverOwner | undefined> {
  // Both tables have these columns, which Kysely's types can't express.
  const from = entity === 'book' ? db.query.selectFrom('book as t') : (db.query.selectFrom('series as t') as never)
  const row = await (from as ReturnType<typeof db.query.selectFrom<'book as t'>>)
    .innerJoin('library as l', 'l.id', 't.library_id')
    .select(['t.id', 't.uid', 't.library_id as libraryId', 'l.uid as libraryUid', 't.class', 't.title'])
    .select(['t.cover_id as coverId', 't.cover_version as coverVersion', 'l.metadata_options as options'])
    .where('t.uid', '=', uid)
    .where(visibilityCondition(db.kind, viewer.sees, 't.class'))
    .executeTakeFirst()
  if (!row) return undefined
  const { options, ...owner } = row
  return { entity, ...owner, ...(entity === 'series' && { rule: parseLibraryMetadataOptions(options).seriesCover }) }
}

/** The first or last book in reading order that has a cover, else simply the first or last. */
async function readEndBook(db: Queryable, seriesId: number, isLast: boolean): Promise<ShownCoverOwner | undefined> {
  const direction = isLast ? 'desc' : 'asc'
  const first = (withCover: boolean) =>
    db.query
      .selectFrom('book')
      .select(['id', 'uid', 'title', 'cover_id as coverId', 'cover_version as coverVersion'])
      .where('series_id', '=', seriesId)
      .where('class', '>', 0)
      .$if(withCover, (query) => query.where('cover_version', '>', 0))
      .orderBy('number', direction)
      .orderBy('sort_key', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
  return (await first(true)) ?? first(false)
}
