import { changeKoboDevice, incrementSyncPageNumber } from '../../store/kobo/devices.ts'
import { deviceTokenHabits } from '../../store/kobo/next-sync-step.ts'
import type { Db } from '../../store/open.ts'
import { isPossibleStoreToken, isUsableStoreAnswer, type StoreAnswer } from './store-proxy.ts'
import type { SyncPage } from './sync-page.ts'
import { storePageInSyncToken } from './sync-token.ts'

export interface StoreSyncPage {
  items: readonly unknown[]
  /** Number of the response: of our own page, unless that is empty and the store's is not. */
  page: number
  /** Number of the last page with items of the store. */
  storePage: number
  hasMore: boolean
}

/**
 * Items that the store adds to the last page of a sync: purchased books. Its token stays here, because it is too long
 * to send with ours; the device's token contains how many pages of the store it has. If one didn't arrive, the store is
 * asked for the same page again.
 */
export async function makeNextStoreSyncPage(
  db: Db,
  ours: SyncPage,
  token: unknown,
  askStore: (syncToken: string | undefined) => Promise<StoreAnswer | undefined>,
): Promise<StoreSyncPage | undefined> {
  const { device } = ours
  const { from, token_habit } = tokenToAskWith(ours, token)
  const answer = await askStore(from)
  if (!isUsableStoreAnswer(answer) || !Array.isArray(answer.json)) {
    // A lost page still has to be requested, whatever token the device sends next.
    const store_next = from ?? null
    if (store_next !== device.store_next) await db.transaction((tx) => changeKoboDevice(tx, device.id, { store_next }))
    return undefined
  }
  const items: unknown[] = answer.json
  const next = answer.syncToken ?? from ?? null
  // A store that repeats itself forever must not keep the device asking.
  const hasMore = answer.hasMore === true && next !== from
  const isEmpty = items.length === 0
  const store_page = isEmpty ? device.store_page : device.store_page + 1
  const store_from = isEmpty ? next : (from ?? null)
  const changes = { store_page, store_from, store_next: next, is_store_open: hasMore ? 1 : 0, token_habit }
  const page = await db.transaction(async (tx) => {
    await changeKoboDevice(tx, device.id, changes)
    // A response with items has a number, so that the device can confirm it.
    return (ours.isEmpty && !isEmpty ? await incrementSyncPageNumber(tx, device.id) : undefined) ?? ours.page
  })
  return { items, page, storePage: store_page, hasMore }
}

/** Where the store continues: after its last page, or before it if that didn't arrive. */
function tokenToAskWith({ device, step }: SyncPage, token: unknown): { from: string | undefined; token_habit: number } {
  const before = { from: device.store_from ?? undefined, token_habit: step.habit }
  const after = { from: device.store_next ?? undefined, token_habit: step.habit }
  const arrived = storePageInSyncToken(device.id, token)
  if (arrived === device.store_page) return after
  const isRunning = step.continues && device.is_store_open === 1
  if (isRunning && step.habit === deviceTokenHabits.pins) return after
  // Lost, or a device that sends its first token with every page: repeating one page tells them apart.
  if (isRunning && step.habit === deviceTokenHabits.unknown) return { ...before, token_habit: deviceTokenHabits.pins }
  // A device that was used with the store sends the store's token: what it has from there isn't sent again.
  if (isPossibleStoreToken(token) && token.includes('.')) return { ...after, from: token }
  const isLost = step.lost.length > 0 || (step.continues && arrived !== undefined)
  return isLost ? before : after
}
