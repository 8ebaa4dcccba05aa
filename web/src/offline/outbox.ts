import { emitUnauthorized } from '../api/unauthorized-event.ts'
import { apiUrl } from '../api/urls.ts'

/** What could not be sent, the newest for each address: an old position in a book is of no use once there is a newer one. */
type QueuedRequest = { path: string; body?: unknown; of?: string } & SendOptions
/** How a request is sent, where it is not a PUT; `about` is what a newer one of the same replaces, else the address. */
type SendOptions = { method?: 'PUT' | 'POST' | 'DELETE'; about?: string }
const key = 'lectern-outbox'
const listeners = new Set<() => void>()
let person: string | undefined

/** Who is signed in now. What somebody else left unsent waits for them: it would move this person's positions. */
export function setOutboxUser(id: string | undefined): Promise<void> {
  person = id
  return flushOutbox()
}

/**
 * Sends at once; where there is no connection it waits in the browser. It waits there already while it is on its way:
 * whoever closes the tab meanwhile must not lose it.
 */
export async function sendOrQueue(
  path: string,
  body: unknown,
  options: SendOptions = {},
): Promise<'sent' | 'queued' | 'refused'> {
  const request = { path, body, of: person, ...options }
  enqueue(request)
  try {
    const { ok, status } = await send(request)
    if (!ok && isForLater(status)) return 'queued'
    dequeue(request)
    return ok || status === 409 ? 'sent' : 'refused'
  } catch {
    return 'queued'
  }
}

/** Tries everything that waits, oldest first. What the server refuses for good is dropped. */
export async function flushOutbox() {
  if (person === undefined) return
  for (const request of queuedRequests()) {
    try {
      const response = await send(request)
      if (isForLater(response.status)) return
      dequeue(request)
    } catch {
      return
    }
  }
}

export function queuedRequests(): QueuedRequest[] {
  return allQueued().filter(({ of }) => of === undefined || of === person)
}

function allQueued(): QueuedRequest[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as QueuedRequest[]
  } catch {
    return []
  }
}

/** What waits to be sent to this address: newer than anything the server or a copy of its answers can say. */
export function queuedRequestBody<T>(path: string): T | undefined {
  return queuedRequests().find((request) => request.path === path)?.body as T | undefined
}

export function subscribeOutbox(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps trying: when the network returns, and when the person comes back to the tab. */
export function retryOutboxOnReconnect() {
  const go = () => void flushOutbox()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
}

/** The server is not well, or the session has ended: whoever signs in again has lost nothing. */
function isForLater(status: number): boolean {
  return status >= 500 || status === 429 || status === 401
}

async function send({ path, body, method = 'PUT' }: QueuedRequest): Promise<Response> {
  const response = await fetch(apiUrl(path), {
    method,
    credentials: 'same-origin',
    keepalive: true,
    // Times in the body are those of this device's clock, which may be hours wrong; the server sees by how much.
    headers:
      body === undefined ? {} : { 'content-type': 'application/json', 'x-device-time': new Date().toISOString() },
    body: JSON.stringify(body),
  })
  if (response.status === 401) emitUnauthorized()
  return response
}

function enqueue(request: QueuedRequest) {
  write([...allQueued().filter((each) => subjectOf(each) !== subjectOf(request) || each.of !== request.of), request])
}

const subjectOf = ({ about, path }: QueuedRequest): string => about ?? path

/** Unless a newer one was put in its place meanwhile. */
function dequeue(request: QueuedRequest) {
  const done = JSON.stringify(request)
  write(allQueued().filter((each) => JSON.stringify(each) !== done))
}

function write(requests: QueuedRequest[]) {
  localStorage.setItem(key, JSON.stringify(requests))
  for (const listener of listeners) listener()
}
