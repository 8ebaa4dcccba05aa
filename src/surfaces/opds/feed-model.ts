import type { FullBookView } from '../../store/book/view.ts'

/**
 * A page of the catalogue before it is written down. OPDS 1.2 and 2.0 are two ways to write the same feed, so that what
 * one of them shows the other shows too. Paths are below the catalogue's root.
 */
export interface Feed {
  path: string
  title: string
  updated: number
  /** The feed above; none at the root. */
  up?: string
  navigation: NavigationEntry[]
  publications: FullBookView[]
  facets: FacetGroup[]
  /** Groups of books to look into at once; only 2.0 has a way to write them. */
  groups?: FeedGroup[]
  paging?: FeedPaging
}

export interface FeedGroup {
  title: string
  path: string
  /** How many there are, of which these are the first. */
  total: number
  publications: FullBookView[]
}

export interface NavigationEntry {
  /** Unique and lasting, for the entry's id. */
  id: string
  title: string
  path: string
  summary?: string
  updated: number
  /** How many books or series are behind it. */
  count?: number
  /** Path of a picture. */
  thumbnail?: string
  /** What it leads to: more entries, or books. */
  leadsTo: 'navigation' | 'acquisition'
  /** Only where the specification has a word for it. */
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

/** The same feed at another page; filters stay. */
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
