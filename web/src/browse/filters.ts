import type { Kind } from '../api/catalogue.ts'
import type { Condition, ListRequest } from '../api/shapes.ts'
import { listOf, type Search } from '../search-params.ts'

/** A chip is neutral, wanted or unwanted. */
export type Wish = 'in' | 'out'
export type Group = 'readStatus' | 'status' | 'genre' | 'tag' | 'language' | 'publisher' | 'format' | 'author'
export type Filters = {
  groups: Partial<Record<Group, Record<string, Wish>>>
  /** Groups where one wanted value is enough. */
  any: Group[]
  year: { from?: number; to?: number }
}

export const groupsOf: Record<Kind, Group[]> = {
  series: ['readStatus', 'status', 'genre', 'tag', 'language', 'publisher', 'author'],
  books: ['readStatus', 'format', 'genre', 'tag', 'language', 'publisher', 'author'],
}
/** A work has one status but many genres: wanting two of the former can only mean either. */
export const manyValued = new Set<Group>(['genre', 'tag', 'author'])

export function readFilters(search: Search, kind: Kind): Filters {
  const groups: Filters['groups'] = {}
  for (const group of groupsOf[kind]) {
    const values = listOf(search[group])
    if (values.length > 0) groups[group] = Object.fromEntries(values.map(asWish))
  }
  const [from, to] = (listOf(search.year)[0] ?? '').split('-').map((text) => Number.parseInt(text, 10) || undefined)
  const any = listOf(search.any).filter((each): each is Group => manyValued.has(each as Group))
  return { groups, any, year: { from, to } }
}

export function writeFilters(filters: Filters): Search {
  const search: Search = {}
  for (const [group, wishes] of Object.entries(filters.groups))
    search[group] = Object.entries(wishes).map(([value, wish]) => (wish === 'out' ? `!${value}` : value))
  if (filters.any.length > 0) search.any = filters.any
  const { from, to } = filters.year
  if (from || to) search.year = `${from ?? ''}-${to ?? ''}`
  return search
}

export function countFilters(filters: Filters): number {
  const values = Object.values(filters.groups).reduce((sum, wishes) => sum + Object.keys(wishes).length, 0)
  return values + (filters.year.from || filters.year.to ? 1 : 0)
}

/** neutral → in → out → neutral */
export function toggleWish(filters: Filters, group: Group, value: string): Filters {
  const before = filters.groups[group]?.[value]
  return setWish(filters, group, value, before === undefined ? 'in' : before === 'in' ? 'out' : undefined)
}

export function setWish(filters: Filters, group: Group, value: string, wish: Wish | undefined): Filters {
  const { [value]: _before, ...others } = filters.groups[group] ?? {}
  const wishes = wish ? { ...others, [value]: wish } : others
  const { [group]: _group, ...groups } = filters.groups
  return { ...filters, groups: Object.keys(wishes).length > 0 ? { ...groups, [group]: wishes } : groups }
}

export function requestOf(filters: Filters, libraryId: string | undefined, text?: string): ListRequest {
  const all: Condition[] = []
  if (libraryId) all.push({ libraryId: { operator: 'is', value: libraryId } })
  for (const [group, wishes] of Object.entries(filters.groups) as [Group, Record<string, Wish>][])
    all.push(...conditionsOf(group, wishes, filters.any.includes(group)))
  const { from, to } = filters.year
  if (from && to) all.push({ year: { operator: 'between', min: from, max: to } })
  else if (from) all.push({ year: { operator: 'gte', value: from } })
  else if (to) all.push({ year: { operator: 'lte', value: to } })
  return { ...(all.length > 0 && { condition: { allOf: all } }), ...(text && { fullTextSearch: text }) }
}

function conditionsOf(group: Group, wishes: Record<string, Wish>, any: boolean): Condition[] {
  const wanted: Condition[] = []
  const unwanted: Condition[] = []
  for (const [value, wish] of Object.entries(wishes)) {
    if (wish === 'in') wanted.push({ [group]: { operator: 'is', value } })
    else unwanted.push({ [group]: { operator: 'isNot', value } })
  }
  if (wanted.length > 1 && (any || !manyValued.has(group))) return [{ anyOf: wanted }, ...unwanted]
  return [...wanted, ...unwanted]
}

function asWish(text: string): [string, Wish] {
  return text.startsWith('!') ? [text.slice(1), 'out'] : [text, 'in']
}
