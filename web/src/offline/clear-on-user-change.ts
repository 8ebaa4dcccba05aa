import { onSignedInUser } from '../api/session.ts'
import { setOutboxUser } from './outbox.ts'

export const downloadsStorageKey = 'lectern-downloads'
const personKey = 'lectern-person'

/**
 * What waits to be sent belongs to one person, and so do the downloads: they go when that person signs out, or another
 * signs in. All of it is in this file: after an update of the server, a file of its own could no longer be loaded.
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
  // Browsers keep files for a page only on https or localhost.
  if (typeof caches === 'undefined') return
  for (const name of await caches.keys()) if (/^lectern-(book-|answers$)/.test(name)) await caches.delete(name)
}
