import type { ItemKind } from '../api/item-queries.ts'
import type { Condition, ListRequestBody } from '../api/types.ts'
import { paramValues, type RouteSearchParams } from '../search-params.ts'

/** A chip is neutral, included or excluded. */
export type FilterMode = 'in' | 'out'
export type FilterGroup =
  | 'readStatus'
  | 'status'
  | 'genre'
  | 'tag'
  | 'language'
  | 'publisher'
  | 'format'
  | 'author'
  | 'hidden'
export type Filters = {
  groups: Partial<Record<FilterGroup, Record<string, FilterMode>>>
  /** Groups where one included value is enough. */
  any: FilterGroup[]
  year: { from?: number; to?: number }
}

export const filterGroups: Record<ItemKind, FilterGroup[]> = {
  series: ['readStatus', 'status', 'genre', 'tag', 'language', 'publisher', 'author', 'hidden'],
  books: ['readStatus', 'format', 'genre', 'tag', 'language', 'publisher', 'author', 'hidden'],
}
/** An item has one status but many genres: two included statuses can only mean either of them. */
export const multiValuedGroups = new Set<FilterGroup>(['genre', 'tag', 'author'])

export function filtersFromSearchParams(search: RouteSearchParams, kind: ItemKind): Filters {
  const groups: Filters['groups'] = {}
  for (const group of filterGroups[kind]) {
    const values = paramValues(search[group])
    if (values.length > 0) groups[group] = Object.fromEntries(values.map(parseFilter))
  }
  const [from, to] = (paramValues(search.year)[0] ?? '')
    .split('-')
    .map((text) => Number.parseInt(text, 10) || undefined)
  const any = paramValues(search.any).filter((each): each is FilterGroup => multiValuedGroups.has(each as FilterGroup))
  return { groups, any, year: { from, to } }
}

export function filtersToSearchParams(filters: Filters): RouteSearchParams {
  const search: RouteSearchParams = {}
  for (const [group, modes] of Object.entries(filters.groups))
    search[group] = Object.entries(modes).map(([value, mode]) => (mode === 'out' ? `!${value}` : value))
  if (filters.any.length > 0) search.any = filters.any
  const { from, to } = filters.year
  if (from || to) search.year = `${from ?? ''}-${to ?? ''}`
  return search
}

export function countFilters(filters: Filters): number {
  const values = Object.values(filters.groups).reduce((sum, modes) => sum + Object.keys(modes).length, 0)
  return values + (filters.year.from || filters.year.to ? 1 : 0)
}

/** neutral → in → out → neutral */
export function cycleFilterMode(filters: Filters, group: FilterGroup, value: string): Filters {
  const before = filters.groups[group]?.[value]
  return setFilterMode(filters, group, value, before === undefined ? 'in' : before === 'in' ? 'out' : undefined)
}

export function setFilterMode(
  filters: Filters,
  group: FilterGroup,
  value: string,
  mode: FilterMode | undefined,
): Filters {
  const { [value]: _before, ...others } = filters.groups[group] ?? {}
  const modes = mode ? { ...others, [value]: mode } : others
  const { [group]: _group, ...groups } = filters.groups
  return { ...filters, groups: Object.keys(modes).length > 0 ? { ...groups, [group]: modes } : groups }
}

export function listRequestFromFilters(
  filters: Filters,
  libraryId: string | undefined,
  text?: string,
  also?: Condition,
): ListRequestBody {
  const all: Condition[] = also ? [also] : []
  if (libraryId) all.push({ libraryId: { operator: 'is', value: libraryId } })
  for (const [group, modes] of Object.entries(filters.groups) as [FilterGroup, Record<string, FilterMode>][])
    all.push(...conditionsOf(group, modes, filters.any.includes(group)))
  const { from, to } = filters.year
  if (from && to) all.push({ year: { operator: 'between', min: from, max: to } })
  else if (from) all.push({ year: { operator: 'gte', value: from } })
  else if (to) all.push({ year: { operator: 'lte', value: to } })
  return { ...(all.length > 0 && { condition: { allOf: all } }), ...(text && { fullTextSearch: text }) }
}

/** The only value of the group `hidden`. */
export const onlyHidden = 'only'
const isHidden = (hidden: boolean): Condition => ({ isHidden: { operator: hidden ? 'isTrue' : 'isFalse' } })

/** Browsing doesn't show the series that the viewer has hidden, unless their filters ask for them. */
export function withoutHidden(request: ListRequestBody, filters: Filters): ListRequestBody {
  if (filters.groups.hidden) return request
  const { allOf = [] } = (request.condition ?? {}) as { allOf?: Condition[] }
  return { ...request, condition: { allOf: [...allOf, isHidden(false)] } }
}

function conditionsOf(group: FilterGroup, modes: Record<string, FilterMode>, any: boolean): Condition[] {
  if (group === 'hidden') return Object.values(modes).map((mode) => isHidden(mode === 'in'))
  const wanted: Condition[] = []
  const unwanted: Condition[] = []
  for (const [value, mode] of Object.entries(modes)) {
    if (mode === 'in') wanted.push({ [group]: { operator: 'is', value } })
    else unwanted.push({ [group]: { operator: 'isNot', value } })
  }
  if (wanted.length > 1 && (any || !multiValuedGroups.has(group))) return [{ anyOf: wanted }, ...unwanted]
  return [...wanted, ...unwanted]
}

function parseFilter(text: string): [string, FilterMode] {
  return text.startsWith('!') ? [text.slice(1), 'out'] : [text, 'in']
}
