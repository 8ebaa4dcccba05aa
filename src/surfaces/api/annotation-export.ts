import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { annotationExportWriters, type ExportWriter } from '../../catalog/annotations/export-annotations.ts'
import { type AnnotationExportFormat, annotations } from '../../contract/annotations.ts'
import { type AnnotationFilter, streamAnnotationsForExport } from '../../store/annotation/list.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { contentDisposition } from '../deliver/content-disposition.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentAnnotation } from './present-annotation.ts'
import { readReadableBook } from './read-book.ts'

/** The user's annotations as a file. */
export function mountAnnotationExport(api: OpenSurface, { db }: AppContext): void {
  serve(api, annotations.exportBook, async ({ params, query, viewer, reply }) => {
    const book = await readReadableBook(db, viewer, params.id)
    return sendExport(db, reply, viewer, { bookId: book.id }, query.format)
  })
  serve(api, annotations.exportAll, ({ query, viewer, reply }) => sendExport(db, reply, viewer, {}, query.format))
}

function sendExport(
  db: Db,
  reply: FastifyReply,
  viewer: Viewer,
  filter: AnnotationFilter,
  format: AnnotationExportFormat,
): Readable {
  const writer = annotationExportWriters[format]
  const fileName = `notes-${viewer.username}.${writer.extension}`
  reply.header('content-type', writer.mediaType)
  reply.header('cache-control', 'no-store')
  reply.header('content-disposition', contentDisposition('attachment', fileName))
  return Readable.from(writeExport(db, viewer, filter, writer))
}

async function* writeExport(
  db: Db,
  viewer: Viewer,
  filter: AnnotationFilter,
  writer: ExportWriter,
): AsyncGenerator<string> {
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
