import { emitUnauthorized } from '../api/unauthorized-event.ts'
import { apiUrl } from '../api/urls.ts'
import { type PageTurn, thinTurns } from './thin-turns.ts'

/** A request to be sent later. */
type QueuedRequest = { path: string; body?: unknown; of?: string } & SendOptions
/**
 * `method` is PUT by default. A newer request with the same `about` (default: the path) replaces the older one; those
 * with a `turn` stay, as many as the server needs to count what was read without a connection.
 */
type SendOptions = { method?: 'PUT' | 'POST' | 'DELETE'; about?: string; turn?: PageTurn }
const key = 'lectern-outbox'
const listeners = new Set<() => void>()
let person: string | undefined

/**
 * Sets the signed-in user. Requests queued by another user wait for that user: they would change this user's positions.
 */
export function setOutboxUser(id: string | undefined): Promise<void> {
  person = id
  return flushOutbox()
}

/**
 * Sends at once; without a connection the request stays queued in the browser. It is already queued while it is being
 * sent, so that closing the tab doesn't lose it.
 */
export async function sendOrQueue(
  path: string,
  body: unknown,
  options: SendOptions = {},
): Promise<'sent' | 'queued' | 'refused'> {
  const request = { path, body, of: person, ...options }
  enqueue(request)
  const asText = JSON.stringify(request)
  beingSent.add(asText)
  try {
    // After a newer position the server would refuse the turns before it.
    await sendTurnsBefore(request)
    const { ok, status } = await send(request)
    if (!ok && isForLater(status)) return 'queued'
    dequeue(request)
    return ok || status === 409 ? 'sent' : 'refused'
  } catch {
    return 'queued'
  } finally {
    beingSent.delete(asText)
  }
}

const beingSent = new Set<string>()

async function sendTurnsBefore(request: QueuedRequest) {
  for (const turn of queuedRequests().filter((each) => each.turn && subjectOf(each) === subjectOf(request))) {
    if (beingSent.has(JSON.stringify(turn))) continue
    const { status } = await send(turn)
    if (isForLater(status)) return
    dequeue(turn)
  }
}

/** Sends everything queued, oldest first. Requests that the server rejects permanently are dropped. */
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

/** The body queued for this path: newer than the server's state or a cached response. */
export function queuedRequestBody<T>(path: string): T | undefined {
  return queuedRequests().findLast((request) => request.path === path)?.body as T | undefined
}

/** All page turns in a book are one change. */
export function countUnsentChanges(): number {
  return new Set(queuedRequests().map(subjectOf)).size
}

export function subscribeOutbox(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Retries when the network returns, and when the viewer comes back to the tab. */
export function retryOutboxOnReconnect() {
  const go = () => void flushOutbox()
  addEventListener('online', go)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go())
}

/** The server has a problem, or the session has ended: the request is kept until the next sign-in. */
function isForLater(status: number): boolean {
  return status >= 500 || status === 429 || status === 401
}

async function send({ path, body, method = 'PUT' }: QueuedRequest): Promise<Response> {
  const response = await fetch(apiUrl(path), {
    method,
    credentials: 'same-origin',
    keepalive: true,
    // Times in the body are from this device's clock, which may be hours off; the server corrects them with this
    // header.
    headers:
      body === undefined ? {} : { 'content-type': 'application/json', 'x-device-time': new Date().toISOString() },
    body: JSON.stringify(body),
  })
  if (response.status === 401) emitUnauthorized()
  return response
}

function enqueue(request: QueuedRequest) {
  const isSame = (each: QueuedRequest) => subjectOf(each) === subjectOf(request) && each.of === request.of
  const queued = allQueued()
  const turns = request.turn
    ? thinTurns(
        queued.filter((each) => isSame(each) && each.turn),
        request,
      )
    : []
  write([...queued.filter((each) => !isSame(each)), ...turns, request])
}

const subjectOf = ({ about, path }: QueuedRequest): string => about ?? path

/** Removes the request, unless a newer one replaced it in the meantime. */
function dequeue(request: QueuedRequest) {
  const done = JSON.stringify(request)
  write(allQueued().filter((each) => JSON.stringify(each) !== done))
}

function write(requests: QueuedRequest[]) {
  localStorage.setItem(key, JSON.stringify(requests))
  for (const listener of listeners) listener()
}
