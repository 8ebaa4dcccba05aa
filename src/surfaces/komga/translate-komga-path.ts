import { compatRootPath } from '../../contract/komga/shared-schemas.ts'
import { wordTable } from '../../formats/values/word-table.ts'

/**
 * Komga's URLs → ours, on a separate port and below the prefix. Those of the compatibility API exist there; feeds have
 * other names here, and the resources of a book in Komga's OPDS are those of its API. Our own URLs stay unchanged: the
 * links of our feeds are followed here too.
 */
export function translateKomgaPath(url: string): string {
  const [path = '', query] = splitQuery(url)
  if (!path.startsWith('/opds/')) return url
  const [, version, rest = ''] = /^\/opds\/(v1\.2|v2)(\/.*)?$/.exec(path.replace(/\/+$/, '')) ?? []
  if (!version) return url
  const params = new URLSearchParams(query ?? '')
  const ours =
    partOfBook(version, rest) ?? (version === 'v1.2' ? atomFeedPath(rest, params) : jsonFeedPath(rest, params))
  if (ours.startsWith('/opds/')) translateQuery(params)
  return params.size > 0 ? `${ours}?${params}` : ours
}

const splitQuery = (url: string): [string, string | undefined] => {
  const at = url.indexOf('?')
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
}

/** There pages count from 0, and have another name. An invalid number is the first page there, not an error. */
function translateQuery(params: URLSearchParams): void {
  const [page, size] = [params.get('page'), params.get('size')]
  // The links of our feeds have both.
  if (!params.has('pageSize')) {
    if (page !== null && /^\d{1,5}$/.test(page)) params.set('page', String(Number(page) + 1))
    else params.delete('page')
    if (size !== null && /^[1-9]\d*$/.test(size)) params.set('pageSize', String(Math.min(Number(size), MAX_SIZE)))
  }
  params.delete('size')
}

const MAX_SIZE = 500

/** Our ids have hyphens; those without were created by Komga, or for it. */
function partOfBook(version: string, rest: string): string | undefined {
  const [, id, part = ''] = /^\/books\/([^/-]+)\/(.+)$/.exec(rest) ?? []
  if (id === undefined) return undefined
  if (part === 'thumbnail/small') return `/opds/${version}/books/${withHyphens(id)}/thumbnail`
  const isOfApi = version === 'v2' ? PARTS.test(part) : part === 'file'
  return isOfApi ? `${compatRootPath}/api/v1/books/${id}/${part}` : undefined
}

const PARTS = /^(?:pages\/.+|resource\/.+|file|thumbnail|manifest(?:\/(?:epub|pdf|divina))?|progression|positions)$/

const FEEDS = wordTable<string>({
  '/ondeck': '/on-deck',
  '/keep-reading': '/in-progress',
  '/books/latest': '/recently-added',
  '/browse': '/series',
})

function atomFeedPath(rest: string, params: URLSearchParams): string {
  const words = params.get('search')
  params.delete('search')
  const isDescription = rest === '/search' && !words && !params.has('q') && !params.has('query')
  // Its search finds series; ours for books has another name.
  if (isDescription || rest === '/opensearch.xml') params.set('target', 'series')
  if (isDescription) return '/opds/v1.2/opensearch.xml'
  if (words) params.set('query', words)
  if (rest === '/search' && words) return '/opds/v1.2/series'
  return `/opds/v1.2${withHyphensIn(FEEDS[rest] ?? rest)}`
}

function jsonFeedPath(rest: string, params: URLSearchParams): string {
  const [, id, below = ''] = /^\/libraries(?:\/(\w{13,20}|[\da-f-]{32,36}))?(\/.+)?$/.exec(rest) ?? []
  if (id !== undefined) params.set('library', withHyphens(id))
  // A library starts with what users most likely came for, as the whole catalogue does.
  if (id !== undefined && below === '') return '/opds/v2/catalog'
  return `/opds/v2${withHyphensIn(FEEDS[below || rest] ?? (below || rest))}`
}

/** Ids of the compatibility API have no hyphens, those of our feeds do. */
const withHyphens = (id: string): string =>
  /^[\da-f]{32}$/.test(id) ? id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : id

const withHyphensIn = (path: string): string => path.split('/').map(withHyphens).join('/')
