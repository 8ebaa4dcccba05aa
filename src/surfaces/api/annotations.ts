import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { annotationExportWriters, type ExportWriter } from '../../catalog/annotations/export-annotations.ts'
import { changeAnnotation, createAnnotation, removeAnnotation } from '../../catalog/annotations/save-annotation.ts'
import { toAnnotationPage, toWebAnnotation } from '../../catalog/annotations/web-annotation.ts'
import {
  type Annotation,
  type AnnotationExportFormat,
  annotations,
  webAnnotationMediaType,
} from '../../contract/annotations.ts'
import { limitAndOffsetOf, type PageOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type AnnotationRow, findAnnotation } from '../../store/annotation/annotation.ts'
import { type AnnotationFilter, listAnnotations, streamAnnotationsForExport } from '../../store/annotation/list.ts'
import { findReadableBook, type ReadableBook } from '../../store/progress/read.ts'
import { foldForSorting } from '../../store/text/sort-key.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { contentDisposition } from '../deliver/content-disposition.ts'
import { correctDeviceTime } from '../edge/correct-device-time.ts'
import { formatTimestamp, formatTimestampOrNull } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountAnnotations(api: OpenSurface, { db, config, events }: AppContext): void {
  async function readBook(viewer: Viewer, uid: Uint8Array): Promise<ReadableBook> {
    const book = await findReadableBook(db, viewer, uid)
    if (!book) throw problem('not_found', 'There is no such book.')
    return book
  }
  async function readAnnotation(viewer: Viewer, id: string) {
    const row = await findAnnotation(db, viewer, uuidToBytes(id))
    if (!row) throw problem('not_found', 'There is no such annotation.')
    return row
  }
  /** Updates the user's other devices. */
  function emitUpdate(viewer: Viewer, book: ReadableBook, row: AnnotationRow): void {
    events.emit(
      {
        type: 'annotation_updated',
        bookId: bytesToUuid(book.uid),
        seriesId: bytesToUuid(book.seriesUid),
        libraryId: bytesToUuid(book.libraryUid),
        userId: viewer.uid,
        annotationId: bytesToUuid(row.uid),
        deleted: row.deleted_at !== null,
      },
      { userId: viewer.userId },
    )
  }

  serve(api, annotations.listOfBook, async ({ params, query, viewer, request, reply, href }) => {
    const book = await readBook(viewer, uuidToBytes(params.id))
    const { data, total } = await listAnnotations(db, viewer, { bookId: book.id }, limitAndOffsetOf(query))
    const page = presentListPage({ request, href }, query, {
      data: data.map((row) => presentAnnotation(row, params.id)),
      total,
    })
    return asWebAnnotations(request, reply, page) ?? page
  })

  serve(api, annotations.create, async ({ params, body, viewer, request }) => {
    const book = await readBook(viewer, uuidToBytes(params.id))
    const { id, createdAt, updatedAt, ...content } = body
    const row = await createAnnotation(
      db,
      viewer.userId,
      book,
      {
        ...content,
        uid: id === undefined ? undefined : uuidToBytes(id),
        createdAt: correctDeviceTime(request, createdAt),
        updatedAt: correctDeviceTime(request, updatedAt),
      },
      config.limits,
    )
    emitUpdate(viewer, book, row)
    return presentAnnotation(row, params.id)
  })

  serve(api, annotations.list, async ({ query, viewer, request, reply, href }) => {
    const { bookId, seriesId, search, updatedSince, color, style, hasNote } = query
    const filter: AnnotationFilter = {
      bookUid: bookId ? uuidToBytes(bookId) : undefined,
      seriesUid: seriesId ? uuidToBytes(seriesId) : undefined,
      searchText: search && foldForSorting(search),
      since: updatedSince === undefined ? undefined : Date.parse(updatedSince),
      color,
      style,
      hasNote,
    }
    const { data, total } = await listAnnotations(db, viewer, filter, limitAndOffsetOf(query))
    const page = presentListPage({ request, href }, query, {
      data: data.map((row) => presentAnnotation(row, bytesToUuid(row.book_uid))),
      total,
    })
    return asWebAnnotations(request, reply, page) ?? page
  })

  serve(api, annotations.read, async ({ params, viewer, request, reply }) => {
    const row = await readAnnotation(viewer, params.id)
    const annotation = presentAnnotation(row, bytesToUuid(row.book_uid))
    if (!wantsWebAnnotation(request)) return annotation
    return sendWebAnnotation(reply, toWebAnnotation(annotation))
  })

  serve(api, annotations.change, async ({ params, body, viewer, request }) => {
    const { book_uid } = await readAnnotation(viewer, params.id)
    const book = await readBook(viewer, book_uid)
    const changes = { ...body, updatedAt: correctDeviceTime(request, body.updatedAt) }
    const row = await changeAnnotation(db, viewer.userId, uuidToBytes(params.id), changes, book, config.limits)
    if (!row) throw problem('not_found', 'There is no such annotation.')
    emitUpdate(viewer, book, row)
    return presentAnnotation(row, bytesToUuid(book_uid))
  })

  serve(api, annotations.remove, async ({ params, viewer }) => {
    const { book_uid } = await readAnnotation(viewer, params.id)
    const book = await readBook(viewer, book_uid)
    const row = await removeAnnotation(db, viewer.userId, uuidToBytes(params.id))
    if (!row) throw problem('not_found', 'There is no such annotation.')
    emitUpdate(viewer, book, row)
  })

  serve(api, annotations.exportBook, async ({ params, query, viewer, reply }) => {
    const book = await readBook(viewer, uuidToBytes(params.id))
    return sendExport(reply, viewer, { bookId: book.id }, query.format)
  })
  serve(api, annotations.exportAll, ({ query, viewer, reply }) => sendExport(reply, viewer, {}, query.format))

  function sendExport(reply: FastifyReply, viewer: Viewer, filter: AnnotationFilter, format: AnnotationExportFormat) {
    const writer = annotationExportWriters[format]
    reply.header('content-type', writer.mediaType)
    reply.header('cache-control', 'no-store')
    reply.header(
      'content-disposition',
      contentDisposition('attachment', `notes-${viewer.username}.${writer.extension}`),
    )
    return Readable.from(writeExport(viewer, filter, writer))
  }

  async function* writeExport(viewer: Viewer, filter: AnnotationFilter, writer: ExportWriter): AsyncGenerator<string> {
    let count = 0
    let previous: Parameters<ExportWriter['write']>[1]
    yield writer.begin()
    for await (const rows of streamAnnotationsForExport(db, viewer, filter)) {
      let text = ''
      for (const row of rows) {
        const annotation = {
          ...presentAnnotation(row, bytesToUuid(row.book_uid)),
          bookTitle: row.book_title,
          seriesTitle: row.series_title,
        }
        text += writer.write(annotation, previous)
        previous = annotation
        count++
      }
      yield text
    }
    yield writer.end(count)
  }
}

const wantsWebAnnotation = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes(webAnnotationMediaType) === true

function asWebAnnotations(request: FastifyRequest, reply: FastifyReply, page: PageOf<Annotation>) {
  if (!wantsWebAnnotation(request)) return undefined
  return sendWebAnnotation(reply, toAnnotationPage(page.data, page.total, page.links))
}

function sendWebAnnotation(reply: FastifyReply, body: Record<string, unknown>): FastifyReply {
  reply.header('content-type', `${webAnnotationMediaType}; profile="http://www.w3.org/ns/anno.jsonld"`)
  reply.header('cache-control', 'private, no-cache')
  reply.header('vary', 'accept')
  return reply.send(JSON.stringify(body))
}

function presentAnnotation(row: AnnotationRow, bookId: string): Annotation {
  return {
    id: bytesToUuid(row.uid),
    bookId,
    locator: JSON.parse(row.locator),
    color: row.color as Annotation['color'],
    style: row.style as Annotation['style'],
    note: row.note,
    device: row.device,
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    deletedAt: formatTimestampOrNull(row.deleted_at),
  }
}
