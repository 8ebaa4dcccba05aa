import { outboxStorageKey, outboxUser, rememberOutboxUser } from './outbox-user.ts'

/** Sets the signed-in user, and sends what waits for them. */
export function setOutboxUser(id: string | undefined): Promise<void> {
  rememberOutboxUser(id)
  return sendWhatWaits()
}

/** Retries when the network returns, and when the viewer comes back to the tab. */
export function retryOutboxOnReconnect() {
  const go = () => void sendWhatWaits()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
}

/** The code that sends is loaded only when something waits. If that fails, it waits for the next time. */
async function sendWhatWaits() {
  if (outboxUser() === undefined || (localStorage.getItem(outboxStorageKey) ?? '[]') === '[]') return
  const outbox = await import('./outbox.ts').catch(() => undefined)
  await outbox?.flushOutbox()
}
