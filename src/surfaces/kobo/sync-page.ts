import { type KoboBook, readKoboBooks } from '../../store/kobo/books.ts'
import type { KoboDeviceRow } from '../../store/kobo/devices.ts'
import { findKoboDevice } from '../../store/kobo/devices.ts'
import { nextSyncStep, type SyncStep } from '../../store/kobo/next-sync-step.ts'
import {
  hasPendingBooks,
  type PendingKoboBook,
  recordPendingBookChanges,
  takePendingBooks,
} from '../../store/kobo/pending-changes.ts'
import { parseKoboScope } from '../../store/kobo/scope.ts'
import { recordBooksSent, requeueBooksAndTagsOfPages, updateDeviceSyncColumns } from '../../store/kobo/sent-pages.ts'
import { type KoboTagChange, readKoboTags, recordTagsSent, takeTagChanges } from '../../store/kobo/tags.ts'
import type { Db } from '../../store/open.ts'
import { readRevision } from '../../store/revision.ts'
import type { Viewer } from '../../store/viewer.ts'

/** One page of a sync: what to send to the device, not yet in its format. */
export interface SyncPage {
  rows: PendingKoboBook[]
  books: Map<number, KoboBook>
  tags: KoboTagChange[]
  /** Number of the last page with items: of this one, unless it is empty. */
  page: number
  isEmpty: boolean
  hasMore: boolean
  /** The device as it was before this page, and what was concluded from its request. */
  device: KoboDeviceRow
  step: SyncStep
}

const ITEMS_PER_PAGE = 100

/**
 * Decides the content of the next page, and records that it was sent. All in one transaction: two concurrent requests
 * of the same device get two pages, never one page twice.
 */
export async function makeNextSyncPage(
  db: Db,
  viewer: Viewer,
  { uid }: KoboDeviceRow,
  token: number | undefined,
  wantToReadName: string,
): Promise<SyncPage | undefined> {
  const revision = await readRevision(db, 'catalog')
  const now = Date.now()
  return db.transaction(async (tx) => {
    // Writing first locks the row, so that the following reads aren't older than another page.
    await tx.updateTable('kobo_device').set({ last_seen_at: now }).where('uid', '=', uid).execute()
    const device = await findKoboDevice({ query: tx }, viewer.userId, uid)
    if (!device) return undefined
    const queryable = { kind: db.kind, query: tx }
    const step = nextSyncStep(device, token, now)
    for (const [after, before] of step.lost) await requeueBooksAndTagsOfPages(tx, device.id, after, before)
    if (!step.continues) await recordPendingBookChanges(queryable, tx, viewer, device, parseKoboScope(device), revision)

    const page = device.page + 1
    const rows = await takePendingBooks(tx, device.id, ITEMS_PER_PAGE)
    const books = await readKoboBooks(
      queryable,
      viewer,
      rows.map((row) => row.book_id),
    )
    await recordBooksSent(tx, device.id, page, rows, books)
    let hasMore = await hasPendingBooks(tx, device.id)
    let tags: KoboTagChange[] = []
    if (!hasMore) {
      const lists = await readKoboTags(queryable, viewer, device.id, wantToReadName)
      const taken = await takeTagChanges(tx, device.id, lists, ITEMS_PER_PAGE - rows.length)
      tags = taken.changes
      hasMore = taken.hasMore
      await recordTagsSent(tx, device.id, page, tags)
    }
    const isEmpty = rows.length === 0 && tags.length === 0
    await updateDeviceSyncColumns(
      tx,
      device,
      {
        page: isEmpty ? device.page : page,
        is_open: hasMore ? 1 : 0,
        is_store_open: 0,
        repeats: step.lost.length > 0 ? device.repeats + 1 : isEmpty && step.arrived < device.page ? device.repeats : 0,
        token_habit: step.habit,
        arrived_page: step.arrived,
        ...(!step.continues && { session_page: token ?? device.page, checked_revision: revision }),
      },
      now,
    )
    return { rows, books, tags, page: isEmpty ? device.page : page, isEmpty, hasMore, device, step }
  })
}
