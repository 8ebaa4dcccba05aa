import type { ServerResponse } from 'node:http'
import type { EventType } from '../../contract/events.ts'
import type { Events, Happened } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'
import { frame, heartbeat } from './frame.ts'

export type MayHear = (happened: Happened, viewer: Viewer) => boolean

export interface StreamOptions {
  events: Events
  viewer: Viewer
  mayHear: MayHear
  /** Asked at each heartbeat: who it is by now, or undefined when they may not listen any more. */
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
  const { events, mayHear, recheck, types, lastId, heartbeatMs, mostWaiting } = options
  let { viewer } = options

  const tell = (happened: Happened) => {
    if (types && !types.has(happened.event.type)) return
    if (!mayHear(happened, viewer)) return
    send(frame(happened.event.type, happened.event, happened.id))
  }
  const send = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    response.write(text)
    if (response.writableLength > mostWaiting) response.destroy()
  }

  // Listening starts before the replay, in the same turn, so that nothing falls in between.
  const stopListening = events.on(tell)
  const missed = lastId === undefined ? [] : events.since(lastId)
  if (missed === undefined)
    send(frame('resync', { type: 'resync', timestamp: new Date().toISOString() }, events.lastId))
  else if (lastId === undefined) send(`id: ${events.lastId}\n: welcome\n\n`)
  for (const happened of missed ?? []) tell(happened)

  let asking = false
  const beat = async () => {
    send(heartbeat)
    // A slow answer must not pile up questions.
    if (asking) return
    asking = true
    try {
      const now = await recheck()
      if (now) viewer = now
      else response.end()
    } catch {
      // The database may be away for a moment; the next beat asks again.
    } finally {
      asking = false
    }
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
