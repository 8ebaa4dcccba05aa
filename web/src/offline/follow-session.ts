import { onUser } from '../api/session.ts'
import { setOutboxUser } from './outbox.ts'

/** What waits to be sent belongs to one person, and so do the downloads: they go when that person signs out. */
export function followSession() {
  onUser(async (userId) => {
    if (userId !== undefined) return setOutboxUser(userId)
    const { clearOfflineData } = await import('./downloads.ts')
    await clearOfflineData()
    void setOutboxUser(undefined)
  })
}
