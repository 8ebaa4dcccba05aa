import { type RawBuilder, sql } from 'kysely'
import { isHiddenCondition } from '../hidden-series/hidden-series.ts'
import type { Queryable } from '../open.ts'
import { uuidToBytes } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** The books that a user wants on a device. */
export interface KoboScope {
  everything: boolean
  libraryIds: string[]
  collectionIds: string[]
  readListIds: string[]
  wantToRead: boolean
  /** Books in progress, and the next books in the series they are reading. */
  reading: boolean
  formats: KoboScopeFormat[]
}
export type KoboScopeFormat = 'epub' | 'comic' | 'pdf'

/** By default a device gets what its user is about to read, not a million books. */
export const defaultKoboScope: KoboScope = {
  everything: false,
  libraryIds: [],
  collectionIds: [],
  readListIds: [],
  wantToRead: true,
  reading: true,
  formats: ['epub', 'comic'],
}

/** Missing fields, for instance from an older version, get their defaults. */
export const parseKoboScope = ({ scope }: { scope: string }): KoboScope => ({
  ...defaultKoboScope,
  ...(JSON.parse(scope) as Partial<KoboScope>),
})

/**
 * The books that a device should have, as a subquery with the columns of `book b`. Only books that the user may see.
 */
export function booksInKoboScopeSql(
  db: Pick<Queryable, 'kind'>,
  viewer: Viewer,
  scope: KoboScope,
): RawBuilder<unknown> {
  const formats = scope.formats.flatMap((format) => (format === 'comic' ? ['cbz', 'cbr'] : [format]))
  if (formats.length === 0) return sql`from book b where 1 = 0`
  const wanted: RawBuilder<unknown>[] = [sql`1 = 0`]
  // Hidden series stay where the user asked for them by name: in lists and what they want to read.
  const isHidden = isHiddenCondition(db.kind, viewer.userId, 'b.series_id')
  const offer = (books: RawBuilder<unknown>) => wanted.push(sql`(${books}) and not ${isHidden}`)
  if (scope.everything) offer(sql`1 = 1`)
  if (scope.libraryIds.length > 0) {
    offer(sql`b.library_id in (select id from library where uid in (${uids(scope.libraryIds)}))`)
  }
  if (scope.collectionIds.length > 0) {
    wanted.push(sql`b.series_id in (select m.series_id from collection_series m join collection c on c.id = m.collection_id
      where c.uid in (${uids(scope.collectionIds)}) and (c.owner_id is null or c.owner_id = ${viewer.userId}))`)
  }
  if (scope.readListIds.length > 0) {
    wanted.push(sql`b.id in (select m.book_id from read_list_book m join read_list c on c.id = m.read_list_id
      where c.uid in (${uids(scope.readListIds)}) and (c.owner_id is null or c.owner_id = ${viewer.userId}))`)
  }
  if (scope.wantToRead) {
    wanted.push(sql`b.id in (select book_id from want_to_read where user_id = ${viewer.userId} and book_id is not null)
      or b.series_id in (select series_id from want_to_read where user_id = ${viewer.userId} and series_id is not null)`)
  }
  if (scope.reading) {
    offer(sql`b.id in (select book_id from progress where user_id = ${viewer.userId} and done = 0)`)
    offer(sql`b.series_id in (select series_id from series_progress where user_id = ${viewer.userId} and done > 0)
      and not exists (select 1 from progress p where p.user_id = ${viewer.userId} and p.book_id = b.id and p.done = 1)
      and not exists (select 1 from book o where o.series_id = b.series_id and o.class > 0 and o.number < b.number
        and not exists (select 1 from progress p where p.user_id = ${viewer.userId} and p.book_id = o.id and p.done = 1))`)
  }
  return sql`from book b where ${visibilityCondition(db.kind, viewer.sees, 'b.class')} and b.analyzed = 1 and b.analysis_error is null
    and b.format in (${sql.join(formats)}) and (${sql.join(wanted, sql` or `)})`
}

const uids = (ids: readonly string[]): RawBuilder<unknown> => sql.join(ids.map(uuidToBytes))
