import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { kobo } from '../../contract/kobo.ts'
import { problem } from '../../contract/problems.ts'
import { findCoverOwner } from '../../store/cover/cover-owner.ts'
import { type KoboBook, readKoboBooks } from '../../store/kobo/books.ts'
import { changeKoboDevice, hideKoboBook, rewindStorePage, wasBookSentToKobo } from '../../store/kobo/devices.ts'
import { type KoboBookRow, recordPageArrival, requeueBrokenOffPage } from '../../store/kobo/sync.ts'
import type { KoboTagChange } from '../../store/kobo/tags.ts'
import type { Tx } from '../../store/open.ts'
import { findBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBook } from '../../store/progress/read.ts'
import { putRating } from '../../store/rating/rating.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { bytesToUuid, parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { contentDisposition } from '../deliver/content-disposition.ts'
import { throwUnreadableBook } from '../deliver/epub-contents.ts'
import { deliverFile } from '../deliver/file.ts'
import { sendPooledBuffer } from '../deliver/send-pooled-buffer.ts'
import { deliverThumbnail } from '../deliver/thumbnail.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { wrapComicAsEpub } from './comic-epub.ts'
import type { KoboDeviceAuthenticator } from './device-authenticator.ts'
import { koboDeviceUrlsOf } from './device-urls.ts'
import { makeInitializationResources } from './initialization-resources.ts'
import {
  downloadFormatOf,
  formatKoboTime,
  presentKoboEntitlement,
  presentKoboMetadata,
  presentKoboReadingState,
  presentKoboTag,
} from './present.ts'
import { findKoboLocation, saveReadingStates } from './reading-state.ts'
import {
  isExpiredStoreAnswer,
  isUsableStoreAnswer,
  type KoboStoreProxy,
  readDeviceTokens,
  type StoreAnswer,
} from './store-proxy.ts'
import { makeNextStoreSyncPage } from './store-sync-page.ts'
import { makeStubStoreAnswer } from './stub-store-answers.ts'
import { makeNextSyncPage, type SyncPage } from './sync-page.ts'
import { encodeSyncToken, pageInSyncToken, storePageInSyncToken } from './sync-token.ts'

/** The requests of a Kobo e-reader to its store, answered from this library. */
export function mountKoboDeviceApi(
  surface: OpenSurface,
  context: AppContext,
  devices: KoboDeviceAuthenticator,
  store: KoboStoreProxy,
): void {
  const { db, config } = context
  const addressesOf = (request: FastifyRequest) =>
    koboDeviceUrlsOf(request, surface.app.edge.basePath, config.server.public_url)

  async function findBook(viewer: Viewer, id: string): Promise<KoboBook | undefined> {
    const uid = parseUid(id)
    const book = uid && (await findReadableBook(db, viewer, uid))
    return book && (await readKoboBooks(db, viewer, [book.id])).get(book.id)
  }

  /** What must never be sent to the store. */
  const secretsOf = (viewer: Viewer, request: FastifyRequest): string[] => [
    (request.params as { token: string }).token,
    devices.accessTokenFor(devices.of(viewer)),
  ]
  const askStore = (viewer: Viewer, request: FastifyRequest): Promise<StoreAnswer | undefined> =>
    store.ask(request, secretsOf(viewer, request))

  /** The store's response about a book that isn't ours: the device may have it from there. */
  async function askOfBook(viewer: Viewer, id: string, request: FastifyRequest): Promise<StoreAnswer | undefined> {
    if (!store.isOn) return undefined
    const uid = parseUid(id)
    if (!uid || (await wasBookSentToKobo(db, devices.of(viewer).id, uid)) || (await findBook(viewer, id)))
      return undefined
    const answer = await askStore(viewer, request)
    return isUsableStoreAnswer(answer) ? answer : undefined
  }

  serve(surface, kobo.root, ({ reply }) => uncached(reply, {}))

  serve(surface, kobo.initialization, async ({ viewer, request, reply }) => {
    // An interrupted sync isn't continued: its last page may not have arrived.
    await db.transaction((tx) => changeKoboDevice(tx, devices.of(viewer).id, { is_open: 0, is_store_open: 0 }))
    const answer = await askStore(viewer, request)
    if (isExpiredStoreAnswer(answer)) return reply.code(401).header('cache-control', 'no-store').send(answer?.json)
    const { Resources } = (isUsableStoreAnswer(answer) ? answer.json : {}) as { Resources?: Record<string, unknown> }
    const values = typeof Resources === 'object' && Resources !== null ? Resources : undefined
    reply.header('x-kobo-apitoken', (values && answer?.apiToken) ?? 'e30=')
    const fromStore = values && { host: new URL(config.kobo.store_url).origin, values }
    return uncached(reply, { Resources: makeInitializationResources(addressesOf(request), fromStore) })
  })

  serve(surface, kobo.sync, async ({ viewer, request, reply }) => {
    // No client waits for this response any more; the device asks again, perhaps before this request is handled.
    if (reply.raw.destroyed || request.method === 'HEAD') return uncached(reply, [])
    const device = devices.of(viewer)
    const token = pageInSyncToken(device.id, request.headers['x-kobo-synctoken'])
    const page = await makeNextSyncPage(db, viewer, device, token, wantToReadName(request))
    if (!page) throw problem('unauthorized', 'This device is no longer registered.')
    // An empty page has no number of its own: repeating it would repeat the one before, which arrived.
    if (!page.isEmpty) whenBrokenOff(request, reply, (tx) => requeueBrokenOffPage(tx, device.id, page.page))
    const { base } = addressesOf(request)
    const items: unknown[] = []
    for (const row of page.rows) items.push(await presentNews(viewer, row, page.books.get(row.book_id), base))
    for (const news of page.tags) items.push(presentTagNews(news))
    const bought = page.hasMore ? undefined : await readStore(viewer, page, request, reply)
    if (bought) for (const item of bought.items) items.push(item)
    // Without a response of the store, the device keeps its position: a lost page is requested again.
    const storePage = bought?.storePage ?? storePageInSyncToken(device.id, request.headers['x-kobo-synctoken'])
    reply.header('x-kobo-synctoken', encodeSyncToken(device.id, bought?.page ?? page.page, storePage))
    if (page.hasMore || bought?.hasMore) reply.header('x-kobo-sync', 'continue')
    return uncached(reply, items)
  })

  /** After our own pages: the owner's new purchases, if the store is enabled. */
  async function readStore(viewer: Viewer, page: SyncPage, request: FastifyRequest, reply: FastifyReply) {
    if (!store.isOn) return undefined
    const secrets = secretsOf(viewer, request)
    const bought = await makeNextStoreSyncPage(db, page, request.headers['x-kobo-synctoken'], (token) =>
      store.ask(request, secrets, token),
    )
    if (bought && bought.items.length > 0)
      whenBrokenOff(request, reply, (tx) => rewindStorePage(tx, page.device.id, bought.storePage))
    return bought
  }

  /** The connection broke before the response was sent: whatever token comes next, this page didn't arrive. */
  function whenBrokenOff(request: FastifyRequest, { raw }: FastifyReply, undo: (tx: Tx) => Promise<void>): void {
    let isSent = false
    const repeat = () => {
      if (isSent) return
      db.transaction(undo).catch((error: unknown) =>
        request.log.warn({ err: error }, 'Could not record that a response did not reach a Kobo'),
      )
    }
    if (raw.destroyed) repeat()
    raw.once('finish', () => {
      // Handed to the system, which means nothing if the other side has hung up.
      isSent = raw.socket?.destroyed !== true && raw.socket?.readableEnded !== true
    })
    raw.once('close', repeat)
  }

  async function presentNews(
    viewer: Viewer,
    row: KoboBookRow,
    book: KoboBook | undefined,
    base: string,
  ): Promise<unknown> {
    if (row.pending === 'removed' || !book) {
      const id = bytesToUuid(row.uid)
      const BookEntitlement = presentKoboEntitlement({ uid: row.uid, createdAt: 0 }, true)
      return {
        ChangedEntitlement: {
          BookEntitlement,
          BookMetadata: { Title: id, EntitlementId: id, RevisionId: id, CrossRevisionId: id, WorkId: id },
        },
      }
    }
    if (row.pending === 'state') {
      return {
        ChangedReadingState: {
          ReadingState: presentKoboReadingState(book, book.state, await findKoboLocation(context, viewer, book)),
        },
      }
    }
    const shown = {
      BookEntitlement: presentKoboEntitlement(book, false),
      BookMetadata: presentKoboMetadata(book, base),
    }
    if (row.pending === 'metadata') return { ChangedProductMetadata: shown }
    const ReadingState = presentKoboReadingState(book, book.state, await findKoboLocation(context, viewer, book))
    return { NewEntitlement: { ...shown, ReadingState } }
  }

  serve(surface, kobo.metadata, async ({ params, viewer, request, reply }) => {
    const book = await findBook(viewer, params.id)
    const sold = book ? undefined : await askOfBook(viewer, params.id, request)
    if (sold) return uncached(reply, sold.json)
    if (!book) throw problem('not_found', 'There is no such book.')
    await recordPageArrival(db, devices.of(viewer), book.id)
    return uncached(reply, [presentKoboMetadata(book, addressesOf(request).base)])
  })

  serve(surface, kobo.readState, async ({ params, viewer, request, reply }) => {
    const book = await findBook(viewer, params.id)
    if (!book) return uncached(reply, (await askOfBook(viewer, params.id, request))?.json ?? [])
    return uncached(reply, [presentKoboReadingState(book, book.state, await findKoboLocation(context, viewer, book))])
  })

  serve(surface, kobo.writeState, async ({ params, body, viewer, request, reply }) => {
    const sold = await askOfBook(viewer, params.id, request)
    if (sold) return uncached(reply, sold.json)
    const results = await saveReadingStates(context, viewer, devices.of(viewer), body)
    return uncached(reply, { RequestResult: 'Success', UpdateResults: results })
  })

  serve(surface, kobo.removeBook, async ({ params, viewer, request, reply }) => {
    const sold = await askOfBook(viewer, params.id, request)
    if (sold) return uncached(reply, sold.json)
    const uid = parseUid(params.id)
    if (uid) await db.transaction((tx) => hideKoboBook(tx, devices.of(viewer).id, uid))
    return uncached(reply, {})
  })

  serve(surface, kobo.download, async ({ params, viewer, request, reply }) => {
    const book = await findBook(viewer, params.id)
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

  serve(surface, kobo.cover, async ({ params, viewer, request, reply }) => {
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

  serve(surface, kobo.authorize, ({ query, reply }) => {
    // Only the device's own scheme: anything else would be an open redirect.
    const target = new URL(query.redirect_uri?.startsWith('kobo://') ? query.redirect_uri : 'kobo://UserAuthenticated')
    target.searchParams.set('code', randomBytes(16).toString('hex'))
    if (query.state !== undefined) target.searchParams.set('state', query.state)
    return reply.code(302).header('location', target.href).header('cache-control', 'no-store').send()
  })

  serve(surface, kobo.rate, async ({ params, viewer, reply }) => {
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
    return uncached(reply, {})
  })

  for (const route of [kobo.otherGet, kobo.otherPost, kobo.otherPut, kobo.otherPatch, kobo.otherDelete]) {
    serve(surface, route, async ({ viewer, request, reply }) => {
      const answer = await askStore(viewer, request)
      if (isUsableStoreAnswer(answer)) return uncached(reply, answer.json)
      const device = devices.of(viewer)
      const access = devices.accessTokenFor(device)
      const ofDevice = store.isOn && answer === undefined ? readDeviceTokens(request) : undefined
      const tokens = {
        ...(ofDevice ?? { access, refresh: access }),
        userId: bytesToUuid(device.uid),
        tracking: randomUUID(),
      }
      return uncached(reply, makeStubStoreAnswer(request, addressesOf(request).base, tokens))
    })
  }
}

/** No screen is larger, and a device that sends no size gets a small one. */
const withinScreen = (pixels: number): number => Math.min(4000, Math.max(1, pixels || 355))

function presentTagNews(news: KoboTagChange): unknown {
  if (news.kind === 'deleted') return { DeletedTag: { Tag: { Id: news.id, LastModified: formatKoboTime(Date.now()) } } }
  return { [news.kind === 'new' ? 'NewTag' : 'ChangedTag']: { Tag: presentKoboTag(news.tag) } }
}

/** The device doesn't support conditional requests, and must not get a stale response from a proxy. */
function uncached<T>(reply: FastifyReply, body: T): T {
  reply.header('cache-control', 'no-store')
  return body
}

/** The one collection that we name, in the language of the device. */
function wantToReadName(request: FastifyRequest): string {
  const language = /^[a-z]{2}/i.exec(String(request.headers['accept-language'] ?? ''))?.[0].toLowerCase()
  return (language && wantToReadNames[language]) || 'Want to read'
}
const wantToReadNames: Record<string, string> = { de: 'Leseliste', ja: '読みたい本', fr: 'À lire', es: 'Quiero leer' }
