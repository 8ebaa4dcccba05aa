import { kobo as routes } from '../../contract/kobo.ts'
import { problem } from '../../contract/problems.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import { hideKoboBook } from '../../store/kobo/devices.ts'
import { recordPageArrival } from '../../store/kobo/sent-pages.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBook } from '../../store/progress/read.ts'
import { putRating } from '../../store/rating/rating.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { parseUid } from '../../store/uid.ts'
import { contentDisposition } from '../deliver/content-disposition.ts'
import { throwUnreadableBook } from '../deliver/epub-contents.ts'
import { deliverFile } from '../deliver/file.ts'
import { sendPooledBuffer } from '../deliver/send-pooled-buffer.ts'
import { deliverThumbnail } from '../deliver/thumbnail.ts'
import { serve } from '../serve.ts'
import { wrapComicAsEpub } from './comic-epub.ts'
import { askStoreAboutBook, findKoboBook, type KoboContext, urlsForDevice, withNoStore } from './kobo-context.ts'
import { downloadFormatOf, presentKoboMetadata, presentKoboReadingState } from './present.ts'
import { findKoboLocation, saveReadingStates } from './reading-state.ts'

/** One book: what it is, its file and cover, and how far its owner has read. */
export function mountKoboBooks(kobo: KoboContext): void {
  const { surface, context, devices, store } = kobo
  const { db } = context

  serve(surface, routes.metadata, async ({ params, viewer, request, reply }) => {
    const book = await findKoboBook(kobo, viewer, params.id)
    const sold = book ? undefined : await askStoreAboutBook(kobo, viewer, params.id, request)
    if (sold) return withNoStore(reply, sold.json)
    if (!book) throw problem('not_found', 'There is no such book.')
    await recordPageArrival(db, devices.of(viewer), book.id)
    return withNoStore(reply, [presentKoboMetadata(book, urlsForDevice(kobo, request).base)])
  })

  serve(surface, routes.readState, async ({ params, viewer, request, reply }) => {
    const book = await findKoboBook(kobo, viewer, params.id)
    if (!book) return withNoStore(reply, (await askStoreAboutBook(kobo, viewer, params.id, request))?.json ?? [])
    return withNoStore(reply, [
      presentKoboReadingState(book, book.state, await findKoboLocation(context, viewer, book)),
    ])
  })

  serve(surface, routes.writeState, async ({ params, body, viewer, request, reply }) => {
    const sold = await askStoreAboutBook(kobo, viewer, params.id, request)
    if (sold) return withNoStore(reply, sold.json)
    const results = await saveReadingStates(context, viewer, devices.of(viewer), body)
    return withNoStore(reply, { RequestResult: 'Success', UpdateResults: results })
  })

  serve(surface, routes.removeBook, async ({ params, viewer, request, reply }) => {
    const sold = await askStoreAboutBook(kobo, viewer, params.id, request)
    if (sold) return withNoStore(reply, sold.json)
    const uid = parseUid(params.id)
    if (uid) await db.transaction((tx) => hideKoboBook(tx, devices.of(viewer).id, uid))
    return withNoStore(reply, {})
  })

  serve(surface, routes.download, async ({ params, viewer, request, reply }) => {
    const book = await findKoboBook(kobo, viewer, params.id)
    const file = book && (await findBookFile(db, viewer, book.uid))
    if (!book || !file || downloadFormatOf(book).path !== params.format)
      throw problem('not_found', 'There is no such file.')
    await recordPageArrival(db, devices.of(viewer), book.id)
    if (params.format === 'pdf') return deliverFile(request, reply, file, 'application/pdf')
    if (params.format === 'epub') return deliverFile(request, reply, file, 'application/epub+zip')
    const made = await (params.format === 'kepub'
      ? context.images.texts.kepub(file)
      : wrapComicAsEpub(context, file, book.isRightToLeft)
    ).catch(throwUnreadableBook)
    reply
      .header('content-type', 'application/epub+zip')
      .header('cache-control', 'private, no-cache')
      .header('content-disposition', contentDisposition('attachment', `${book.title}.kepub.epub`))
    return sendPooledBuffer(reply, made)
  })

  serve(surface, routes.cover, async ({ params, viewer, request, reply }) => {
    const uid = parseUid(params.imageId.slice(0, 36))
    const owner = uid && (await findCoverOwner(db, viewer, 'book', uid))
    // Ids of the store's covers have no version appended.
    if (!owner && store.isOn && uid && params.imageId.length === 36) {
      const { imageId, width, height } = params
      const address = `https://cdn.kobo.com/book-images/${imageId}/${withinScreen(width)}/${withinScreen(height)}/false/image.jpg`
      return reply.code(307).header('location', address).header('cache-control', 'no-store').send()
    }
    if (!owner) throw problem('not_found', 'There is no such cover.')
    await recordPageArrival(db, devices.of(viewer), owner.id)
    return deliverThumbnail(context, viewer, { request, reply }, owner, {
      box: { width: withinScreen(params.width), height: withinScreen(params.height) },
      jpegOnly: true,
      orMissing: true,
      isVersioned: true,
    })
  })

  serve(surface, routes.rate, async ({ params, viewer, reply }) => {
    const uid = parseUid(params.id)
    const book = uid && (await findReadableBook(db, viewer, uid))
    const stars = Number(params.stars)
    if (book && Number.isInteger(stars) && stars >= 1 && stars <= 5) {
      const rating = { rating: stars * 20 }
      await db.transaction(async (tx) => {
        await putRating(tx, viewer.userId, 'book', book.id, rating, Date.now())
        await bumpRevisions(tx, `user:${viewer.userId}`)
      })
    }
    return withNoStore(reply, {})
  })
}

/** No screen is larger, and a device that sends no size gets a small one. */
const withinScreen = (pixels: number): number => Math.min(4000, Math.max(1, pixels || 355))
