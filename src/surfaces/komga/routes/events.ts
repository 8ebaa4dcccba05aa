import type { ServerResponse } from 'node:http'
import { events as route } from '../../../contract/komga/server.ts'
import { hasPermission } from '../../../store/viewer.ts'
import { type MayReceive, makeAuthorizedListener, recheckListener } from '../../authorize-listener.ts'
import { openEventStream } from '../../edge/open-event-stream.ts'
import { addSecurityHeaders } from '../../edge/security-headers.ts'
import { serve } from '../../serve.ts'
import { addKomgaEventDetails } from '../events/add-komga-event-details.ts'
import { makeImportEventEmitter } from '../events/import-events.ts'
import { openQueueStatusEvents } from '../events/queue-status-events.ts'
import { emitSeriesProgressEvents } from '../events/series-progress-events.ts'
import { type KomgaEvent, translateToKomgaEvent } from '../events/translate-to-komga-event.ts'
import type { KomgaContext } from '../komga-context.ts'
import { komgaIdOf } from '../present/format-values.ts'

/** Emits events as Komga does. Missed events aren't repeated: its apps don't ask for them. */
export function mountEvents(
  { surface, context, credentials, withForeignIds }: KomgaContext,
  mayReceive: MayReceive,
): void {
  const queue = openQueueStatusEvents(context.db)
  const open = new Set<() => void>()

  serve(surface, route, ({ viewer, request, reply }) => {
    addSecurityHeaders(reply)
    const response = openEventStream(request, reply, 'text/event-stream;charset=UTF-8')
    if (!response) return reply

    // One after the other: looking up ids must not change their order.
    let lastSent = Promise.resolve()
    const deliver = (event: KomgaEvent) => {
      const data = JSON.stringify(event.data)
      // With our ids, which also work, if the database isn't available right now.
      const translated = withForeignIds(request, data).catch(() => data)
      lastSent = lastSent.then(async () => send(response, `event:${event.name}\ndata:${await translated}\n\n`))
    }
    const wholeSeries = emitSeriesProgressEvents(deliver)
    const imports = makeImportEventEmitter(context.db, deliver)
    const { receive, askAgain } = makeAuthorizedListener({
      viewer,
      recheck: recheckListener(credentials.authenticate, request),
      deliver(emitted, viewer) {
        if (!mayReceive(emitted, viewer)) return
        const event = translateToKomgaEvent(emitted.event)
        // Sent without details if the database isn't available right now.
        const whole = event && addKomgaEventDetails(context.db, viewer, event, emitted.audience).catch(() => event)
        void whole?.then(deliver)
        wholeSeries.receive(emitted.event)
        imports.receive(emitted.event, viewer).catch(() => {})
      },
      refuse({ uid }) {
        deliver({ name: 'SessionExpired', data: { userId: komgaIdOf(uid) } })
        void lastSent.then(() => response.end())
      },
    })
    const stops = [
      context.events.on(receive),
      ...(hasPermission(viewer, 'TasksRead') ? [queue.on(deliver)] : []),
      wholeSeries.close,
    ]
    const beat = () => {
      send(response, ':\n\n')
      void askAgain()
    }
    const timer = setInterval(beat, HEARTBEAT_MS)
    const stop = () => {
      clearInterval(timer)
      for (const one of stops) one()
      open.delete(end)
    }
    const end = () => {
      stop()
      response.end()
    }
    open.add(end)
    response.on('close', stop)
    send(response, ':\n\n')
    return reply
  })

  surface.app.addHook('preClose', async () => {
    queue.close()
    for (const end of [...open]) end()
  })
}

const HEARTBEAT_MS = 15_000

/** Bytes that may wait for a client that doesn't read before it is disconnected. */
const MAX_WAITING = 1 << 20

function send(response: ServerResponse, text: string): void {
  if (response.destroyed || response.writableEnded) return
  response.write(text)
  if (response.writableLength > MAX_WAITING) response.destroy()
}
