import type { FastifyReply, FastifyRequest } from 'fastify'
import { kobo as routes } from '../../contract/kobo.ts'
import { problem } from '../../contract/problems.ts'
import type { KoboBook } from '../../store/kobo/books.ts'
import { rewindStorePage } from '../../store/kobo/devices.ts'
import { type KoboBookRow, requeueBrokenOffPage } from '../../store/kobo/sync.ts'
import type { KoboTagChange } from '../../store/kobo/tags.ts'
import type { Tx } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { serve } from '../serve.ts'
import { type KoboContext, secretsOfRequest, uncached, urlsForDevice } from './kobo-context.ts'
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

/** What has changed since the device's last sync, page by page: our books and lists, then the store's. */
export function mountKoboSync(kobo: KoboContext): void {
  const { surface, context, devices, store } = kobo
  const { db } = context

  serve(surface, routes.sync, async ({ viewer, request, reply }) => {
    // No client waits for this response any more; the device repeats the request, perhaps before this one is handled.
    if (reply.raw.destroyed || request.method === 'HEAD') return uncached(reply, [])
    const device = devices.of(viewer)
    const token = pageInSyncToken(device.id, request.headers['x-kobo-synctoken'])
    const page = await makeNextSyncPage(db, viewer, device, token, wantToReadName(request))
    if (!page) throw problem('unauthorized', 'This device is no longer registered.')
    // An empty page has no number of its own: repeating it would repeat the one before, which arrived.
    if (!page.isEmpty) whenBrokenOff(request, reply, (tx) => requeueBrokenOffPage(tx, device.id, page.page))
    const { base } = urlsForDevice(kobo, request)
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
    const secrets = secretsOfRequest(kobo, viewer, request)
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
}

function presentTagNews(news: KoboTagChange): unknown {
  if (news.kind === 'deleted') return { DeletedTag: { Tag: { Id: news.id, LastModified: formatKoboTime(Date.now()) } } }
  return { [news.kind === 'new' ? 'NewTag' : 'ChangedTag']: { Tag: presentKoboTag(news.tag) } }
}

/** The one collection that we name, in the language of the device. */
function wantToReadName(request: FastifyRequest): string {
  const language = /^[a-z]{2}/i.exec(String(request.headers['accept-language'] ?? ''))?.[0].toLowerCase()
  return (language && wantToReadNames[language]) || 'Want to read'
}
const wantToReadNames: Record<string, string> = { de: 'Leseliste', ja: '読みたい本', fr: 'À lire', es: 'Quiero leer' }
