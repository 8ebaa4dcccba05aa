import { filterByAll } from './combine-filters.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import { type Column, idCondition, type SqlCondition } from './sql-conditions.ts'
import { NOT_UNREADABLE, UNREADABLE_SERIES } from './unreadable-series.ts'

/** What a filter asks for if it contains the flag `hidden`: the ids of the viewer's hidden series. */
export const HIDDEN_SERIES = {}

export const hiddenSeriesCondition = (found: ResolvedFilter, seriesId: Column): SqlCondition =>
  idCondition(found.kind, seriesId, found.ids(HIDDEN_SERIES))

/** The part of a filter that leaves out the series a viewer has hidden. */
export const NOT_HIDDEN = { flag: 'hidden', is: false } as const
export const NOT_IN_HIDDEN_SERIES = { series: NOT_HIDDEN } as const

/** For most viewers such a part excludes nothing, and their lists can be found the short way. */
export function isAlwaysTrue(found: ResolvedFilter, part: object): boolean {
  const own = 'series' in part ? (part.series as object) : part
  if (!('flag' in own && 'is' in own) || own.is) return false
  if (own.flag === NOT_HIDDEN.flag) return found.ids(HIDDEN_SERIES).length === 0
  return own.flag === NOT_UNREADABLE.flag && found.ids(UNREADABLE_SERIES).length === 0
}

/** Leaves hidden series out of what a query finds, unless it asks for them or has words to search for. */
export function withoutHidden<Query extends { filter?: object; search?: string }>(query: Query, part: object): Query {
  if (query.search?.trim() || mentionsHidden(query.filter)) return query
  return { ...query, filter: filterByAll([query.filter, part]) }
}

function mentionsHidden(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return false
  return Object.entries(filter).some(([name, value]) =>
    name === 'flag' ? value === NOT_HIDDEN.flag : mentionsHidden(value),
  )
}
