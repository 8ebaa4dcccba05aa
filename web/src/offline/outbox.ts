import { emitUnauthorized } from '../api/unauthorized-event.ts'
import { apiUrl } from '../api/urls.ts'
import { outboxUser } from './outbox-user.ts'
import { dequeue, enqueue, type QueuedRequest, queuedRequests, type SendOptions, subjectOf } from './queued-requests.ts'

/**
 * Sends at once; without a connection the request stays queued in the browser. It is already queued while it is being
 * sent, so that closing the tab doesn't lose it.
 */
export async function sendOrQueue(
  path: string,
  body: unknown,
  options: SendOptions = {},
): Promise<'sent' | 'queued' | 'refused'> {
  const request = { path, body, of: outboxUser(), ...options }
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
  if (outboxUser() === undefined) return
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
