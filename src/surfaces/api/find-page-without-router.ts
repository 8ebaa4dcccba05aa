import type { ServerResponse } from 'node:http'
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
  fileCacheControl,
  PAGE_CONTENT_SECURITY_POLICY,
  PAGE_VARY,
  storedPageEtag,
} from '../deliver/page.ts'
import { type FindDirectAnswer, isPlainRequest } from '../edge/answer-without-router.ts'
import { answerSecurityHeaders } from '../edge/security-headers.ts'
import type { OpenSurface } from '../serve.ts'

/**
 * For `GET /api/v1/books/{id}/pages/{number}`, a page as stored in the file.
 *
 * It only answers if everything is known at once: the credential is cached as valid, the book is cached as visible to
 * the viewer, and the bytes are in memory. The caches are those of the route, with the same revisions.
 */
export function pageFinder({ app }: OpenSurface, context: AppContext, authenticator: Authenticator): FindDirectAnswer {
  const { edge } = app
  const { db } = context
  const noteTime = edge.times.of('GET', pages.read.path)

  /** Readers turn page after page: as long as nothing is committed, the book stays visible to them. */
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

  return (request) => {
    if (!request.url?.includes('/pages/')) return undefined
    const [, id, number, version] = PAGE_ADDRESS.exec(edge.basePath.rewriteUrl(request)) ?? []
    if (id === undefined || request.headers['if-none-match'] !== undefined || !isPlainRequest(request)) return undefined
    const viewer = authenticator.cached(request.headers)
    if (!viewer?.permissions.has(pages.read.permission)) return undefined
    const book = findBook(viewer, id)
    const page = book?.pages[Number(number) - 1]
    if (!page) return undefined
    const gzip = canSendAsGzip(page, request.headers)
    const made = context.images.pages.readNow(book.file, page, { gzip })
    if (!made) return undefined
    const etag = storedPageEtag(book.file, Number(number), gzip)
    const headers = ['etag', etag, 'cache-control', fileCacheControl(book.file, version), 'vary', PAGE_VARY]
    if (made.gzip) headers.push('content-encoding', 'gzip')
    headers.push('content-type', made.mediaType, 'content-security-policy', PAGE_CONTENT_SECURITY_POLICY)
    headers.push(...OTHER_HEADERS, 'content-length', `${made.bytes.length}`)
    const send = (response: ServerResponse, all: string[]) => sendPage(response, all, made)
    return { viewer, status: 200, headers, noteTime, send, drop: made.release }
  }
}

interface Book {
  file: ServedBookFile
  pages: readonly Page[]
}

const booksCache = defineDerivedCache<Viewer, RevisionCache<string, Book>>('direct_pages')
const MAX_BOOKS = 1000

/** As the server writes it; other spellings go to the router. */
const PAGE_ADDRESS =
  /^\/api\/v1\/books\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/pages\/([1-9]\d{0,5})(?:\?v=([\w-]{1,80}))?$/

const OTHER_HEADERS = Object.entries(answerSecurityHeaders)
  .filter(([name]) => name !== 'content-security-policy')
  .flat()

/** If the value is still loading, the route requests it again, and shares it. */
function ifThere<T>(value: T | Promise<T>): T | undefined {
  if (!(value instanceof Promise)) return value
  value.catch(() => {})
  return undefined
}

/** Releases the memory in the same way as `sendPooledBuffer`. */
function sendPage(response: ServerResponse, headers: string[], { bytes, release }: PageBytes): void {
  response.once('finish', release)
  response.writeHead(200, headers).end(bytes)
}
