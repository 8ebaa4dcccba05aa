import type { Static } from 'typebox'
import type { OpdsFeedQuery as Query } from '../../contract/opds.ts'
import type { BookFilter } from '../../store/book/filter.ts'
import { listFacetValues } from '../../store/facet/list.ts'
import type { Db } from '../../store/open.ts'
import type { SeriesFilter } from '../../store/series/filter.ts'
import type { Viewer } from '../../store/viewer.ts'
import { DEFAULT_PAGE_SIZE, type FacetGroup } from './feed-model.ts'

export type ParsedFeedQuery = Static<typeof Query>

const readStates = { unread: 'Unread', in_progress: 'In progress', read: 'Read' } as const

export function seriesFilterFromFeedQuery(query: ParsedFeedQuery, ...more: SeriesFilter[]): SeriesFilter {
  const { read, language, library, publisher } = query
  const parts: SeriesFilter[] = [...more]
  if (library) parts.push({ library: { op: 'in', ids: [library] } })
  if (publisher) parts.push({ text: 'publisher', test: { op: 'is', value: publisher } })
  if (read) parts.push({ readStatus: [read] })
  if (language) parts.push({ text: 'language', test: { op: 'is', value: language } })
  return { all: parts }
}

export function bookFilterFromFeedQuery(query: ParsedFeedQuery, ...more: BookFilter[]): BookFilter {
  const { read, language, library, publisher } = query
  const parts: BookFilter[] = [...more]
  if (library) parts.push({ library: { op: 'in', ids: [library] } })
  if (publisher) parts.push({ series: { text: 'publisher', test: { op: 'is', value: publisher } } })
  if (read) parts.push({ readStatus: [read] })
  if (language) parts.push({ series: { text: 'language', test: { op: 'is', value: language } } })
  return { all: parts }
}

/** The languages of the series, for the facets. */
export async function listLanguages(
  db: Db,
  viewer: Viewer,
  libraryId?: string,
): Promise<{ name: string; count: number }[]> {
  const { data } = await listFacetValues(db, viewer, 'language', { libraryId }, { limit: 30, offset: 0 })
  return data.map(({ name, seriesCount }) => ({ name, count: seriesCount }))
}

/** The facets of this list. Selecting the active one again removes it. */
export function makeFacetGroups(
  base: string,
  query: ParsedFeedQuery,
  languages: readonly { name: string; count: number }[],
): FacetGroup[] {
  const pathWith = (change: Partial<Record<'read' | 'language', string | undefined>>) => {
    const { library, publisher, read, language } = query
    const chosen = { library, publisher, read, language, ...change }
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

/** The path of a list with its facets, as requested. */
export function feedPathOf(base: string, query: ParsedFeedQuery, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(more)
  for (const name of ['library', 'publisher', 'read', 'language'] as const) {
    if (query[name]) parameters.set(name, query[name])
  }
  // Always set with a page: Komga counts pages from 0 and has no such parameter, so this shows whose page number it is.
  if (query.pageSize !== DEFAULT_PAGE_SIZE || query.page > 1) parameters.set('pageSize', String(query.pageSize))
  const path = parameters.size > 0 ? `${base}?${parameters}` : base
  if (query.page === 1) return path
  return `${path}${parameters.size > 0 ? '&' : '?'}page=${query.page}`
}
