import { type RawBuilder, sql } from 'kysely'
import type { DrivingSet } from '../list/driving-set.ts'
import type { ResolvedFilter } from '../list/resolved-filter.ts'
import { idCondition } from '../list/sql-conditions.ts'
import { isPositiveTest, seriesDrivingSets } from '../series/driving-sets.ts'
import type { BookFilter } from './filter.ts'

/** The sets that a list of books can start from. See `DrivingSet`. */
export function bookDrivingSets(found: ResolvedFilter, filter: BookFilter): DrivingSet[] {
  if ('all' in filter) return filter.all.flatMap((part) => bookDrivingSets(found, part))
  if ('any' in filter) {
    const parts = filter.any.map((part) => bookDrivingSets(found, part)[0]?.ids)
    if (parts.length === 0 || parts.some((part) => part === undefined)) return []
    const all = parts as RawBuilder<unknown>[]
    return [{ ids: sql.join(all, sql` union `), withDoubles: sql.join(all, sql` union all `) }]
  }
  if ('series' in filter) {
    return seriesDrivingSets(found, filter.series).map((series) => ofSeries(found, series, filter))
  }
  const ids = idsOf(found, filter)
  if (!ids) return []
  return [isExact(filter) ? { ids, exactly: filter } : { ids }]
}

/** For these filters the set is only a superset of the matches. */
const isExact = (filter: BookFilter): boolean =>
  !('readStatus' in filter) && !('flag' in filter) && !('person' in filter)

function idsOf(found: ResolvedFilter, filter: BookFilter): RawBuilder<unknown> | undefined {
  const { kind, userId } = found
  if ('seriesId' in filter && filter.seriesId.op === 'in') {
    return sql`select cb.id from book cb where ${idCondition(kind, sql`cb.series_id`, found.ids(filter.seriesId))}`
  }
  if ('id' in filter && filter.id.op === 'in') {
    return sql`select cb.id from book cb where ${idCondition(kind, sql`cb.id`, found.ids(filter.id))}`
  }
  if ('facet' in filter && isPositiveTest(filter.test.op)) {
    const link = sql.table(`book_${filter.facet}`)
    const ids = idCondition(kind, sql.ref(`cl.${filter.facet}_id`), found.ids(filter.test))
    return sql`select distinct cl.book_id as id from ${link} cl where ${ids}`
  }
  if ('person' in filter && isPositiveTest(filter.person.op)) {
    const ids = idCondition(kind, sql`cl.person_id`, found.ids(filter.person))
    return sql`select distinct cl.book_id as id from book_person cl where ${ids}`
  }
  if ('readList' in filter) {
    const ids = idCondition(kind, sql`cl.read_list_id`, found.ids(filter))
    return sql`select distinct cl.book_id as id from read_list_book cl where ${ids}`
  }
  if ('readStatus' in filter && !filter.readStatus.includes('unread')) {
    const one = new Set(filter.readStatus).size === 1
    const done = one ? sql`and cl.done = ${sql.lit(filter.readStatus[0] === 'read' ? 1 : 0)}` : sql``
    return sql`select cl.book_id as id from progress cl where cl.user_id = ${userId} ${done}`
  }
  return 'flag' in filter && filter.is ? flagged(filter.flag, userId) : undefined
}

/**
 * The index by series and title covers everything that a list by title needs, so the books needn't be looked up by id.
 */
function ofSeries(found: ResolvedFilter, series: DrivingSet, filter: BookFilter): DrivingSet {
  const exactly = series.exactly && 'series' in filter && series.exactly === filter.series ? filter : undefined
  return {
    ids: booksOf(found, series.ids),
    direct: {
      from: sql`(${series.ids}) cs cross join book b indexed by book_by_series_title`,
      where: [sql<boolean>`b.series_id = cs.id`],
    },
    exactly,
  }
}

function booksOf({ kind }: ResolvedFilter, series: RawBuilder<unknown>): RawBuilder<unknown> {
  const book = kind === 'sqlite' ? sql`book cb indexed by book_by_series_title` : sql`book cb`
  return sql`select cb.id from (${series}) cs cross join ${book} where cb.series_id = cs.id`
}

function flagged(flag: string, userId: number): RawBuilder<unknown> | undefined {
  if (flag === 'hasError') return sql`select distinct cl.book_id as id from book_error cl`
  if (flag === 'wantToRead') {
    return sql`select cl.book_id as id from want_to_read cl where cl.user_id = ${userId} and cl.book_id is not null`
  }
  if (flag === 'hasUserRating') {
    return sql`select cl.book_id as id from user_rating cl where cl.user_id = ${userId} and cl.book_id is not null
      and cl.rating is not null`
  }
  return undefined
}
