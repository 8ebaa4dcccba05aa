import type { ServerResponse } from 'node:http'
import type { EventType } from '../../contract/events.ts'
import type { Events, Happened } from '../../events/events.ts'
import type { Viewer } from '../../store/viewer.ts'
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
  const { events, mayHear, recheck, types, lastId, heartbeatMs, mostWaiting } = options
  let { viewer } = options

  const tell = (happened: Happened) => {
    if (types && !types.has(happened.event.type)) return
    if (!mayHear(happened, viewer)) return
    send(frame(happened.event.type, asHeard(happened.event, viewer), happened.id))
  }
  const send = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    response.write(text)
    if (response.writableLength > mostWaiting) response.destroy()
  }

  let asking: Promise<void> | undefined
  /** Who listens by now. A slow answer must not pile up questions. */
  const askAgain = (): Promise<void> => {
    asking ??= (async () => {
      try {
        const now = await recheck()
        if (now) viewer = now
        else response.end()
      } catch {
        // The database may be away for a moment; the next time asks again.
      } finally {
        asking = undefined
      }
    })()
    return asking
  }

  // Before anything is told it is asked who listens: what was taken from them a moment ago is not heard any more.
  const waiting: Happened[] = []
  let telling = false
  const hear = (happened: Happened) => {
    if ((types && !types.has(happened.event.type)) || !mayHear(happened, viewer)) return
    waiting.push(happened)
    if (!telling) void tellWaiting()
  }
  const tellWaiting = async () => {
    telling = true
    while (waiting.length > 0) {
      await askAgain()
      for (const happened of waiting.splice(0)) tell(happened)
    }
    telling = false
  }

  // Listening starts before the replay, in the same turn, so that nothing falls in between.
  const resync = () => send(frame('resync', { type: 'resync', timestamp: new Date().toISOString() }, events.lastId))
  const stopListening = events.on(hear, resync)
  const missed = lastId === undefined ? [] : events.since(lastId)
  if (missed === undefined) resync()
  else if (lastId === undefined) send(`id: ${events.lastId}\n: welcome\n\n`)
  for (const happened of missed ?? []) tell(happened)

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
