import { compatRootPath } from '../../contract/komga/shared-schemas.ts'

/**
 * Komga's addresses → ours, on a port of its own. What the compatibility API has is there; feeds have other names here, and
 * the parts of a book in Komga's OPDS are those of its API.
 */
export function translateKomgaPath(url: string): string {
  const [path = '', query] = splitQuery(url)
  if (!path.startsWith('/opds/')) return url
  const [, version, rest = ''] = /^\/opds\/(v1\.2|v2)(\/.*)?$/.exec(path.replace(/\/+$/, '')) ?? []
  if (!version) return url
  const asked = new URLSearchParams(query ?? '')
  return withPage(version === 'v1.2' ? first(rest, asked) : second(rest, asked), query)
}

const splitQuery = (url: string): [string, string | undefined] => {
  const at = url.indexOf('?')
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
}

/** Pages count from 0 there, and are called otherwise. */
function withPage(path: string, query: string | undefined): string {
  if (query === undefined) return path
  const asked = new URLSearchParams(query)
  if (path.startsWith('/opds/')) {
    const [page, size, words] = [asked.get('page'), asked.get('size'), asked.get('search')]
    if (page !== null && /^\d+$/.test(page) && !asked.has('pageSize')) asked.set('page', String(Number(page) + 1))
    if (size !== null) asked.set('pageSize', size)
    if (words !== null) asked.set('q', words)
  }
  return `${path}${path.includes('?') ? '&' : '?'}${asked}`
}

const FEEDS: Readonly<Record<string, string>> = {
  '/ondeck': '/on-deck',
  '/on-deck': '/on-deck',
  '/keep-reading': '/in-progress',
  '/books/latest': '/recently-added',
  '/series/latest': '/series',
  '/publishers': '/series',
  '/browse': '/series',
}

function first(rest: string, asked: URLSearchParams): string {
  if (rest === '/search' && !asked.has('search') && !asked.has('q')) return '/opds/v1.2/opensearch.xml'
  if (rest === '/series' && asked.has('search')) return '/opds/v1.2/search'
  const small = /^\/books\/([^/]+)\/thumbnail\/small$/.exec(rest)
  if (small) return `/opds/v1.2/books/${hyphened(small[1]!)}/thumbnail`
  return `/opds/v1.2${hyphenedIn(FEEDS[rest] ?? rest)}`
}

function second(rest: string, _asked: URLSearchParams): string {
  const ofBook =
    /^\/books\/([^/]+)\/(pages\/.+|resource\/.+|file|thumbnail|manifest(?:\/(?:epub|pdf|divina))?|progression)$/.exec(
      rest,
    )
  if (ofBook) return `${compatRootPath}/api/v1/books/${ofBook[1]}/${ofBook[2]}`
  const [, id, below = ''] = /^\/libraries(?:\/([^/]{13}|[\da-f-]{32,36}))?(\/.+)?$/.exec(rest) ?? []
  if (below !== '')
    return `/opds/v2${below === '/browse' && id ? `/libraries/${hyphened(id)}` : (FEEDS[below] ?? below)}`
  return `/opds/v2${hyphenedIn(FEEDS[rest] ?? rest)}`
}

/** Ids of the compatibility API have no hyphens, those of our feeds do. */
const hyphened = (id: string): string =>
  /^[\da-f]{32}$/.test(id) ? id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : id

const hyphenedIn = (path: string): string => path.split('/').map(hyphened).join('/')
