import type { FullBookView } from '../../store/book/view.ts'

/**
 * A page of the catalogue before rendering. OPDS 1.2 and 2.0 are two renderings of the same feed, so that both show the
 * same. Paths are relative to the catalogue's root.
 */
export interface Feed {
  path: string
  title: string
  updated: number
  /** The parent feed; none at the root. */
  up?: string
  navigation: NavigationEntry[]
  publications: FullBookView[]
  /** All books are of one series, which the title names. */
  isOneSeries?: true
  facets: FacetGroup[]
  /** Groups of books shown at once; only 2.0 supports them. */
  groups?: FeedGroup[]
  paging?: FeedPaging
}

export interface FeedGroup {
  title: string
  path: string
  /** The total number, of which these are the first. */
  total: number
  publications: FullBookView[]
}

export interface NavigationEntry {
  /** Unique and permanent, for the entry's id. */
  id: string
  title: string
  path: string
  summary?: string
  updated: number
  /** The number of books or series it contains. */
  count?: number
  /** Path of a picture. */
  thumbnail?: string
  /** Its content: more entries, or books. */
  leadsTo: 'navigation' | 'acquisition'
  /** Only if the specification defines one. */
  rel?: 'http://opds-spec.org/sort/new'
}

export interface FacetGroup {
  title: string
  options: { title: string; path: string; isActive: boolean; count?: number }[]
}

export interface FeedPaging {
  page: number
  pageSize: number
  total: number
}

export const DEFAULT_PAGE_SIZE = 50

export const lastPageNumber = ({ total, pageSize }: FeedPaging): number => Math.max(1, Math.ceil(total / pageSize))

/** The same feed at another page; filters are kept. */
export function feedPathAtPage(path: string, page: number): string {
  const [base = '', query = ''] = path.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete('page')
  const size = parameters.get('pageSize') ?? String(DEFAULT_PAGE_SIZE)
  if (page > 1 || size !== String(DEFAULT_PAGE_SIZE)) parameters.set('pageSize', size)
  else parameters.delete('pageSize')
  if (page > 1) parameters.set('page', String(page))
  return parameters.size > 0 ? `${base}?${parameters}` : base
}
