import { addCoverByUser, removeCover, resetCover, selectCover } from '../../catalog/covers/change-cover.ts'
import { bookCovers, type Cover, seriesCovers } from '../../contract/covers.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { FetchRefused, fetchPublicUrl } from '../../images/fetch-public-url.ts'
import { type CoverEntity, type CoverOwner, findCoverOwner } from '../../store/cover/cover-owner.ts'
import { type CoverRow, findCover, listCovers } from '../../store/cover/covers.ts'
import { readPages } from '../../store/page/read-pages.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { bytesToUuid, uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { deliverThumbnail, findLargeCoverJpeg } from '../deliver/thumbnail.ts'
import { readUpload } from '../deliver/upload.ts'
import { etagMatches, notModified } from '../edge/etag.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountCovers(api: OpenSurface, context: AppContext): void {
  const { db, config } = context

  serve(api, bookCovers.choose, async ({ params, body, viewer }) => {
    const owner = await readOwner(viewer, 'book', params.id)
    if (body.page === undefined) return presentSelected(await takeFromUrl(owner, body.url))
    const file = await findBookFile(db, viewer, owner.uid)
    const pages = file ? await readPages(db, file) : []
    if (!file || !pages[body.page - 1]) throw problem('not_found', `There is no page ${body.page}.`)
    const page = await context.images.pages.read({ ...file, pages }, body.page - 1, { width: 1600 })
    return presentSelected(await addCoverByUser(context, owner, page.bytes, `page:${body.page}`))
  })

  serve(api, seriesCovers.choose, async ({ params, body, viewer }) => {
    const owner = await readOwner(viewer, 'series', params.id)
    if (body.bookId === undefined) return presentSelected(await takeFromUrl(owner, body.url))
    const book = await readOwner(viewer, 'book', body.bookId)
    const picture = await findLargeCoverJpeg(context, viewer, book)
    if (!picture) throw problem('not_found', 'This book has no cover.')
    return presentSelected(await addCoverByUser(context, owner, picture, `book:${body.bookId}`))
  })

  for (const [entity, routes] of [
    ['book', bookCovers],
    ['series', seriesCovers],
  ] as const) {
    serve(api, routes.thumbnail, async ({ params, query, viewer, request, reply }) => {
      const owner = await readOwner(viewer, entity, params.id)
      const options = { size: query.size, width: query.width, isVersioned: query.v !== undefined }
      return deliverThumbnail(context, viewer, { request, reply }, owner, options)
    })
    serve(api, routes.list, async ({ params, viewer }) => {
      const owner = await readOwner(viewer, entity, params.id)
      return { covers: (await listCovers(db, owner)).map((cover) => presentCover(cover, owner.coverId)) }
    })
    serve(api, routes.upload, async ({ params, viewer, request }) => {
      const owner = await readOwner(viewer, entity, params.id)
      return presentSelected(await addCoverByUser(context, owner, await readUpload(request), 'custom'))
    })
    serve(api, routes.select, async ({ params, viewer }) => {
      const owner = await readOwner(viewer, entity, params.id)
      const cover = await readCover(owner, params.coverId)
      await selectCover(context, owner, cover)
      return presentSelected(cover)
    })
    serve(api, routes.reset, async ({ params, viewer }) => {
      const owner = await readOwner(viewer, entity, params.id)
      if (owner.coverId === null) throw problem('not_found', 'No cover is selected.')
      await resetCover(context, owner)
    })
    serve(api, routes.remove, async ({ params, viewer }) => {
      const owner = await readOwner(viewer, entity, params.id)
      await removeCover(context, owner, await readCover(owner, params.coverId))
    })
    serve(api, routes.image, async ({ params, viewer, request, reply }) => {
      const cover = await readCover(await readOwner(viewer, entity, params.id), params.coverId)
      const etag = `"${cover.hash.slice(0, 32)}"`
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      if (etagMatches(request.headers['if-none-match'], etag)) return notModified
      const bytes = await context.images.pictures.find(cover.hash)
      if (!bytes) throw problem('not_found', 'The image of this cover no longer exists.')
      reply.header('content-type', cover.media_type)
      return bytes
    })
  }

  async function readOwner(viewer: Viewer, entity: CoverEntity, id: string): Promise<CoverOwner> {
    const owner = await findCoverOwner(db, viewer, entity, uuidToBytes(id))
    if (!owner) throw problem('not_found', `There is no such ${entity}.`)
    return owner
  }

  async function readCover(owner: CoverOwner, id: string): Promise<CoverRow> {
    const cover = await findCover(db, owner, uuidToBytes(id))
    if (!cover) throw problem('not_found', 'There is no such cover.')
    return cover
  }

  async function takeFromUrl(owner: CoverOwner, url: string | undefined): Promise<CoverRow> {
    if (url === undefined) throw validationProblem([{ path: '', message: 'must name an existing image or an address' }])
    try {
      const bytes = await fetchPublicUrl(url, { maxBytes: config.limits.upload_bytes })
      return await addCoverByUser(context, owner, bytes, 'url')
    } catch (error) {
      if (error instanceof FetchRefused) throw problem('unprocessable', error.message)
      throw error
    }
  }
}

/** After a selection the given cover is the selected one. */
const presentSelected = (cover: CoverRow): Cover => presentCover(cover, cover.id)

const presentCover = (cover: CoverRow, selectedId: number | null): Cover => ({
  id: bytesToUuid(cover.uid),
  source: cover.source,
  mediaType: cover.media_type,
  width: cover.width,
  height: cover.height,
  isSelected: cover.id === selectedId,
  createdAt: formatTimestamp(cover.created_at),
})
