import { pages } from '../../contract/pages.ts'
import { problem } from '../../contract/problems.ts'
import { findBook } from '../../store/book/read.ts'
import { readPages } from '../../store/page/read-pages.ts'
import { findBookFile, findFilesOfSeries, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { AppContext } from '../app-context.ts'
import { bookMediaTypeOf } from '../deliver/book-media-type.ts'
import { deliverFile } from '../deliver/file.ts'
import { deliverPage, readPanelsAndMargins } from '../deliver/page.ts'
import { deliverZipOfBooks } from '../deliver/zip-of-books.ts'
import { etagMatches } from '../edge/etag.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { noSuchBook, readServedBookFile } from './read-book.ts'

export function mountPages(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, pages.list, async ({ params, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const etag = `"${file.version}-pages"`
    const found = await readPages(db, file)
    // A file that is still to be analysed already has the version that its pages will have.
    if (found.length > 0) reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (found.length > 0 && etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return found.map(({ fileName, mediaType, width, height, size }, index) => ({
      number: index + 1,
      fileName,
      mediaType,
      width: width === null ? null : Math.round(width),
      height: height === null ? null : Math.round(height),
      size,
    }))
  })

  // Not async: a page that is in memory is sent without a promise.
  serve(api, pages.read, ({ params, query, viewer, request, reply }) => {
    // By name: unknown parameters must not create another variant of the page.
    const { width, height, format, v } = query
    const deliver = (file: ServedBookFile | undefined) => {
      if (!file) throw noSuchBook()
      return deliverPage(context, { request, reply }, file, params.number, { width, height, format }, v)
    }
    const file = findBookFile(db, viewer, uuidToBytes(params.id))
    return file instanceof Promise ? file.then(deliver) : deliver(file)
  })

  serve(api, pages.panels, async ({ params, query, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const direction = query.direction ?? (await findBook(db, viewer, params.id))?.readingDirection
    const order = direction === 'rtl' ? 'rtl' : 'ltr'
    const { panels } = await readPanelsAndMargins(context, file, params.number)
    const etag = `"${file.version}-panels-${params.number}-${order}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return { panels: panels[order] }
  })

  serve(api, pages.contentBox, async ({ params, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const { content, edge } = await readPanelsAndMargins(context, file, params.number)
    const etag = `"${file.version}-content-${params.number}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return { box: content, edgeColor: edge }
  })

  serve(api, pages.file, async ({ params, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    return deliverFile(request, reply, file, bookMediaTypeOf(file))
  })

  serve(api, pages.seriesDownload, async ({ params, viewer, reply }) => {
    const found = await findFilesOfSeries(db, viewer, uuidToBytes(params.id))
    if (!found) throw problem('not_found', 'There is no such series.')
    return deliverZipOfBooks(reply, found.title, found.files)
  })
}
