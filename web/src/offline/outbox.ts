import { apiUrl } from '../api/base.ts'
import { refused } from '../api/refused.ts'

/** What could not be sent, the newest for each address: an old place in a book is of no use once there is a newer one. */
type Letter = { path: string; body?: unknown; of?: string } & Manner
/** How a letter is sent, where it is not simply put; `about` is what a newer one of the same replaces, else the address. */
type Manner = { method?: 'PUT' | 'POST' | 'DELETE'; about?: string }
const key = 'lectern-outbox'
const listeners = new Set<() => void>()
let person: string | undefined

/** Who is signed in now. What somebody else left unsent waits for them: it would move this person's places. */
export function outboxFor(id: string | undefined): Promise<void> {
  person = id
  return emptyOutbox()
}

/**
 * Sends at once; where there is no connection it waits in the browser. It waits there already while it is on its way:
 * whoever closes the tab meanwhile must not lose it.
 */
export async function sendOrKeep(
  path: string,
  body: unknown,
  manner: Manner = {},
): Promise<'sent' | 'kept' | 'refused'> {
  const letter = { path, body, of: person, ...manner }
  keep(letter)
  try {
    const { ok, status } = await send(letter)
    if (!ok && isForLater(status)) return 'kept'
    forget(letter)
    return ok || status === 409 ? 'sent' : 'refused'
  } catch {
    return 'kept'
  }
}

/** Tries everything that waits, oldest first. What the server refuses for good is dropped. */
export async function emptyOutbox() {
  if (person === undefined) return
  for (const letter of waiting()) {
    try {
      const response = await send(letter)
      if (isForLater(response.status)) return
      forget(letter)
    } catch {
      return
    }
  }
}

export function waiting(): Letter[] {
  return everyones().filter(({ of }) => of === undefined || of === person)
}

function everyones(): Letter[] {
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

/** Keeps trying: when the network returns, and when the person comes back to the tab. */
export function tendOutbox() {
  const go = () => void emptyOutbox()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
}

/** The server is not well, or the session has ended: whoever signs in again has lost nothing. */
function isForLater(status: number): boolean {
  return status >= 500 || status === 429 || status === 401
}

async function send({ path, body, method = 'PUT' }: Letter): Promise<Response> {
  const response = await fetch(apiUrl(path), {
    method,
    credentials: 'same-origin',
    keepalive: true,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status === 401) refused()
  return response
}

function keep(letter: Letter) {
  write([...everyones().filter((each) => subjectOf(each) !== subjectOf(letter) || each.of !== letter.of), letter])
}

const subjectOf = ({ about, path }: Letter): string => about ?? path

/** Unless a newer one was put in its place meanwhile. */
function forget(letter: Letter) {
  const done = JSON.stringify(letter)
  write(everyones().filter((each) => JSON.stringify(each) !== done))
}

function write(letters: Letter[]) {
  localStorage.setItem(key, JSON.stringify(letters))
  for (const listener of listeners) listener()
}
