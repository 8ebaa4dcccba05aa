import type { FastifyReply, FastifyRequest } from 'fastify'
import { saveProgress } from '../../catalog/progress/save-progress.ts'
import { kavitaFeeds, opdsRoutes } from '../../contract/opds.ts'
import { problem } from '../../contract/problems.ts'
import { opdsPublicationMediaType, progressionMediaType } from '../../contract/readium-media-types.ts'
import { findFullBook } from '../../store/book/full-book.ts'
import type { FullBookView } from '../../store/book/view.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import type { Db } from '../../store/open.ts'
import { findBookFile, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { findProgress, findReadableBook } from '../../store/progress/read.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { bookMediaTypeOf } from '../deliver/book-media-type.ts'
import { emitProgressEvent } from '../deliver/emit-progress-event.ts'
import { deliverFile } from '../deliver/file.ts'
import { deliverPage } from '../deliver/page.ts'
import { deliverThumbnail } from '../deliver/thumbnail.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { buildReadiumManifest } from './build-readium-manifest.ts'
import { makeOpdsUrlBuilder, type OpdsEndpoint } from './opds-url-builder.ts'
import { pageReachedByStreaming } from './page-reached-by-streaming.ts'
import { opdsProgressionMediaType, readProgressionDocument, saveProgressionDocument } from './progression.ts'
import { atomEntryMediaType, renderAtomBookEntry } from './render-atom.ts'
import { presentOpdsPublication } from './render-opds-json.ts'

/** The targets of a feed's links: books, files, covers, pages, and the reading position. */
export function mountBookResources(surface: OpenSurface, context: AppContext, root: OpdsEndpoint): void {
  const routes = opdsRoutes(root.path, root.as)
  mountBook(surface, context, routes, root)
  mountCovers(surface, context, routes)
  mountPages(surface, context, routes)
  mountProgression(surface, context, routes)
  if (root.path.startsWith('/api/opds/')) mountKavitaPaths(surface, context, root.path)
}

type Routes = ReturnType<typeof opdsRoutes>

function mountBook(surface: OpenSurface, context: AppContext, routes: Routes, root: OpdsEndpoint): void {
  const { db } = context
  serve(surface, routes.book, async (input) => {
    const book = await readBook(db, input.viewer, input.params.id)
    const to = makeOpdsUrlBuilder(root, input)
    input.reply.header('content-type', root.as === 'atom' ? atomEntryMediaType : opdsPublicationMediaType)
    return root.as === 'atom' ? renderAtomBookEntry(book, to) : JSON.stringify(presentOpdsPublication(book, to))
  })

  serve(surface, routes.file, async ({ params, viewer, request, reply }) => {
    const file = await readFile(db, viewer, params.id)
    return deliverFile(request, reply, file, bookMediaTypeOf(file))
  })

  serve(surface, routes.manifest, async (input) => {
    const { params, viewer, reply, href } = input
    const [file, book] = [await readFile(db, viewer, params.id), await readBook(db, viewer, params.id)]
    const resourcesAt = href(`/api/v1/books/${book.uid}/resources`)
    const to = makeOpdsUrlBuilder(root, input)
    const { type, manifest } = await buildReadiumManifest(context, file, book, to, resourcesAt)
    reply.header('content-type', type)
    return JSON.stringify(manifest)
  })
}

function mountCovers(surface: OpenSurface, context: AppContext, routes: Routes): void {
  for (const [route, entity, size] of [
    [routes.cover, 'book', 'large'],
    [routes.thumbnail, 'book', 'small'],
    [routes.seriesThumbnail, 'series', 'small'],
  ] as const) {
    serve(surface, route, async ({ params, query, viewer, request, reply }) => {
      const owner = await findCoverOwner(context.db, viewer, entity, uuidToBytes(params.id))
      if (!owner) throw problem('not_found', `There is no such ${entity}.`)
      const options = { size, isVersioned: query.v !== undefined, jpegOnly: true }
      return deliverThumbnail(context, viewer, { request, reply }, owner, options)
    })
  }
}

function mountPages(surface: OpenSurface, context: AppContext, routes: Routes): void {
  serve(surface, routes.page, async ({ params, query, viewer, request, reply }) => {
    const file = await readFile(context.db, viewer, params.id)
    const width = Number(query.width)
    const wanted = Number.isInteger(width) && width >= 16 ? { width: Math.min(width, 8192) } : {}
    return sendPage(context, viewer, { request, reply }, file, params.number + 1, wanted)
  })
}

function mountProgression(surface: OpenSurface, context: AppContext, routes: Routes): void {
  serve(surface, routes.progression, async ({ params, viewer, request, reply }) => {
    const found = await readProgressionDocument(context, viewer, await readFile(context.db, viewer, params.id))
    if (!found) return reply.code(204).send()
    const wantsOpds = String(request.headers.accept ?? '').includes(opdsProgressionMediaType)
    reply
      .header('content-type', wantsOpds ? opdsProgressionMediaType : progressionMediaType)
      .header('cache-control', 'private, no-cache')
    return JSON.stringify(found)
  })

  serve(surface, routes.writeProgression, async ({ params, body, viewer, reply }) => {
    await saveProgressionDocument(context, viewer, await readFile(context.db, viewer, params.id), body)
    return reply.code(204).send()
  })
}

/** The same files and pages at the addresses that Kavita gives them. */
function mountKavitaPaths(surface: OpenSurface, context: AppContext, path: string): void {
  const { chapterFile, chapterPage } = kavitaFeeds(path)
  serve(surface, chapterFile, async ({ params, viewer, request, reply }) => {
    const file = await readFile(context.db, viewer, params.chapterId)
    return deliverFile(request, reply, file, bookMediaTypeOf(file))
  })
  serve(surface, chapterPage, async ({ query, viewer, request, reply }) => {
    const file = await readFile(context.db, viewer, query.chapterId)
    return sendPage(context, viewer, { request, reply }, file, query.pageNumber + 1, {})
  })
}

async function readBook(db: Db, viewer: Viewer, id: string): Promise<FullBookView> {
  const book = await findFullBook(db, viewer, id)
  if (!book || book.deletedAt !== null) throw problem('not_found', 'There is no such book.')
  return book
}

async function readFile(db: Db, viewer: Viewer, id: string): Promise<ServedBookFile> {
  const file = await findBookFile(db, viewer, uuidToBytes(id))
  if (!file) throw problem('not_found', 'There is no such book.')
  return file
}

async function sendPage(
  context: AppContext,
  viewer: Viewer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: ServedBookFile,
  page: number,
  wanted: { width?: number },
) {
  const sent = await deliverPage(context, { request, reply }, file, page, wanted)
  const isOn = context.config.opds.progress_from_streaming
  const isRead = isOn && request.method === 'GET' && hasPermission(viewer, 'ProgressWrite')
  if (isRead) noteReading(context, viewer, file, page).catch(() => {})
  return sent
}

/** Page streaming only moves forward, and completes nothing: fetching the last page doesn't mean that it was read. */
async function noteReading(
  context: AppContext,
  viewer: Viewer,
  file: ServedBookFile,
  streamedPage: number,
): Promise<void> {
  const before = await findProgress(context.db, viewer, file.id)
  if (before?.done) return
  const page = pageReachedByStreaming(context.db, `${viewer.uid} ${bytesToUuid(file.uid)}`, streamedPage, before?.page)
  if (page === undefined || (before && before.page >= page)) return
  const book = await findReadableBook(context.db, viewer, file.uid)
  if (!book) return
  const saved = await saveProgress(context.db, viewer, book, { currentPage: page, completed: false })
  if (saved.accepted) emitProgressEvent(context, viewer, book, saved.progress)
}
