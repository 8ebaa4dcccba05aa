import { type EventType, eventTypes, events as routes } from '../../contract/events.ts'
import { validationProblem } from '../../contract/problems.ts'
import type { Events } from '../../events/events.ts'
import type { MayReceive } from '../authorize-listener.ts'
import { recheckListener } from '../authorize-listener.ts'
import { openEventStream } from '../edge/open-event-stream.ts'
import { addSecurityHeaders } from '../edge/security-headers.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { streamEvents } from './stream-events.ts'

export interface EventStreamOptions {
  events: Events
  mayReceive: MayReceive
  heartbeatMs?: number
  maxWaiting?: number
}

/** Serves GET /api/v1/events. Returns a function that counts the listeners. */
export function serveEvents(api: OpenSurface, options: EventStreamOptions): { listeners(): number } {
  const { events, mayReceive, heartbeatMs = 15_000, maxWaiting = 1 << 20 } = options
  const open = new Set<{ end(): void }>()

  serve(api, routes.stream, ({ query, viewer, request, reply }) => {
    const types = parseTypes(query.types)
    const lastId = request.headers['last-event-id']
    addSecurityHeaders(reply)
    const response = openEventStream(request, reply, 'text/event-stream; charset=utf-8')
    if (!response) return reply
    const stream = streamEvents(response, {
      events,
      viewer,
      mayReceive,
      recheck: recheckListener(api.surface.authenticate, request),
      types,
      lastId: typeof lastId === 'string' && lastId !== '' ? lastId : undefined,
      heartbeatMs,
      maxWaiting,
    })
    open.add(stream)
    response.on('close', () => open.delete(stream))
    return reply
  })

  api.app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })
  return { listeners: () => open.size }
}

function parseTypes(given: string | undefined): ReadonlySet<EventType> | undefined {
  if (given === undefined || given === '') return undefined
  const names = given.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !(eventTypes as string[]).includes(name))
  if (unknown.length === 0) return new Set(names as EventType[])
  throw validationProblem(
    unknown.map((name) => ({
      path: 'types',
      message: `"${name}" is not an event type; use ${eventTypes.join(', ')}`,
    })),
  )
}
