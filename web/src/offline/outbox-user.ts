export const outboxStorageKey = 'lectern-outbox'
let userId: string | undefined

/**
 * Sets the signed-in user. Requests queued by another user wait for that user: they would change this user's positions.
 */
export function setOutboxUser(id: string | undefined): Promise<void> {
  userId = id
  return sendWhatWaits()
}

export const outboxUser = (): string | undefined => userId

/** Retries when the network returns, and when the viewer comes back to the tab. */
export function retryOutboxOnReconnect() {
  const go = () => void sendWhatWaits()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
}

/** The code that sends is loaded only when something waits. If that fails, it waits for the next time. */
async function sendWhatWaits() {
  if (userId === undefined || (localStorage.getItem(outboxStorageKey) ?? '[]') === '[]') return
  const outbox = await import('./outbox.ts').catch(() => undefined)
  await outbox?.flushOutbox()
}
