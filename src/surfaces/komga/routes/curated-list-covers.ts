import {
  addListCover,
  curatedListOfView,
  removeListCover,
  selectListCover,
} from '../../../catalog/covers/change-list-cover.ts'
import { collections as collectionRoutes, readLists as readListRoutes } from '../../../contract/komga/curated-lists.ts'
import { collectionThumbnails, readListThumbnails, type ThumbnailDto } from '../../../contract/komga/thumbnails.ts'
import { unpooledBuffer } from '../../../images/buffer-pool.ts'
import { makeMosaic } from '../../../images/mosaic.ts'
import { transcode } from '../../../images/transcode.ts'
import { readBooks } from '../../../store/book/read.ts'
import { findCoverOwner } from '../../../store/cover/cover-owner.ts'
import { type CuratedListCoverRow, listCuratedListCovers } from '../../../store/cover/curated-list-covers.ts'
import { collectionKind, type ListKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { type CuratedListView, listVisibleMemberIds } from '../../../store/curated-list/read.ts'
import { readSeries } from '../../../store/series/read.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { sendPooledBuffer } from '../../deliver/send-pooled-buffer.ts'
import { findThumbnailJpeg } from '../../deliver/thumbnail.ts'
import { readUploadForm } from '../../deliver/upload.ts'
import { etagMatches } from '../../edge/etag.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem, readCuratedList } from '../read-by-komga-id.ts'
import { booleanOf, queryOf } from '../read-query.ts'

/** Covers of collections and read lists: uploaded ones, else a mosaic of their first members. */
export function mountCuratedListCovers({ surface, context }: KomgaContext): void {
  const { db, images, config } = context

  mountRoutesOf(collectionKind, collectionRoutes.thumbnail, collectionThumbnails, 'collectionId')
  // The two sets of routes differ in the name of the list's id.
  mountRoutesOf(
    readListKind,
    readListRoutes.thumbnail as unknown as typeof collectionRoutes.thumbnail,
    readListThumbnails as unknown as typeof collectionThumbnails,
    'readListId' as 'collectionId',
  )

  function mountRoutesOf(
    kind: ListKind,
    shown: typeof collectionRoutes.thumbnail,
    routes: typeof collectionThumbnails,
    idName: 'collectionId',
  ): void {
    const present = async (list: CuratedListView, cover: CuratedListCoverRow) => ({
      ...(await presentCover(cover)),
      [idName]: komgaIdOf(bytesToUuid(list.uid)),
    })

    serve(surface, shown, async ({ params, viewer, request, reply }) => {
      const list = await readCuratedList(db, viewer, kind, params.id)
      const chosen = (await listCuratedListCovers(db, curatedListOfView(kind, list))).find(
        (cover) => cover.is_selected === 1,
      )
      const picture = chosen ? pictureOf(chosen) : await mosaicOf(viewer, kind, list)
      if (!picture) throw notFoundProblem('picture')
      reply.header('etag', picture.etag).header('cache-control', 'max-age=0, must-revalidate, private')
      if (etagMatches(request.headers['if-none-match'], picture.etag)) return reply.code(304).send()
      return sendPooledBuffer(reply.header('content-type', 'image/jpeg'), await picture.read())
    })
    serve(surface, routes.list, async ({ params, viewer }) => {
      const list = await readCuratedList(db, viewer, kind, params.id)
      const covers = await listCuratedListCovers(db, curatedListOfView(kind, list))
      return Promise.all(covers.map((cover) => present(list, cover)))
    })
    serve(surface, routes.add, async ({ params, viewer, request }) => {
      const list = await readCuratedList(db, viewer, kind, params.id)
      const { bytes, fields } = await readUploadForm(request)
      const isWanted = booleanOf({ ...fields, ...queryOf(request) }, 'selected') ?? true
      return present(list, await addListCover(context, curatedListOfView(kind, list), bytes, isWanted))
    })
    serve(surface, routes.image, async ({ params, viewer, reply }) => {
      const { cover } = await readCover(viewer, kind, params)
      reply.header('content-type', 'image/jpeg').header('cache-control', 'max-age=0, must-revalidate, private')
      return sendPooledBuffer(reply, await pictureOf(cover).read())
    })
    serve(surface, routes.select, async ({ params, viewer }) => {
      const { list, cover } = await readCover(viewer, kind, params)
      await selectListCover(context, list, cover)
    })
    serve(surface, routes.remove, async ({ params, viewer }) => {
      const { list, cover } = await readCover(viewer, kind, params)
      await removeListCover(context, list, cover)
    })
  }

  async function readCover(viewer: Viewer, kind: ListKind, { id, thumbnailId }: { id: string; thumbnailId: string }) {
    const list = curatedListOfView(kind, await readCuratedList(db, viewer, kind, id))
    const uid = parseUid(thumbnailId)?.toHex()
    const cover = (await listCuratedListCovers(db, list)).find((one) => one.uid.toHex() === uid)
    if (!cover) throw notFoundProblem('thumbnail')
    return { list, cover }
  }

  function pictureOf({ hash, media_type }: CuratedListCoverRow) {
    const { image_pixels: maxPixels } = config.limits
    const size = config.images.cover_size
    const read = () =>
      images.cache.take(`shelf cover ${hash} ${size}`, async () => {
        const bytes = await images.pictures.find(hash)
        if (!bytes) throw notFoundProblem('picture')
        const wanted = { format: 'jpeg', width: size, height: size } as const
        return (await transcode(bytes, media_type, wanted, { maxPixels })).bytes
      })
    return { etag: `"${hash.slice(0, 32)}-${size}"`, read }
  }

  /** A single picture is shown as it is. */
  async function mosaicOf(viewer: Viewer, kind: ListKind, list: CuratedListView) {
    const { ids } = await listVisibleMemberIds(db, viewer, kind, list, { limit: 4, offset: 0 })
    const members = await (kind.member === 'book' ? readBooks : readSeries)(db, viewer, ids)
    const owners = await Promise.all(members.map(({ uid }) => findCoverOwner(db, viewer, kind.member, parseUid(uid)!)))
    const found = await Promise.all(owners.map((owner) => owner && findThumbnailJpeg(context, viewer, owner)))
    const pictures = found.filter((one) => one !== undefined)
    const [first] = pictures
    if (!first) return undefined
    if (pictures.length === 1) return { etag: first.etag, read: async () => unpooledBuffer(first.bytes) }
    const { quality } = config.images
    const etag = `"${pictures.map((one) => one.etag.replaceAll('"', '')).join('+')}-q${quality}"`
    const tiles = pictures.map((one) => one.bytes)
    const read = () => images.cache.take(`mosaic ${etag}`, () => makeMosaic(tiles, quality))
    return { etag, read }
  }

  async function presentCover(cover: CuratedListCoverRow): Promise<ThumbnailDto> {
    return {
      id: komgaIdOf(bytesToUuid(cover.uid)),
      type: 'USER_UPLOADED',
      selected: cover.is_selected === 1,
      mediaType: cover.media_type,
      fileSize: (await images.pictures.find(cover.hash))?.length ?? 0,
      width: Math.round(cover.width ?? 0),
      height: Math.round(cover.height ?? 0),
    }
  }
}
