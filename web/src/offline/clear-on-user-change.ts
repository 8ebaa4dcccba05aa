import { onSignedInUser } from '../api/session.ts'
import { setOutboxUser } from './send-waiting-requests.ts'

export const downloadsStorageKey = 'lectern-downloads'
const personKey = 'lectern-person'

/**
 * Queued requests and downloads belong to one user: downloads are deleted when that user signs out or another signs in.
 * All of it is in this file: a separate chunk couldn't be loaded after an update of the server.
 */
export function clearOfflineDataOnUserChange() {
  onSignedInUser(async (userId) => {
    const before = localStorage.getItem(personKey)
    if (userId === undefined || (before && before !== userId)) await clearOfflineData()
    localStorage.setItem(personKey, userId ?? '')
    await setOutboxUser(userId)
  })
}

async function clearOfflineData() {
  localStorage.removeItem(downloadsStorageKey)
  // Browsers offer the Cache API only on https or localhost.
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (/^lectern-(book-|answers$)/.test(name)) await caches.delete(name)
}
