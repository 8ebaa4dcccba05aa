import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PageDto, pages } from '../../../contract/komga/pages.ts'
import { problem } from '../../../contract/problems.ts'
import type { Page } from '../../../formats/publication.ts'
import type { TranscodeOptions } from '../../../images/transcode.ts'
import { readPages } from '../../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../../store/page/served-book-file.ts'
import { contentDisposition } from '../../deliver/content-disposition.ts'
import { deliverFile } from '../../deliver/file.ts'
import { deliverPage } from '../../deliver/page.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { formatSize } from '../present/format-values.ts'
import { komgaMediaTypeOf } from '../present/media.ts'
import { readStoredFile } from '../read-by-komga-id.ts'
import { booleanOf, firstValueOf, type KomgaQuery, queryOf } from '../read-query.ts'

export function mountPages({ surface, context }: KomgaContext): void {
  const { db } = context

  serve(surface, pages.list, async ({ params, viewer }) => {
    const file = await readStoredFile(db, viewer, params.id)
    const found = await readPages(db, file)
    if (found.length === 0 && file.pageCount === 0) throw problem('not_found', 'The book is not analysed yet.')
    return found.map((page, index) => presentPage(file, page, index + 1))
  })

  serve(surface, pages.read, async ({ params, viewer, request, reply }) => {
    const query = queryOf(request)
    const number = Number(params.number) + (booleanOf(query, 'zero_based') ? 1 : 0)
    return deliver({ request, reply }, await readStoredFile(db, viewer, params.id), number, { format: formatOf(query) })
  })
  // A page of a PDF is always a picture here: there is no single-page PDF to return.
  serve(surface, pages.raw, async ({ params, viewer, request, reply }) =>
    deliver({ request, reply }, await readStoredFile(db, viewer, params.id), Number(params.number), {}),
  )
  serve(surface, pages.thumbnail, async ({ params, viewer, request, reply }) => {
    const wanted = { width: THUMBNAIL, height: THUMBNAIL, format: 'jpeg' } as const
    return deliver({ request, reply }, await readStoredFile(db, viewer, params.id), Number(params.number), wanted)
  })

  for (const route of [pages.file, pages.fileNamed]) {
    serve(surface, route, async ({ params, viewer, request, reply }) => {
      const file = await readStoredFile(db, viewer, params.id)
      return deliverFile(request, reply, file, komgaMediaTypeOf(file))
    })
  }

  async function deliver(
    exchange: { request: FastifyRequest; reply: FastifyReply },
    file: ServedBookFile,
    number: number,
    wanted: TranscodeOptions,
  ): Promise<FastifyReply> {
    const all = await readPages(db, file)
    if (all.length === 0) throw problem('not_found', 'This book has no pages.')
    const page = all[number - 1]
    if (!page) throw problem('validation_failed', 'Page number does not exist')
    exchange.reply.header('content-disposition', contentDisposition('inline', lastName(page.fileName)))
    exchange.reply.header('last-modified', new Date(file.modifiedAt).toUTCString())
    if (isUnchanged(exchange.request, file)) return exchange.reply.code(304).send()
    return deliverPage(context, exchange, file, number, wanted)
  }
}

const THUMBNAIL = 300

/** By date, for apps that don't store an ETag. */
function isUnchanged({ headers }: FastifyRequest, { modifiedAt }: ServedBookFile): boolean {
  if (headers['if-none-match'] !== undefined) return false
  return Date.parse(headers['if-modified-since'] ?? '') >= Math.floor(modifiedAt / 1000) * 1000
}

function presentPage(file: ServedBookFile, page: Page, number: number): PageDto {
  return {
    number,
    fileName: page.fileName,
    mediaType: file.format === 'pdf' ? 'image/jpeg' : page.mediaType,
    width: page.width === null ? null : Math.round(page.width),
    height: page.height === null ? null : Math.round(page.height),
    sizeBytes: page.size,
    size: page.size === null ? '' : formatSize(page.size),
  }
}

function formatOf(query: KomgaQuery): 'jpeg' | 'png' | undefined {
  const wanted = firstValueOf(query, 'convert')?.toLowerCase()
  if (wanted === undefined) return undefined
  if (wanted === 'jpeg' || wanted === 'png') return wanted
  throw problem('validation_failed', 'Pages can only be converted to jpeg or png.')
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
