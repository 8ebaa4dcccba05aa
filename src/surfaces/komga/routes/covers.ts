import { removeCover, resetCover, selectCover, takeCover } from '../../../catalog/covers/change.ts'
import { bookThumbnails, seriesThumbnails, type ThumbnailDto } from '../../../contract/komga/thumbnails.ts'
import { problem } from '../../../contract/problems.ts'
import { transcode } from '../../../images/transcode.ts'
import type { FullBookView } from '../../../store/book/view.ts'
import { type CoverRow, findCover, listCovers } from '../../../store/cover/covers.ts'
import type { CoverNoun, CoverOwner } from '../../../store/cover/owner.ts'
import { bytesToUuid, parseUid } from '../../../store/uid.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { deliverPage } from '../../deliver/page.ts'
import { deliverThumbnail, findThumbnail } from '../../deliver/thumbnail.ts'
import { readUploadForm } from '../../deliver/upload.ts'
import { serve } from '../../serve.ts'
import { missing, readFile, readFullBook, readOwner } from '../find.ts'
import type { Komga } from '../komga.ts'
import { idOf } from '../present/words.ts'
import { flagOf, queryOf } from '../read-query.ts'
import { asKomgaDoes } from './thumbnails.ts'

/** The covers of books and series, to look through, add and choose. */
export function mountCovers({ surface, house }: Komga): void {
  const { db } = house

  mountOf('book', bookThumbnails, (owner) => ({ bookId: idOf(bytesToUuid(owner.uid)) }))
  // The two sets of routes differ in the name of the owner's id, which `owned` settles.
  mountOf('series', seriesThumbnails as unknown as typeof bookThumbnails, (owner) => {
    return { seriesId: idOf(bytesToUuid(owner.uid)) } as unknown as { bookId: string }
  })

  function mountOf(noun: CoverNoun, routes: typeof bookThumbnails, owned: (owner: CoverOwner) => { bookId: string }) {
    serve(surface, routes.list, async ({ params, viewer }) => {
      const owner = await readOwner(db, viewer, noun, params.id)
      const uploaded = await Promise.all((await listCovers(db, owner)).map((cover) => present(owner, cover)))
      const own =
        noun === 'book' ? await presentOwn(viewer, owner, await readFullBook(db, viewer, params.id)) : undefined
      return [...(own ? [own] : []), ...uploaded].map((thumbnail) => ({ ...thumbnail, ...owned(owner) }))
    })
    serve(surface, routes.add, async ({ params, viewer, request }) => {
      const owner = await readOwner(db, viewer, noun, params.id)
      const { bytes, fields } = await readUploadForm(request)
      const cover = await takeCover(house, owner, bytes, 'custom')
      const isWanted = flagOf({ ...fields, ...queryOf(request) }, 'selected') ?? true
      if (!isWanted) await showAgain(await readOwner(db, viewer, noun, params.id), owner.coverId)
      const after = await readOwner(db, viewer, noun, params.id)
      return { ...(await present(after, cover)), ...owned(owner) }
    })
    serve(surface, routes.image, async ({ params, viewer, request, reply }) => {
      const owner = await readOwner(db, viewer, noun, params.id)
      if (isOwn(owner, params.thumbnailId)) {
        if (owner.coverId === null) return deliverThumbnail(house, viewer, { request, reply }, owner, asKomgaDoes)
        const file = await readFile(db, viewer, params.id)
        return deliverPage(house, { request, reply }, file, 1, { format: 'jpeg', ...LARGEST })
      }
      const cover = await readCover(owner, params.thumbnailId)
      const bytes = await house.images.pictures.find(cover.hash)
      if (!bytes) throw missing('picture')
      const limits = { maxPixels: house.config.limits.image_pixels }
      reply.header('content-type', 'image/jpeg').header('cache-control', 'max-age=0, must-revalidate, private')
      return (await transcode(bytes, cover.media_type, { format: 'jpeg', ...LARGEST }, limits)).bytes
    })
    serve(surface, routes.select, async ({ params, viewer }) => {
      const owner = await readOwner(db, viewer, noun, params.id)
      if (isOwn(owner, params.thumbnailId)) await showAgain(owner, null)
      else await selectCover(house, owner, await readCover(owner, params.thumbnailId))
    })
    serve(surface, routes.remove, async ({ params, viewer }) => {
      const owner = await readOwner(db, viewer, noun, params.id)
      if (isOwn(owner, params.thumbnailId)) {
        throw problem('validation_failed', 'Only user uploaded thumbnails can be deleted')
      }
      await removeCover(house, owner, await readCover(owner, params.thumbnailId))
    })
  }

  async function showAgain(owner: CoverOwner, coverId: number | null): Promise<void> {
    const before = coverId === null ? undefined : (await listCovers(db, owner)).find((cover) => cover.id === coverId)
    if (before) await selectCover(house, owner, before)
    else if (owner.coverId !== null) await resetCover(house, owner)
  }

  async function readCover(owner: CoverOwner, id: string): Promise<CoverRow> {
    const uid = parseUid(id)
    const cover = uid && (await findCover(db, owner, uid))
    if (!cover) throw missing('thumbnail')
    return cover
  }

  async function present(owner: CoverOwner, cover: CoverRow): Promise<ThumbnailDto> {
    const bytes = await house.images.pictures.find(cover.hash)
    return {
      id: idOf(bytesToUuid(cover.uid)),
      type: 'USER_UPLOADED',
      selected: owner.coverId === cover.id,
      mediaType: cover.media_type,
      fileSize: bytes?.length ?? 0,
      width: Math.round(cover.width ?? 0),
      height: Math.round(cover.height ?? 0),
    }
  }

  /** The picture from the file goes by the id of its book. Some files have none: those of text, and broken ones. */
  async function presentOwn(
    viewer: Viewer,
    owner: CoverOwner,
    { cover }: FullBookView,
  ): Promise<ThumbnailDto | undefined> {
    const uid = bytesToUuid(owner.uid)
    const isShown = owner.coverId === null
    const shown = isShown ? await findThumbnail(house, viewer, owner) : undefined
    if (isShown && !shown) return undefined
    return {
      id: idOf(uid),
      type: 'GENERATED',
      selected: isShown,
      mediaType: 'image/jpeg',
      fileSize: shown?.bytes.length ?? 0,
      width: isShown ? (cover.width ?? 0) : 0,
      height: isShown ? (cover.height ?? 0) : 0,
    }
  }
}

const LARGEST = { width: 600, height: 900 }
const isOwn = (owner: CoverOwner, id: string): boolean => parseUid(id)?.toHex() === owner.uid.toHex()
