import type { ServerResponse } from 'node:http'
import type { EventType } from '../../contract/events.ts'
import type { EmittedEvent, Events } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type MayReceive, makeAuthorizedListener } from '../authorize-listener.ts'
import { redactEventFor } from './event-visibility.ts'

export interface StreamOptions {
  events: Events
  viewer: Viewer
  mayReceive: MayReceive
  /** Called at each heartbeat and before each event: the current viewer, or undefined if they may no longer listen. */
  recheck: () => Promise<Viewer | undefined>
  /** undefined: all. */
  types: ReadonlySet<EventType> | undefined
  /** From the Last-Event-ID header. */
  lastId: string | undefined
  heartbeatMs: number
  /** Bytes that may wait for a slow reader before it is disconnected; it reconnects with its last id. */
  maxWaiting: number
}

/** Sends the events to one listener until either side ends it. The head of the response is already written. */
export function streamEvents(response: ServerResponse, options: StreamOptions): { end(): void } {
  const { events, viewer, mayReceive, recheck, types, lastId, heartbeatMs, maxWaiting } = options
  const isWanted = ({ event }: EmittedEvent) => !types || types.has(event.type)
  const deliver = (emitted: EmittedEvent, viewer: Viewer) => {
    if (mayReceive(emitted, viewer)) send(frame(emitted.event.type, redactEventFor(emitted.event, viewer), emitted.id))
  }
  const send = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    response.write(text)
    if (response.writableLength > maxWaiting) response.destroy()
  }
  const resync = () => send(frame('resync', { type: 'resync', timestamp: new Date().toISOString() }, events.lastId))
  const { receive, askAgain } = makeAuthorizedListener({
    viewer,
    recheck,
    deliver,
    refuse: () => response.end(),
    missed: resync,
  })

  // Listening starts before the replay, in the same turn, so that nothing gets lost in between.
  const stopListening = events.on((emitted) => isWanted(emitted) && receive(emitted), resync)
  const missed = lastId === undefined ? [] : events.since(lastId)
  if (missed === undefined) resync()
  else if (lastId === undefined) send(`id: ${events.lastId}\n: welcome\n\n`)
  for (const emitted of missed ?? []) if (isWanted(emitted)) deliver(emitted, viewer)

  let unread = 0
  const beat = () => {
    unread = response.writableLength > 0 ? unread + 1 : 0
    if (unread > UNREAD_BEATS) {
      response.destroy()
      return
    }
    send(heartbeat)
    void askAgain()
  }
  const timer = setInterval(beat, heartbeatMs)
  const stop = () => {
    clearInterval(timer)
    stopListening()
  }
  response.on('close', stop)
  return {
    end() {
      stop()
      response.end()
    },
  }
}

/** A client that hasn't read for this long won't return to this connection. */
const UNREAD_BEATS = 8

/** One message of a server-sent event stream. */
function frame(event: string, data: unknown, id?: string): string {
  const name = id === undefined ? '' : `id: ${id}\n`
  return `${name}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

const heartbeat = ': still here\n\n'
