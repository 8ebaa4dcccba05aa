import {
  addListCover,
  curatedListOfView,
  removeListCover,
  selectListCover,
} from '../../../catalog/covers/change-list-cover.ts'
import { collections as collectionRoutes, readLists as readListRoutes } from '../../../contract/komga/curated-lists.ts'
import { collectionThumbnails, readListThumbnails, type ThumbnailDto } from '../../../contract/komga/thumbnails.ts'
import { type CuratedListCoverRow, listCuratedListCovers } from '../../../store/cover/curated-list-covers.ts'
import { collectionKind, type ListKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import type { CuratedListView } from '../../../store/curated-list/read.ts'
import type { Db } from '../../../store/open.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import type { AppContext } from '../../app-context.ts'
import { sendPooledBuffer } from '../../deliver/send-pooled-buffer.ts'
import { readUploadForm } from '../../deliver/upload.ts'
import { etagMatches } from '../../edge/etag.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem, readCuratedList } from '../read-by-komga-id.ts'
import { booleanOf, queryOf } from '../read-query.ts'
import { mosaicOfMembers, pictureOfCover } from './curated-list-picture.ts'
/** Covers of collections and read lists: uploaded ones, else a mosaic of their first members. */
export function mountCuratedListCovers(komga: KomgaContext): void {
  mountRoutesOf(komga, collectionKind, collectionRoutes.thumbnail, collectionThumbnails, 'collectionId')
  // The two sets of routes differ in the name of the list's id.
  mountRoutesOf(
    komga,
    readListKind,
    readListRoutes.thumbnail as unknown as typeof collectionRoutes.thumbnail,
    readListThumbnails as unknown as typeof collectionThumbnails,
    'readListId' as 'collectionId',
  )
}

function mountRoutesOf(
  { surface, context }: KomgaContext,
  kind: ListKind,
  shown: typeof collectionRoutes.thumbnail,
  routes: typeof collectionThumbnails,
  idName: 'collectionId',
): void {
  const { db } = context
  const present = async (list: CuratedListView, cover: CuratedListCoverRow) => ({
    ...(await presentCover(context, cover)),
    [idName]: komgaIdOf(bytesToUuid(list.uid)),
  })

  serve(surface, shown, async ({ params, viewer, request, reply }) => {
    const list = await readCuratedList(db, viewer, kind, params.id)
    const chosen = (await listCuratedListCovers(db, curatedListOfView(kind, list))).find(
      (cover) => cover.is_selected === 1,
    )
    const picture = chosen ? pictureOfCover(context, chosen) : await mosaicOfMembers(context, viewer, kind, list)
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
    const { cover } = await readCover(db, viewer, kind, params)
    reply.header('content-type', 'image/jpeg').header('cache-control', 'max-age=0, must-revalidate, private')
    return sendPooledBuffer(reply, await pictureOfCover(context, cover).read())
  })
  serve(surface, routes.select, async ({ params, viewer }) => {
    const { list, cover } = await readCover(db, viewer, kind, params)
    await selectListCover(context, list, cover)
  })
  serve(surface, routes.remove, async ({ params, viewer }) => {
    const { list, cover } = await readCover(db, viewer, kind, params)
    await removeListCover(context, list, cover)
  })
}

async function readCover(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  { id, thumbnailId }: { id: string; thumbnailId: string },
) {
  const list = curatedListOfView(kind, await readCuratedList(db, viewer, kind, id))
  const uid = parseUid(thumbnailId)?.toHex()
  const cover = (await listCuratedListCovers(db, list)).find((one) => one.uid.toHex() === uid)
  if (!cover) throw notFoundProblem('thumbnail')
  return { list, cover }
}

async function presentCover({ images }: AppContext, cover: CuratedListCoverRow): Promise<ThumbnailDto> {
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
