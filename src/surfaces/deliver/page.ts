import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../contract/problems.ts'
import { FormatError } from '../../formats/errors.ts'
import type { Page } from '../../formats/publication.ts'
import { ImageError } from '../../images/image-error.ts'
import type { PageBytes } from '../../images/page-reader.ts'
import type { PanelsAndMargins } from '../../images/panels/detect-panels.ts'
import { type TranscodeOptions, transcode } from '../../images/transcode.ts'
import { readPages } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import type { AppContext } from '../app-context.ts'
import { etagMatches, varyByCaller } from '../edge/etag.ts'
import { sendPooledBuffer } from './send-pooled-buffer.ts'
import { unreadableFileProblem } from './unreadable-file-problem.ts'

/**
 * One page (from 1): the bytes as stored in the file, or converted as requested. Every variant has its own strong tag,
 * based on the file's version, so clients never download a page twice. `version`: the one in the URL, if any.
 */
export function deliverPage(
  context: AppContext,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  file: ServedBookFile,
  number: number,
  wanted: TranscodeOptions,
  version?: string,
): FastifyReply | Promise<FastifyReply> {
  const policy = fileCacheControl(file, version)
  const deliver = (pages: readonly Page[]) => deliverOf(context, exchange, { ...file, pages }, number, wanted, policy)
  const pages = readPages(context.db, file)
  return pages instanceof Promise ? pages.then(deliver) : deliver(pages)
}

function deliverOf(
  context: AppContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  book: Book,
  number: number,
  wanted: TranscodeOptions,
  cacheControl: string,
): FastifyReply | Promise<FastifyReply> {
  const page = book.pages[number - 1]
  if (!page) throw problem('not_found', noSuchPage(number, book.pages.length))

  const isOriginal = Object.values(wanted).every((value) => value === undefined)
  const gzip = isOriginal && canSendAsGzip(page, request.headers)
  const etag = isOriginal ? storedPageEtag(book, number, gzip) : `"${book.version}-${number}-${formName(wanted)}"`
  reply.header('etag', etag).header('cache-control', cacheControl).header('vary', PAGE_VARY)
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()

  const now = isOriginal ? context.images.pages.readNow(book, page, { gzip }) : undefined
  if (now) return send(reply, now)
  const made = isOriginal
    ? context.images.pages.read(book, number - 1, { gzip })
    : makeForm(context, book, number, wanted)
  return made.then(
    (bytes) => send(reply, bytes),
    (error) => {
      throw explain(error)
    },
  )
}

/** The same URL leads to other bytes after the file is replaced, unless it contains the version of the file. */
export const fileCacheControl = ({ version }: ServedBookFile, versionInUrl: string | undefined): string =>
  versionInUrl === version ? 'private, max-age=31536000, immutable' : 'private, no-cache'

export const PAGE_VARY = `Accept-Encoding, ${varyByCaller}`
/** A page is an untrusted picture: it is shown, never run. */
export const PAGE_CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The ETag of a page as stored in the file, or wrapped as gzip. */
export const storedPageEtag = ({ version }: ServedBookFile, number: number, gzip: boolean): string =>
  `"${version}-${number}${gzip ? '-gz' : ''}"`

type Book = ServedBookFile & { pages: readonly Page[] }

function send(reply: FastifyReply, made: PageBytes): FastifyReply {
  if (made.gzip) reply.header('content-encoding', 'gzip')
  reply.header('content-type', made.mediaType).header('content-security-policy', PAGE_CONTENT_SECURITY_POLICY)
  return sendPooledBuffer(reply, made)
}

/** The panels and margins of one page (from 1); fails as the page itself would. */
export async function readPanelsAndMargins(
  context: AppContext,
  file: ServedBookFile,
  number: number,
): Promise<PanelsAndMargins> {
  const pages = await readPages(context.db, file)
  if (!pages[number - 1]) throw problem('not_found', noSuchPage(number, pages.length))
  return context.images.panels.read({ ...file, pages }, number - 1).catch((error) => {
    throw explain(error)
  })
}

async function makeForm(context: AppContext, book: Book, number: number, wanted: TranscodeOptions): Promise<PageBytes> {
  let mediaType = ''
  const key = `page ${book.version} ${number} ${formName(wanted)}`
  const original = () => context.images.pages.read(book, number - 1, { width: wanted.width })
  const limits = { maxPixels: context.config.limits.image_pixels }
  const made = await context.images.cache.take(key, async () => {
    const source = await original()
    const converted = await transcode(source.bytes, source.mediaType, wanted, limits)
    mediaType = converted.mediaType
    return converted.bytes
  })
  return { ...made, mediaType: mediaType || sniff(made.bytes), gzip: false }
}

const formName = (wanted: TranscodeOptions): string =>
  [wanted.width ?? '', wanted.height ?? '', wanted.format ?? '', wanted.quality ?? ''].join('x')

/** The cache contains only the four formats we create. */
function sniff(bytes: Uint8Array): string {
  if (bytes[0] === 0xff) return 'image/jpeg'
  if (bytes[0] === 0x89) return 'image/png'
  return bytes[0] === 0x52 ? 'image/webp' : 'image/avif'
}

/** Whether it is stored deflated in the archive, and the client accepts gzip. */
export function canSendAsGzip({ bytes }: Page, headers: IncomingHttpHeaders): boolean {
  if (bytes?.method !== 8) return false
  const header = String(headers['accept-encoding'] ?? '')
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+)?\s*(?:,|$)/i.test(header)
}

function noSuchPage(number: number, count: number): string {
  if (count === 0) return 'This book has no pages: it is not analysed yet, or it is an ebook without fixed pages.'
  return `There is no page ${number}; the book has ${count} pages.`
}

/** The file vanished or broke since it was analysed: the reader gets an explanation, and no other request is affected. */
function explain(error: unknown): unknown {
  const away = unreadableFileProblem(error)
  if (away) return away
  if (error instanceof FormatError) return problem('unprocessable', error.message)
  if (error instanceof ImageError) {
    if (error.reason === 'unsupported') return problem('unprocessable', error.message)
    if (error.reason === 'too_large') return problem('unprocessable', 'The page is too large to convert.')
    return problem('unprocessable', 'The page is damaged and can’t be displayed.')
  }
  return error
}
