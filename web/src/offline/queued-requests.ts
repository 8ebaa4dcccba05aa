import { compactPageTurns, type PageTurn } from './compact-page-turns.ts'
import { outboxStorageKey, outboxUser } from './outbox-user.ts'

/** A request to be sent later. */
export type QueuedRequest = { path: string; body?: unknown; of?: string } & SendOptions
/**
 * `method` is PUT by default. A newer request with the same `about` (default: the path) replaces the older one; those
 * with a `turn` stay, as many as the server needs to count what was read without a connection.
 */
export type SendOptions = { method?: 'PUT' | 'POST' | 'DELETE'; about?: string; turn?: PageTurn }
const listeners = new Set<() => void>()

export function queuedRequests(): QueuedRequest[] {
  return allQueued().filter(({ of }) => of === undefined || of === outboxUser())
}

function allQueued(): QueuedRequest[] {
  try {
    return JSON.parse(localStorage.getItem(outboxStorageKey) ?? '[]') as QueuedRequest[]
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

export const subjectOf = ({ about, path }: QueuedRequest): string => about ?? path

export function enqueue(request: QueuedRequest) {
  const isSame = (each: QueuedRequest) => subjectOf(each) === subjectOf(request) && each.of === request.of
  const queued = allQueued()
  const turns = request.turn
    ? compactPageTurns(
        queued.filter((each) => isSame(each) && each.turn),
        request,
      )
    : []
  write([...queued.filter((each) => !isSame(each)), ...turns, request])
}

/** Removes the request, unless a newer one replaced it in the meantime. */
export function dequeue(request: QueuedRequest) {
  const done = JSON.stringify(request)
  write(allQueued().filter((each) => JSON.stringify(each) !== done))
}

function write(requests: QueuedRequest[]) {
  localStorage.setItem(outboxStorageKey, JSON.stringify(requests))
  for (const listener of listeners) listener()
}
