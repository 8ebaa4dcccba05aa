import { apiUrl } from '../api/base.ts'

/** What could not be sent, the newest for each address: an old place in a book is of no use once there is a newer one. */
type Letter = { path: string; body: unknown }
const key = 'lectern-outbox'
const listeners = new Set<() => void>()

/**
 * Sends at once; where there is no connection it waits in the browser. It waits there already while it is on its way:
 * whoever closes the tab meanwhile must not lose it.
 */
export async function sendOrKeep(path: string, body: unknown): Promise<'sent' | 'kept' | 'refused'> {
  const letter = { path, body }
  keep(letter)
  try {
    const { ok, status } = await put(path, body)
    if (!ok && (status >= 500 || status === 429)) return 'kept'
    forget(letter)
    return ok || status === 409 ? 'sent' : 'refused'
  } catch {
    return 'kept'
  }
}

/** Tries everything that waits, oldest first. What the server refuses for good is dropped. */
export async function emptyOutbox() {
  for (const letter of waiting()) {
    try {
      const response = await put(letter.path, letter.body)
      if (response.status >= 500 || response.status === 429) return
      forget(letter)
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

/** What waits to be sent to this address: newer than anything the server or a copy of its answers can say. */
export function unsentTo<T>(path: string): T | undefined {
  return waiting().find((letter) => letter.path === path)?.body as T | undefined
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

/** Unless a newer one was put in its place meanwhile. */
function forget(letter: Letter) {
  const done = JSON.stringify(letter)
  write(waiting().filter((each) => JSON.stringify(each) !== done))
}

function write(letters: Letter[]) {
  localStorage.setItem(key, JSON.stringify(letters))
  for (const listener of listeners) listener()
}
