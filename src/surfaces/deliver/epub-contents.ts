import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { encodePath } from '../../formats/epub/href.ts'
import { imagePageHtml } from '../../formats/epub/image-page-html.ts'
import { RESOURCE_VERSION } from '../../formats/epub/read-sanitised-resource.ts'
import { type WebpubLink, type WebpubManifest, webpubManifest } from '../../formats/epub/webpub.ts'
import { FormatError } from '../../formats/errors.ts'
import type { Publication } from '../../formats/publication.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import type { AppContext } from '../app-context.ts'
import { etagMatches, varyByCaller } from '../edge/etag.ts'
import { sendPooledBuffer } from './send-pooled-buffer.ts'
import { unreadableFileProblem } from './unreadable-file-problem.ts'

/** The manifest of a book that is read as text. `resourcesAt` is the path below which its files are served. */
export async function buildEpubManifest(
  context: AppContext,
  file: ServedBookFile,
  { resourcesAt, links }: { resourcesAt: string; links: WebpubLink[] },
): Promise<WebpubManifest> {
  const book = await readEpubPublication(context, file)
  const hrefOf = (path: string) => `${resourcesAt}/${encodePath(path)}`
  return webpubManifest(book, { hrefOf, pageAround: (path) => `${hrefOf(path)}?page`, links, title: file.title })
}

export async function readEpubPublication(context: AppContext, file: ServedBookFile): Promise<Publication> {
  if (file.format !== 'epub') throw problem('not_found', 'Only EPUB books have a manifest.')
  return context.images.texts.publication(file).catch(throwUnreadableBook)
}

/** A chapter of a replaced file must not be read together with those of the new one. */
const CACHE_CONTROL = 'private, no-cache'

/**
 * One file of an EPUB. Every response forbids running scripts, also errors and unknown types: a frame with a book in it
 * is as close to the reader's session as the page around it.
 */
export async function deliverEpubResource(
  context: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: ServedBookFile,
  path: string,
  { asPage = false } = {},
): Promise<FastifyReply> {
  reply.headers(bookHeaders)
  if (file.format !== 'epub') throw problem('not_found', 'Only EPUB books have resources.')
  const book = await readEpubPublication(context, file)
  const known = [...book.readingOrder, ...book.resources].find((item) => item.href === path)
  if (asPage && known?.mediaType.startsWith('image/')) return sendPage(reply, path, known)

  const etag = `"${file.version}-${RESOURCE_VERSION}-${Buffer.from(path).toString('base64url').slice(-40)}"`
  reply.header('etag', etag).header('cache-control', CACHE_CONTROL).header('vary', varyByCaller)
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const resource = await context.images.texts
    .resource(file, path, known?.mediaType)
    .catch((error) => (asPage && known && error instanceof FormatError ? undefined : throwUnreadableBook(error)))
  if (!resource && asPage && known) return sendEmptyPage(reply)
  if (!resource) throw problem('not_found', 'The book doesn’t contain this file.')
  return sendPooledBuffer(reply.header('content-type', resource.contentType), resource)
}

// A base URL is allowed: readers that show a chapter in a frame set it to the chapter's address.
const bookHeaders = {
  'content-security-policy':
    "default-src 'self' data: blob:; script-src 'none'; object-src 'none'; style-src 'self' 'unsafe-inline' data: blob:; frame-ancestors 'self'; form-action 'none'; base-uri 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
}

function sendPage(
  reply: FastifyReply,
  path: string,
  picture: { width?: number; height?: number; title?: string },
): FastifyReply {
  const size = picture.width && picture.height ? { width: picture.width, height: picture.height } : undefined
  const name = encodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  return reply
    .header('content-type', 'application/xhtml+xml; charset=utf-8')
    .header('cache-control', CACHE_CONTROL)
    .send(imagePageHtml(name, size, picture.title))
}

/** In place of a chapter that can't be shown: readers add the reason, and go on to the next one. */
function sendEmptyPage(reply: FastifyReply): FastifyReply {
  const page = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title></head><body></body></html>'
  return reply.header('content-type', 'application/xhtml+xml; charset=utf-8').send(page)
}

/** Explains why a book can't be read as text now. */
export function throwUnreadableBook(error: unknown): never {
  if (error instanceof FormatError) throw problem('unprocessable', error.message)
  throw unreadableFileProblem(error) ?? error
}
