import { apiUrl } from '../api/base.ts'

/** What could not be sent, the newest for each address: an old place in a book is of no use once there is a newer one. */
type Letter = { path: string; body: unknown }
const key = 'lectern-outbox'
const listeners = new Set<() => void>()

/** Sends at once and survives the closing of the tab; where there is no connection it waits in the browser. */
export async function sendOrKeep(path: string, body: unknown): Promise<'sent' | 'kept' | 'refused'> {
  forget(path)
  try {
    const response = await put(path, body)
    if (response.ok || response.status === 409) return 'sent'
    if (response.status < 500 && response.status !== 429) return 'refused'
  } catch {
    // No answer: keep it.
  }
  keep({ path, body })
  return 'kept'
}

/** Tries everything that waits, oldest first. What the server refuses for good is dropped. */
export async function emptyOutbox() {
  for (const letter of waiting()) {
    try {
      const response = await put(letter.path, letter.body)
      if (response.status >= 500 || response.status === 429) return
      forget(letter.path)
    } catch {
      return
    }
  }
}

export function waiting(): Letter[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as Letter[]
  } catch {
    return []
  }
}

export function subscribeOutbox(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps trying: at the start, when the network returns, and when the person comes back to the tab. */
export function tendOutbox() {
  const go = () => void emptyOutbox()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
  go()
}

function put(path: string, body: unknown): Promise<Response> {
  return fetch(apiUrl(path), {
    method: 'PUT',
    credentials: 'same-origin',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function keep(letter: Letter) {
  write([...waiting().filter((each) => each.path !== letter.path), letter])
}

function forget(path: string) {
  const all = waiting()
  const left = all.filter((each) => each.path !== path)
  if (left.length !== all.length) write(left)
}

function write(letters: Letter[]) {
  localStorage.setItem(key, JSON.stringify(letters))
  for (const listener of listeners) listener()
}
