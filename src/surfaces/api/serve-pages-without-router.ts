import type { IncomingMessage, ServerResponse } from 'node:http'
import { pages } from '../../contract/pages.ts'
import type { Page } from '../../formats/publication.ts'
import type { PageBytes } from '../../images/page-reader.ts'
import { defineDerivedCache } from '../../store/cache/derived-cache.ts'
import { RevisionCache } from '../../store/cache/revision-cache.ts'
import { readPages } from '../../store/page/read-pages.ts'
import { findBookFile, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { revisionGeneration } from '../../store/synchronous-revisions.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import type { Authenticator } from '../authenticator.ts'
import {
  canSendAsGzip,
  PAGE_CACHE_CONTROL,
  PAGE_CONTENT_SECURITY_POLICY,
  PAGE_VARY,
  storedPageEtag,
} from '../deliver/page.ts'
import { isAmbiguousRequest } from '../edge/ambiguous-requests.ts'
import type { RateLimitVerdict } from '../edge/rate-limit-buckets.ts'
import { answerSecurityHeaders } from '../edge/security-headers.ts'
import type { OpenSurface } from '../serve.ts'

/**
 * The shortest way for what readers ask all day: `GET /api/v1/books/{id}/pages/{number}`, a page as it lies in the file.
 * Router, hooks and reply objects cost as much as to read and send it.
 *
 * It only answers where everything is known at once: the credential is cached as good, so is the book as visible to whoever
 * asks, and the bytes are in memory. The caches are those of the route, kept under the same revisions. Whatever is not
 * plain (a condition, a query, a body, a refusal, anything to wait for) goes on to the route, which gives the same answer.
 */
export function servePagesWithoutRouter(
  { app, surface }: OpenSurface,
  context: AppContext,
  authenticator: Authenticator,
): void {
  const { edge } = app
  const { db } = context
  const noteTime = edge.times.of('GET', pages.read.path)

  const find = (request: IncomingMessage): Found | undefined => {
    const [, id, number] = PAGE_ADDRESS.exec(edge.basePath.rewriteUrl(request)) ?? []
    if (id === undefined || !isPlain(request)) return undefined
    const viewer = authenticator.cached(request.headers)
    if (!viewer?.permissions.has(pages.read.permission)) return undefined
    const book = findBook(viewer, id)
    const page = book?.pages[Number(number) - 1]
    if (!page) return undefined
    const gzip = canSendAsGzip(page, request.headers)
    const made = context.images.pages.readNow(book.file, page, { gzip })
    return made && { viewer, made, etag: storedPageEtag(book.file, Number(number), gzip) }
  }
  /** Whoever reads a book turns page after page: until anybody commits anything, it is the one they may see. */
  const findBook = (viewer: Viewer, id: string): Book | undefined => {
    const generation = revisionGeneration(db)
    if (generation === undefined) return undefined
    const cache = booksCache(db).make(viewer, () => new RevisionCache<string, Book>({ maxEntries: MAX_BOOKS }))
    const known = cache.get(id, generation)
    if (known) return known
    const file = ifThere(findBookFile(db, viewer, uuidToBytes(id)))
    const pages = file && ifThere(readPages(db, file))
    if (pages) cache.set(id, generation, { file, pages })
    return pages && { file, pages }
  }

  edge.answerDirectly = (request, response) => {
    if (request.method !== 'GET' || !request.url?.includes('/pages/')) return false
    const began = performance.now()
    let found: Found | undefined
    try {
      found = find(request)
    } catch {
      // The route fails likewise, and says why.
    }
    if (!found) return false
    const { viewer, made, etag } = found
    const answer = (verdict: RateLimitVerdict | undefined): boolean => {
      if (verdict?.allowed === false) {
        made.release()
        return false
      }
      const headers = ['x-request-id', edge.requestId(request)]
      if (verdict) {
        headers.push('x-ratelimit-limit', `${verdict.limit}`, 'x-ratelimit-remaining', `${verdict.remaining}`)
        headers.push('x-ratelimit-reset', `${verdict.resetSeconds}`)
      }
      headers.push('etag', etag, 'cache-control', PAGE_CACHE_CONTROL, 'vary', PAGE_VARY)
      if (made.gzip) headers.push('content-encoding', 'gzip')
      headers.push('content-type', made.mediaType, 'content-security-policy', PAGE_CONTENT_SECURITY_POLICY)
      headers.push(...OTHER_HEADERS, 'content-length', `${made.bytes.length}`)
      noteTime(200, began)
      send(response, headers, made)
      return true
    }
    const verdict = surface.limiter?.take(viewer.uid, 'authenticated')
    if (!(verdict instanceof Promise)) return answer(verdict)
    verdict.then((later) => answer(later) || app.routing(request, response))
    return true
  }
}

interface Book {
  file: ServedBookFile
  pages: readonly Page[]
}

const booksCache = defineDerivedCache<Viewer, RevisionCache<string, Book>>('direct_pages')
const MAX_BOOKS = 1000

interface Found {
  viewer: Viewer
  made: PageBytes
  etag: string
}

/** As the server writes it itself; other spellings are the router's. */
const PAGE_ADDRESS = /^\/api\/v1\/books\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/pages\/([1-9]\d{0,5})$/

const OTHER_HEADERS = Object.entries(answerSecurityHeaders)
  .filter(([name]) => name !== 'content-security-policy')
  .flat()

function isPlain(request: IncomingMessage): boolean {
  const { headers } = request
  if (headers['if-none-match'] !== undefined) return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  return !isAmbiguousRequest(request)
}

/** The route asks again for what is on its way, and shares it. */
function ifThere<T>(value: T | Promise<T>): T | undefined {
  if (!(value instanceof Promise)) return value
  value.catch(() => {})
  return undefined
}

/** Memory that is given back as `sendPooledBuffer` does. */
function send(response: ServerResponse, headers: string[], { bytes, release }: PageBytes): void {
  response.once('finish', release)
  response.writeHead(200, headers).end(bytes)
}
