import { changeKoboDevice, findKoboDeviceByUid, type KoboDeviceRow } from '../../store/kobo/devices.ts'
import { SESSION_MS, tokenHandling } from '../../store/kobo/sync.ts'
import type { Db } from '../../store/open.ts'
import { isStoreToken, isUsableStoreAnswer, type StoreAnswer } from './store-proxy.ts'
import { readStorePage } from './sync-token.ts'

export interface StorePage {
  items: readonly unknown[]
  /** Number of the last page that the store had a part in. */
  page: number
  hasMore: boolean
}

/**
 * What the store adds to the last page of a sync: books that were bought. Its own token stays here, for it is too long to
 * travel with ours; the device's token says how many pages of the store it has. Where one did not arrive, the store is
 * asked for the same again.
 */
export async function takeStorePage(
  db: Db,
  { uid }: KoboDeviceRow,
  token: unknown,
  askStore: (syncToken: string | undefined) => Promise<StoreAnswer | undefined>,
): Promise<StorePage | undefined> {
  const device = await findKoboDeviceByUid(db, uid)
  if (!device) return undefined
  const from = tokenToAskWith(device, token)
  const answer = await askStore(from)
  if (!isUsableStoreAnswer(answer) || !Array.isArray(answer.json)) return undefined
  const next = answer.syncToken ?? from ?? null
  // A store that says the same for ever must not keep the device asking.
  const hasMore = answer.hasMore === true && next !== from
  const isEmpty = answer.json.length === 0
  const page = isEmpty ? device.store_page : device.store_page + 1
  const store_from = isEmpty ? next : (from ?? null)
  const changes = { store_page: page, store_from, store_next: next, is_store_open: hasMore ? 1 : 0 }
  await db.transaction((tx) => changeKoboDevice(tx, device.id, changes))
  return { items: answer.json, page, hasMore }
}

function tokenToAskWith(device: KoboDeviceRow, token: unknown): string | undefined {
  const isRunning = device.is_store_open === 1 && Date.now() - device.paged_at < SESSION_MS
  // A device that comes from the store shows the store's token: what it has from there is not sent again. One that shows
  // its first token with every page does so only at the beginning.
  if (!isRunning && isStoreToken(token) && token.includes('.')) return token
  const hasArrived =
    isRunning ||
    device.store_page === 0 ||
    device.keeps_token === tokenHandling.pins ||
    readStorePage(device.id, token) === device.store_page
  return (hasArrived ? device.store_next : device.store_from) ?? undefined
}
