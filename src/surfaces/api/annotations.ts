import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeAnnotation, createAnnotation, removeAnnotation } from '../../catalog/annotations/save-annotation.ts'
import { toAnnotationPage, toWebAnnotation } from '../../catalog/annotations/web-annotation.ts'
import { type Annotation, annotations, webAnnotationMediaType } from '../../contract/annotations.ts'
import { limitAndOffsetOf, type PageOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { type AnnotationRow, findAnnotation } from '../../store/annotation/annotation.ts'
import { type AnnotationFilter, listAnnotations } from '../../store/annotation/list.ts'
import type { ReadableBook } from '../../store/progress/read.ts'
import { foldForSorting } from '../../store/text/sort-key.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { correctDeviceTime } from '../edge/correct-device-time.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentAnnotation } from './present-annotation.ts'
import { readReadableBook } from './read-book.ts'

export function mountAnnotations(api: OpenSurface, { db, config, events }: AppContext): void {
  async function readAnnotation(viewer: Viewer, id: string) {
    const row = await findAnnotation(db, viewer, uuidToBytes(id))
    if (!row) throw noSuchAnnotation()
    return row
  }

  serve(api, annotations.listOfBook, async ({ params, query, viewer, request, reply, href }) => {
    const book = await readReadableBook(db, viewer, params.id)
    const { data, total } = await listAnnotations(db, viewer, { bookId: book.id }, limitAndOffsetOf(query))
    const page = presentListPage({ request, href }, query, {
      data: data.map((row) => presentAnnotation(row, params.id)),
      total,
    })
    return asWebAnnotations(request, reply, page) ?? page
  })

  serve(api, annotations.create, async ({ params, body, viewer, request }) => {
    const book = await readReadableBook(db, viewer, params.id)
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
    emitAnnotationUpdate(events, viewer, book, row)
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
    const book = await readReadableBook(db, viewer, bytesToUuid(book_uid))
    const changes = { ...body, updatedAt: correctDeviceTime(request, body.updatedAt) }
    const row = await changeAnnotation(db, viewer.userId, uuidToBytes(params.id), changes, book, config.limits)
    if (!row) throw noSuchAnnotation()
    emitAnnotationUpdate(events, viewer, book, row)
    return presentAnnotation(row, bytesToUuid(book_uid))
  })

  serve(api, annotations.remove, async ({ params, viewer }) => {
    const { book_uid } = await readAnnotation(viewer, params.id)
    const book = await readReadableBook(db, viewer, bytesToUuid(book_uid))
    const row = await removeAnnotation(db, viewer.userId, uuidToBytes(params.id))
    if (!row) throw noSuchAnnotation()
    emitAnnotationUpdate(events, viewer, book, row)
  })
}

/** Updates the user's other devices. */
function emitAnnotationUpdate(events: AppContext['events'], viewer: Viewer, book: ReadableBook, row: AnnotationRow) {
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

const noSuchAnnotation = () => problem('not_found', 'There is no such annotation.')

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
