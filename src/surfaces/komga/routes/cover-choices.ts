import { addCoverByUser, removeCover, resetCover, selectCover } from '../../../catalog/covers/change-cover.ts'
import { bookThumbnails, seriesThumbnails, type ThumbnailDto } from '../../../contract/komga/thumbnails.ts'
import { problem } from '../../../contract/problems.ts'
import type { CoverEntity, CoverOwner } from '../../../store/cover/cover-owner.ts'
import { type CoverRow, findCover, listCovers } from '../../../store/cover/covers.ts'
import type { Db } from '../../../store/open.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { AppContext } from '../../app-context.ts'
import { deliverThumbnail } from '../../deliver/thumbnail.ts'
import { readUploadForm } from '../../deliver/upload.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem, readCoverOwner } from '../read-by-komga-id.ts'
import { booleanOf, queryOf } from '../read-query.ts'
import { komgaThumbnailOptions } from './current-cover.ts'
import { drawJpeg, isGeneratedCover, presentGeneratedCover, readGeneratedCover } from './generated-cover.ts'

/** The covers of books and series: lists, adds and selects them. */
export function mountCoverChoices(komga: KomgaContext): void {
  mountRoutesOf(komga, 'book', bookThumbnails, (owner) => ({ bookId: komgaIdOf(bytesToUuid(owner.uid)) }))
  // The two sets of routes differ in the name of the owner's id, which `ownerIdOf` handles.
  mountRoutesOf(komga, 'series', seriesThumbnails as unknown as typeof bookThumbnails, (owner) => {
    return { seriesId: komgaIdOf(bytesToUuid(owner.uid)) } as unknown as { bookId: string }
  })
}

function mountRoutesOf(
  { surface, context }: KomgaContext,
  entity: CoverEntity,
  routes: typeof bookThumbnails,
  ownerIdOf: (owner: CoverOwner) => { bookId: string },
): void {
  const { db } = context
  serve(surface, routes.list, async ({ params, viewer }) => {
    const owner = await readCoverOwner(db, viewer, entity, params.id)
    const uploaded = await Promise.all((await listCovers(db, owner)).map((cover) => present(context, owner, cover)))
    const generated = entity === 'book' ? await presentGeneratedCover(context, viewer, owner) : undefined
    return [...(generated ? [generated] : []), ...uploaded].map((thumbnail) => ({ ...thumbnail, ...ownerIdOf(owner) }))
  })
  serve(surface, routes.add, async ({ params, viewer, request }) => {
    const owner = await readCoverOwner(db, viewer, entity, params.id)
    const { bytes, fields } = await readUploadForm(request)
    const cover = await addCoverByUser(context, owner, bytes, 'custom')
    const isWanted = booleanOf({ ...fields, ...queryOf(request) }, 'selected') ?? true
    if (!isWanted) await showAgain(context, await readCoverOwner(db, viewer, entity, params.id), owner.coverId)
    const after = await readCoverOwner(db, viewer, entity, params.id)
    return { ...(await present(context, after, cover)), ...ownerIdOf(owner) }
  })
  serve(surface, routes.image, async ({ params, viewer, request, reply }) => {
    const owner = await readCoverOwner(db, viewer, entity, params.id)
    const isGenerated = isGeneratedCover(owner, params.thumbnailId)
    if (isGenerated && owner.coverId === null) {
      return deliverThumbnail(context, viewer, { request, reply }, owner, komgaThumbnailOptions)
    }
    const jpeg = isGenerated
      ? await readGeneratedCover(context, viewer, owner)
      : await readUploadedCover(context, await readCover(db, owner, params.thumbnailId))
    if (!jpeg) throw notFoundProblem('picture')
    reply.header('content-type', 'image/jpeg').header('cache-control', 'max-age=0, must-revalidate, private')
    return reply.send(jpeg)
  })
  serve(surface, routes.select, async ({ params, viewer }) => {
    const owner = await readCoverOwner(db, viewer, entity, params.id)
    if (isGeneratedCover(owner, params.thumbnailId)) await showAgain(context, owner, null)
    else await selectCover(context, owner, await readCover(db, owner, params.thumbnailId))
  })
  serve(surface, routes.remove, async ({ params, viewer }) => {
    const owner = await readCoverOwner(db, viewer, entity, params.id)
    const isGenerated = isGeneratedCover(owner, params.thumbnailId)
    const cover = isGenerated ? undefined : await readCover(db, owner, params.thumbnailId)
    if (!cover || cover.artwork_path !== null) {
      throw problem('validation_failed', 'Only user uploaded thumbnails can be deleted')
    }
    const next = (await listCovers(db, owner)).findLast((other) => other.id !== cover.id)
    const isShown = owner.coverId === cover.id
    if (isShown && next) await selectCover(context, owner, next)
    await removeCover(context, isShown && next ? { ...owner, coverId: next.id } : owner, cover)
  })
}

async function showAgain(context: AppContext, owner: CoverOwner, coverId: number | null): Promise<void> {
  const covers = coverId === null ? [] : await listCovers(context.db, owner)
  const before = covers.find((cover) => cover.id === coverId)
  if (before) await selectCover(context, owner, before)
  else if (owner.coverId !== null) await resetCover(context, owner)
}

async function readCover(db: Db, owner: CoverOwner, id: string): Promise<CoverRow> {
  const uid = parseUid(id)
  const cover = uid && (await findCover(db, owner, uid))
  if (!cover) throw notFoundProblem('thumbnail')
  return cover
}

async function readUploadedCover(context: AppContext, cover: CoverRow): Promise<Uint8Array | undefined> {
  const bytes = await context.images.pictures.find(cover.hash)
  return bytes && drawJpeg(context, bytes, cover.media_type)
}

async function present(context: AppContext, owner: CoverOwner, cover: CoverRow): Promise<ThumbnailDto> {
  const bytes = await context.images.pictures.find(cover.hash)
  return {
    id: komgaIdOf(bytesToUuid(cover.uid)),
    type: cover.artwork_path === null ? 'USER_UPLOADED' : 'SIDECAR',
    selected: owner.coverId === cover.id,
    mediaType: cover.media_type,
    fileSize: bytes?.length ?? 0,
    width: Math.round(cover.width ?? 0),
    height: Math.round(cover.height ?? 0),
  }
}
