import { type PdfOutlineItem, pdf, pdfTileWidths } from '../../contract/pdf.ts'
import { problem } from '../../contract/problems.ts'
import { FormatError } from '../../formats/errors.ts'
import type { OutlineEntry } from '../../formats/pdf/outline.ts'
import type { PageContent } from '../../formats/pdf/page-content.ts'
import { readPages } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { throwUnreadableBook } from '../deliver/epub-contents.ts'
import { fileCacheControl } from '../deliver/page.ts'
import { sendPooledBuffer } from '../deliver/send-pooled-buffer.ts'
import { unreadableFileProblem } from '../deliver/unreadable-file-problem.ts'
import { etagMatches, varyByCaller } from '../edge/etag.ts'
import { type HandlerInput, type OpenSurface, serve } from '../serve.ts'
import { readServedBookFile } from './read-book.ts'

/** What a PDF viewer needs besides pages. Nothing of it changes as long as the file is the same. */
export function mountPdf(api: OpenSurface, context: AppContext): void {
  const { db, images } = context

  async function readPage(viewer: Viewer, { id, number }: { id: string; number: number }): Promise<ServedBookFile> {
    const file = await readServedBookFile(db, viewer, id)
    const count = (await readPages(db, file)).length
    if (number > count) throw problem('not_found', `The book has ${count} pages.`)
    return file
  }

  serve(api, pdf.document, async ({ params, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    if (file.container !== 'pdf') throw problem('not_found', 'This book is not a PDF.')
    if (isFresh({ request, reply }, file, 'document-2')) return reply.code(304).send()
    const { pages, labels, outline } = await images.pdfs.document(file).catch(throwUnreadableBook)
    return { pages, labels, outline: outline.map(presentEntry) }
  })

  serve(api, pdf.text, async ({ params, query, viewer, request, reply }) => {
    const file = await readPage(viewer, params)
    if (isFresh({ request, reply }, file, `content-4-${params.number}`, query.v)) return reply.code(304).send()
    if (file.container !== 'pdf') return nothing
    const content = await images.pdfs.page(file, params.number - 1).catch(noneIfBroken)
    // It may be readable next time: the server was busy, or the file's password is entered.
    if (!content) reply.header('cache-control', 'no-store').removeHeader('etag')
    return presentPage(content ?? nothing)
  })

  serve(api, pdf.tile, async ({ params, query, viewer, request, reply }) => {
    const { number, width, column, row } = params
    const file = await readPage(viewer, params)
    if (file.container !== 'pdf') throw problem('not_found', 'This book is not a PDF.')
    if (!pdfTileWidths.some((each) => each === width))
      throw problem('not_found', `Tiles are drawn ${pdfTileWidths.join(', ')} pixels wide.`)
    const tag = `${number}-tile-${width}-${column}-${row}`
    if (isFresh({ request, reply }, file, tag, query.v)) return reply.code(304).send()
    const tile = await images.pdfs
      .tile(file, number - 1, { scaledWidth: width, column, row })
      .catch(throwUnreadableBook)
    if (!tile) throw problem('not_found', 'There is no such tile.')
    return sendPooledBuffer(reply.header('content-type', 'image/jpeg'), tile)
  })
}

/** Sets what caches need to know; returns true if the client already has this response. */
function isFresh(
  { request, reply }: Pick<HandlerInput<never>, 'request' | 'reply'>,
  file: ServedBookFile,
  tag: string,
  versionInUrl?: string,
): boolean {
  const etag = `"${file.version}-${tag}"`
  reply.header('etag', etag).header('vary', varyByCaller)
  reply.header('cache-control', fileCacheControl(file, versionInUrl))
  return etagMatches(request.headers['if-none-match'], etag)
}

const nothing = { text: '', runs: [], links: [], comments: [], formFields: [], pictures: [], isDark: false }

/** A page whose text can't be read still has its picture. */
function noneIfBroken(error: unknown): undefined {
  if (error instanceof FormatError) return undefined
  throw unreadableFileProblem(error) ?? error
}

function presentPage({ links, comments, ...rest }: PageContent) {
  return {
    ...rest,
    links: links.map(({ page, top, url, ...box }) => ({ ...box, ...presentTarget({ page, top }), url: url ?? null })),
    comments: comments.map(({ author = null, ...rest }) => ({ ...rest, author })),
  }
}

function presentEntry({ title, children, ...target }: OutlineEntry): PdfOutlineItem {
  return { title, ...presentTarget(target), children: children.map(presentEntry) }
}

function presentTarget({ page, top }: { page?: number; top?: number | null }) {
  return { page: page ?? null, top: top ?? null }
}
