import type { Static } from 'typebox'
import type { OpdsFeedQuery as Query } from '../../contract/opds.ts'
import type { BookFilter } from '../../store/book/filter.ts'
import type { SeriesFilter } from '../../store/series/filter.ts'
import type { FacetGroup } from './feed-model.ts'

export type ParsedFeedQuery = Static<typeof Query>

const readStates = { unread: 'Unread', in_progress: 'In progress', read: 'Read' } as const

export function seriesFilterFromFeedQuery({ read, language }: ParsedFeedQuery, ...more: SeriesFilter[]): SeriesFilter {
  const parts: SeriesFilter[] = [...more]
  if (read) parts.push({ readStatus: [read] })
  if (language) parts.push({ text: 'language', test: { op: 'is', value: language } })
  return { all: parts }
}

export function bookFilterFromFeedQuery({ read, language }: ParsedFeedQuery, ...more: BookFilter[]): BookFilter {
  const parts: BookFilter[] = [...more]
  if (read) parts.push({ readStatus: [read] })
  if (language) parts.push({ series: { text: 'language', test: { op: 'is', value: language } } })
  return { all: parts }
}

/** The choices a reader has on this list. Choosing the active one again takes it off. */
export function makeFacetGroups(
  base: string,
  query: ParsedFeedQuery,
  languages: readonly { name: string; count: number }[],
): FacetGroup[] {
  const pathWith = (change: Partial<Record<'read' | 'language', string | undefined>>) => {
    const chosen = { read: query.read, language: query.language, ...change }
    const parameters = new URLSearchParams()
    for (const [name, value] of Object.entries(chosen)) if (value) parameters.set(name, value)
    return parameters.size > 0 ? `${base}?${parameters}` : base
  }
  const groups: FacetGroup[] = [
    {
      title: 'Read status',
      options: Object.entries(readStates).map(([value, title]) => ({
        title,
        path: pathWith({ read: query.read === value ? undefined : value }),
        isActive: query.read === value,
      })),
    },
  ]
  if (languages.length > 1 || query.language) {
    groups.push({
      title: 'Language',
      options: languages.map(({ name, count }) => ({
        title: name,
        path: pathWith({ language: query.language === name ? undefined : name }),
        isActive: query.language === name,
        count,
      })),
    })
  }
  return groups
}

/** The path of a list with its facets, as it was asked for. */
export function feedPathOf(base: string, query: ParsedFeedQuery, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(more)
  if (query.read) parameters.set('read', query.read)
  if (query.language) parameters.set('language', query.language)
  if (query.pageSize !== 50) parameters.set('pageSize', String(query.pageSize))
  const path = parameters.size > 0 ? `${base}?${parameters}` : base
  if (query.page === 1) return path
  return `${path}${parameters.size > 0 ? '&' : '?'}page=${query.page}`
}
