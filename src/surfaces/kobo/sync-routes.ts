import type { FastifyReply, FastifyRequest } from 'fastify'
import { kobo as routes } from '../../contract/kobo.ts'
import { problem } from '../../contract/problems.ts'
import type { KoboBook } from '../../store/kobo/books.ts'
import { rewindStorePage } from '../../store/kobo/devices.ts'
import type { PendingKoboBook } from '../../store/kobo/pending-changes.ts'
import { requeueBrokenOffPage } from '../../store/kobo/sent-pages.ts'
import type { KoboTagChange } from '../../store/kobo/tags.ts'
import type { Db, Tx } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { serve } from '../serve.ts'
import { type KoboContext, secretsOfRequest, urlsForDevice, withNoStore } from './kobo-context.ts'
import {
  formatKoboTime,
  presentKoboEntitlement,
  presentKoboMetadata,
  presentKoboReadingState,
  presentKoboTag,
} from './present.ts'
import { findKoboLocation } from './reading-state.ts'
import { makeNextStoreSyncPage } from './store-sync-page.ts'
import { makeNextSyncPage, type SyncPage } from './sync-page.ts'
import { encodeSyncToken, pageInSyncToken, storePageInSyncToken } from './sync-token.ts'
import { wantToReadName } from './want-to-read-name.ts'

/** What has changed since the device's last sync, page by page: our books and lists, then the store's. */
export function mountKoboSync(kobo: KoboContext): void {
  const { surface, context, devices, store } = kobo
  const { db } = context

  serve(surface, routes.sync, async ({ viewer, request, reply }) => {
    // No client waits for this response any more; the device repeats the request, perhaps before this one is handled.
    if (reply.raw.destroyed || request.method === 'HEAD') return withNoStore(reply, [])
    const device = devices.of(viewer)
    const token = pageInSyncToken(device.id, request.headers['x-kobo-synctoken'])
    const page = await makeNextSyncPage(db, viewer, device, token, wantToReadName(request.headers['accept-language']))
    if (!page) throw problem('unauthorized', 'This device is no longer registered.')
    // An empty page has no number of its own: repeating it would repeat the one before, which arrived.
    if (!page.isEmpty) undoIfBrokenOff(db, request, reply, (tx) => requeueBrokenOffPage(tx, device.id, page.page))
    const { base } = urlsForDevice(kobo, request)
    const items: unknown[] = []
    for (const row of page.rows)
      items.push(await presentBookChange(context, viewer, row, page.books.get(row.book_id), base))
    for (const change of page.tags) items.push(presentTagChange(change))
    const bought = page.hasMore ? undefined : await readStore(viewer, page, request, reply)
    if (bought) for (const item of bought.items) items.push(item)
    // Without a response of the store, the device keeps its position: a lost page is requested again.
    const storePage = bought?.storePage ?? storePageInSyncToken(device.id, request.headers['x-kobo-synctoken'])
    reply.header('x-kobo-synctoken', encodeSyncToken(device.id, bought?.page ?? page.page, storePage))
    if (page.hasMore || bought?.hasMore) reply.header('x-kobo-sync', 'continue')
    return withNoStore(reply, items)
  })

  /** After our own pages: the owner's new purchases, if the store is enabled. */
  async function readStore(viewer: Viewer, page: SyncPage, request: FastifyRequest, reply: FastifyReply) {
    if (!store.isOn) return undefined
    const secrets = secretsOfRequest(kobo, viewer, request)
    const bought = await makeNextStoreSyncPage(db, page, request.headers['x-kobo-synctoken'], (token) =>
      store.ask(request, secrets, token),
    )
    if (bought && bought.items.length > 0)
      undoIfBrokenOff(db, request, reply, (tx) => rewindStorePage(tx, page.device.id, bought.storePage))
    return bought
  }
}

/** The connection broke before the response was sent: whatever token comes next, this page didn't arrive. */
function undoIfBrokenOff(db: Db, request: FastifyRequest, { raw }: FastifyReply, undo: (tx: Tx) => Promise<void>) {
  let isSent = false
  const undoUnlessSent = () => {
    if (isSent) return
    db.transaction(undo).catch((error: unknown) =>
      request.log.warn({ err: error }, 'Could not record that a response did not reach a Kobo'),
    )
  }
  if (raw.destroyed) undoUnlessSent()
  raw.once('finish', () => {
    // Handed to the system, which means nothing if the other side has hung up.
    isSent = raw.socket?.destroyed !== true && raw.socket?.readableEnded !== true
  })
  raw.once('close', undoUnlessSent)
}

async function presentBookChange(
  context: AppContext,
  viewer: Viewer,
  { uid, pending }: PendingKoboBook,
  book: KoboBook | undefined,
  base: string,
): Promise<unknown> {
  if (pending === 'removed' || !book) {
    const id = bytesToUuid(uid)
    const BookEntitlement = presentKoboEntitlement({ uid, createdAt: 0 }, true)
    const BookMetadata = { Title: id, EntitlementId: id, RevisionId: id, CrossRevisionId: id, WorkId: id }
    return { ChangedEntitlement: { BookEntitlement, BookMetadata } }
  }
  const presentState = async () =>
    presentKoboReadingState(book, book.state, await findKoboLocation(context, viewer, book))
  if (pending === 'state') return { ChangedReadingState: { ReadingState: await presentState() } }
  const BookEntitlement = presentKoboEntitlement(book, false)
  const BookMetadata = presentKoboMetadata(book, base)
  if (pending === 'metadata') return { ChangedProductMetadata: { BookEntitlement, BookMetadata } }
  return { NewEntitlement: { BookEntitlement, BookMetadata, ReadingState: await presentState() } }
}

function presentTagChange(change: KoboTagChange): unknown {
  if (change.kind === 'deleted')
    return { DeletedTag: { Tag: { Id: change.id, LastModified: formatKoboTime(Date.now()) } } }
  return { [change.kind === 'new' ? 'NewTag' : 'ChangedTag']: { Tag: presentKoboTag(change.tag) } }
}
