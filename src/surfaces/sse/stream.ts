import type { ServerResponse } from 'node:http'
import type { EventType } from '../../contract/events.ts'
import type { Events, Happened } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'
import { hearAsNow } from '../hear-as-now.ts'
import { frame, heartbeat } from './frame.ts'
import { asHeard } from './may-hear.ts'

export type MayHear = (happened: Happened, viewer: Viewer) => boolean

export interface StreamOptions {
  events: Events
  viewer: Viewer
  mayHear: MayHear
  /** Asked at each heartbeat and before each event: who it is by now, or undefined when they may not listen any more. */
  recheck: () => Promise<Viewer | undefined>
  /** undefined: all. */
  types: ReadonlySet<EventType> | undefined
  /** From the Last-Event-ID header. */
  lastId: string | undefined
  heartbeatMs: number
  /** Bytes that may wait for a slow reader before it is let go; it comes back with its last id. */
  mostWaiting: number
}

/** Tells the events to one listener until one of both sides ends it. The head of the answer is already written. */
export function streamEvents(response: ServerResponse, options: StreamOptions): { end(): void } {
  const { events, viewer, mayHear, recheck, types, lastId, heartbeatMs, mostWaiting } = options
  const isWanted = ({ event }: Happened) => !types || types.has(event.type)
  const tell = (happened: Happened, viewer: Viewer) => {
    if (mayHear(happened, viewer)) send(frame(happened.event.type, asHeard(happened.event, viewer), happened.id))
  }
  const send = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    response.write(text)
    if (response.writableLength > mostWaiting) response.destroy()
  }
  const resync = () => send(frame('resync', { type: 'resync', timestamp: new Date().toISOString() }, events.lastId))
  const { hear, askAgain } = hearAsNow({ viewer, recheck, tell, refuse: () => response.end(), missed: resync })

  // Listening starts before the replay, in the same turn, so that nothing falls in between.
  const stopListening = events.on((happened) => isWanted(happened) && hear(happened), resync)
  const missed = lastId === undefined ? [] : events.since(lastId)
  if (missed === undefined) resync()
  else if (lastId === undefined) send(`id: ${events.lastId}\n: welcome\n\n`)
  for (const happened of missed ?? []) if (isWanted(happened)) tell(happened, viewer)

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

/** Whoever has not read for so long is not coming back to this connection. */
const UNREAD_BEATS = 8
