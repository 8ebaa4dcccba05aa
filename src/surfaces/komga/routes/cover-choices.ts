import { addCoverByUser, removeCover, resetCover, selectCover } from '../../../catalog/covers/change-cover.ts'
import { bookThumbnails, seriesThumbnails, type ThumbnailDto } from '../../../contract/komga/thumbnails.ts'
import { problem } from '../../../contract/problems.ts'
import { probeImage } from '../../../formats/image/probe.ts'
import { transcode } from '../../../images/transcode.ts'
import type { CoverEntity, CoverOwner } from '../../../store/cover/cover-owner.ts'
import { type CoverRow, findCover, listCovers } from '../../../store/cover/covers.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { deliverThumbnail, findDefaultCover, findThumbnailJpeg } from '../../deliver/thumbnail.ts'
import { readUploadForm } from '../../deliver/upload.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'
import { notFoundProblem, readCoverOwner } from '../read-by-komga-id.ts'
import { booleanOf, queryOf } from '../read-query.ts'
import { komgaThumbnailOptions } from './current-cover.ts'

/** The covers of books and series: lists, adds and selects them. */
export function mountCoverChoices({ surface, context }: KomgaContext): void {
  const { db } = context

  mountRoutesOf('book', bookThumbnails, (owner) => ({ bookId: komgaIdOf(bytesToUuid(owner.uid)) }))
  // The two sets of routes differ in the name of the owner's id, which `owned` handles.
  mountRoutesOf('series', seriesThumbnails as unknown as typeof bookThumbnails, (owner) => {
    return { seriesId: komgaIdOf(bytesToUuid(owner.uid)) } as unknown as { bookId: string }
  })

  function mountRoutesOf(
    entity: CoverEntity,
    routes: typeof bookThumbnails,
    owned: (owner: CoverOwner) => { bookId: string },
  ) {
    serve(surface, routes.list, async ({ params, viewer }) => {
      const owner = await readCoverOwner(db, viewer, entity, params.id)
      const uploaded = await Promise.all((await listCovers(db, owner)).map((cover) => present(owner, cover)))
      const own = entity === 'book' ? await presentOwn(viewer, owner) : undefined
      return [...(own ? [own] : []), ...uploaded].map((thumbnail) => ({ ...thumbnail, ...owned(owner) }))
    })
    serve(surface, routes.add, async ({ params, viewer, request }) => {
      const owner = await readCoverOwner(db, viewer, entity, params.id)
      const { bytes, fields } = await readUploadForm(request)
      const cover = await addCoverByUser(context, owner, bytes, 'custom')
      const isWanted = booleanOf({ ...fields, ...queryOf(request) }, 'selected') ?? true
      if (!isWanted) await showAgain(await readCoverOwner(db, viewer, entity, params.id), owner.coverId)
      const after = await readCoverOwner(db, viewer, entity, params.id)
      return { ...(await present(after, cover)), ...owned(owner) }
    })
    serve(surface, routes.image, async ({ params, viewer, request, reply }) => {
      const owner = await readCoverOwner(db, viewer, entity, params.id)
      if (isOwn(owner, params.thumbnailId)) {
        if (owner.coverId === null)
          return deliverThumbnail(context, viewer, { request, reply }, owner, komgaThumbnailOptions)
        const own = await readOwn(viewer, owner)
        if (!own) throw notFoundProblem('picture')
        return reply
          .header(...jpeg)
          .header(...unkept)
          .send(own)
      }
      const cover = await readCover(owner, params.thumbnailId)
      const bytes = await context.images.pictures.find(cover.hash)
      if (!bytes) throw notFoundProblem('picture')
      return reply
        .header(...jpeg)
        .header(...unkept)
        .send(await draw(bytes, cover.media_type))
    })
    serve(surface, routes.select, async ({ params, viewer }) => {
      const owner = await readCoverOwner(db, viewer, entity, params.id)
      if (isOwn(owner, params.thumbnailId)) await showAgain(owner, null)
      else await selectCover(context, owner, await readCover(owner, params.thumbnailId))
    })
    serve(surface, routes.remove, async ({ params, viewer }) => {
      const owner = await readCoverOwner(db, viewer, entity, params.id)
      const cover = isOwn(owner, params.thumbnailId) ? undefined : await readCover(owner, params.thumbnailId)
      if (!cover || cover.artwork_path !== null) {
        throw problem('validation_failed', 'Only user uploaded thumbnails can be deleted')
      }
      const next = (await listCovers(db, owner)).findLast((other) => other.id !== cover.id)
      const isShown = owner.coverId === cover.id
      if (isShown && next) await selectCover(context, owner, next)
      await removeCover(context, isShown && next ? { ...owner, coverId: next.id } : owner, cover)
    })
  }

  async function showAgain(owner: CoverOwner, coverId: number | null): Promise<void> {
    const before = coverId === null ? undefined : (await listCovers(db, owner)).find((cover) => cover.id === coverId)
    if (before) await selectCover(context, owner, before)
    else if (owner.coverId !== null) await resetCover(context, owner)
  }

  async function readCover(owner: CoverOwner, id: string): Promise<CoverRow> {
    const uid = parseUid(id)
    const cover = uid && (await findCover(db, owner, uid))
    if (!cover) throw notFoundProblem('thumbnail')
    return cover
  }

  async function present(owner: CoverOwner, cover: CoverRow): Promise<ThumbnailDto> {
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

  /** The picture from the file has the id of its book. Some files have none: texts without one, and broken ones. */
  async function presentOwn(viewer: Viewer, owner: CoverOwner): Promise<ThumbnailDto | undefined> {
    const selected = owner.coverId === null
    const bytes = selected ? (await findThumbnailJpeg(context, viewer, owner))?.bytes : await readOwn(viewer, owner)
    const size = bytes && probeImage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (!size) return undefined
    return {
      id: komgaIdOf(bytesToUuid(owner.uid)),
      type: 'GENERATED',
      selected,
      mediaType: 'image/jpeg',
      fileSize: bytes.length,
      width: Math.round(size.width ?? 0),
      height: Math.round(size.height ?? 0),
    }
  }

  /** The picture from the file while another one is shown. */
  async function readOwn(viewer: Viewer, owner: CoverOwner): Promise<Uint8Array | undefined> {
    const picture = await findDefaultCover(context, viewer, owner).catch(() => undefined)
    return picture && draw(picture.bytes, picture.mediaType).catch(() => undefined)
  }

  async function draw(bytes: Uint8Array, mediaType: string): Promise<Uint8Array> {
    const limits = { maxPixels: context.config.limits.image_pixels }
    return (await transcode(bytes, mediaType, { format: 'jpeg', ...LARGEST }, limits)).bytes
  }
}

const LARGEST = { width: 600, height: 900 }
const jpeg = ['content-type', 'image/jpeg'] as const
const unkept = ['cache-control', 'max-age=0, must-revalidate, private'] as const
const isOwn = (owner: CoverOwner, id: string): boolean => parseUid(id)?.toHex() === owner.uid.toHex()
