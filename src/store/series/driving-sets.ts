import { type RawBuilder, sql } from 'kysely'
import type { DrivingSet } from '../list/driving-set.ts'
import type { ResolvedFilter } from '../list/resolved-filter.ts'
import { idCondition, textCondition } from '../list/sql-conditions.ts'
import { facetKey } from '../text/fold-letters.ts'
import type { SeriesFilter } from './filter.ts'

/** The sets that a list of series can start from. See `DrivingSet`. */
export function seriesDrivingSets(found: ResolvedFilter, filter: SeriesFilter): DrivingSet[] {
  if ('all' in filter) return filter.all.flatMap((part) => seriesDrivingSets(found, part))
  if ('any' in filter) {
    const parts = filter.any.map((part) => seriesDrivingSets(found, part)[0]?.ids)
    if (parts.length === 0 || parts.some((part) => part === undefined)) return []
    const all = parts as RawBuilder<unknown>[]
    return [{ ids: sql.join(all, sql` union `), withDoubles: sql.join(all, sql` union all `) }]
  }
  const ids = idsOf(found, filter)
  if (!ids) return []
  return [isExact(filter) ? { ids, exactly: filter } : { ids }]
}

/** For these filters the set is only a superset of the matches. */
const isExact = (filter: SeriesFilter): boolean => !('readStatus' in filter) && !('flag' in filter)

function idsOf(found: ResolvedFilter, filter: SeriesFilter): RawBuilder<unknown> | undefined {
  const { kind, userId } = found
  if ('id' in filter && filter.id.op === 'in') {
    return sql`select cx.id from series cx where ${idCondition(kind, sql`cx.id`, found.ids(filter.id))}`
  }
  if ('facet' in filter && isPositiveTest(filter.test.op)) {
    const link = sql.table(`series_${filter.facet}`)
    const ids = found.ids(filter.test)
    const distinct = ids.length > 1 ? sql`distinct` : sql``
    const these = idCondition(kind, sql.ref(`cf.${filter.facet}_id`), ids)
    return sql`select ${distinct} cf.series_id as id from ${link} cf where ${these}`
  }
  if ('person' in filter && isPositiveTest(filter.person.op)) {
    return sql`select cx.id from series cx where ${idCondition(kind, sql`cx.id`, found.ids(filter))}`
  }
  if ('facetOfBooks' in filter && isPositiveTest(filter.test.op)) {
    const ids = idCondition(kind, sql.ref(`cf.${filter.facetOfBooks}_id`), found.ids(filter.test))
    return sql`select distinct cx.series_id as id from ${sql.table(`book_${filter.facetOfBooks}`)} cf cross join book cx
      where ${ids} and cx.id = cf.book_id and cx.class <> 0`
  }
  if ('collection' in filter) {
    const ids = idCondition(kind, sql`cf.collection_id`, found.ids(filter))
    return sql`select distinct cf.series_id as id from collection_series cf where ${ids}`
  }
  if ('text' in filter && filter.text === 'publisher' && filter.test.op === 'is') {
    return sql`select cx.id from series cx where cx.publisher_key = ${facetKey(filter.test.value)}`
  }
  if ('text' in filter && filter.text === 'imprint' && filter.test.op === 'is') {
    const holds = textCondition(kind, sql`cx.imprint`, filter.test)
    return sql`select cx.id from series cx where cx.imprint is not null and ${holds}`
  }
  if ('number' in filter && filter.number === 'year' && filter.test.op === 'eq') {
    return sql`select cx.id from series cx where cx.year = cast(${filter.test.value} as double precision)`
  }
  if ('readStatus' in filter && !filter.readStatus.includes('unread')) {
    return sql`select cf.series_id as id from series_progress cf where cf.user_id = ${userId}`
  }
  return 'flag' in filter && filter.is ? flagged(filter.flag, userId) : undefined
}

/** A negative test matches nearly everything, and so does one for any value. */
export const isPositiveTest = (op: string): boolean => !op.startsWith('not ') && op !== 'isNull' && op !== 'isNotNull'

function flagged(flag: string, userId: number): RawBuilder<unknown> | undefined {
  switch (flag) {
    case 'wantToRead':
      return sql`select cf.series_id as id from want_to_read cf where cf.user_id = ${userId} and cf.series_id is not null`
    case 'hasUserRating':
      return sql`select cf.series_id as id from user_rating cf where cf.user_id = ${userId} and cf.series_id is not null
        and cf.rating is not null`
    case 'followed':
      return sql`select cf.series_id as id from series_follow cf where cf.user_id = ${userId}`
    case 'hidden':
      return sql`select cf.series_id as id from hidden_series cf where cf.user_id = ${userId}`
    case 'hasExternalId':
      return sql`select distinct cf.series_id as id from series_external_id cf`
    case 'hasError':
      return sql`select distinct cx.series_id as id from book_error cf cross join book cx where cx.id = cf.book_id`
    default:
      return undefined
  }
}
