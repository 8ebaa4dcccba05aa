import { randomBytes } from 'node:crypto'
import type { EventOf, EventType, LecternEvent } from '../contract/events.ts'
import type { Audience } from './audience.ts'
import type { EventBridge } from './bridge.ts'
import { makeRing } from './ring.ts'

export interface Happened {
  /** Names the place in this server's stream; unknown to another one, or after a restart. */
  id: string
  event: LecternEvent
  audience: Audience
}

/** What a part says: the time is added here. */
export type News = { [T in EventType]: Omit<EventOf<T>, 'timestamp'> }[EventType]

export interface Events {
  emit(news: News, audience?: Audience): void
  /** Hears every event of this and the other servers; the answer stops listening. */
  on(hear: (happened: Happened) => void): () => void
  /** What came after that id; undefined when it cannot be told without a gap. */
  since(id: string): Happened[] | undefined
  /** The id of the newest event, to start from. */
  readonly lastId: string
  close(): Promise<void>
}

export interface EventOptions {
  /** How many events a listener may have missed. */
  kept?: number
  bridge?: EventBridge
  now?: () => number
  /** A listener failed: the others still hear the event. */
  onListenerError?: (error: unknown) => void
}

export function openEvents({ kept = 2000, bridge, now = Date.now, onListenerError }: EventOptions = {}): Events {
  const stream = randomBytes(6).toString('hex')
  const ring = makeRing<Happened>(kept)
  const listeners = new Set<(happened: Happened) => void>()

  const deliver = (event: LecternEvent, audience: Audience) => {
    const happened: Happened = { id: `${stream}-${ring.newest + 1}`, event, audience }
    ring.push(happened)
    for (const hear of [...listeners]) {
      try {
        hear(happened)
      } catch (error) {
        onListenerError?.(error)
      }
    }
  }
  bridge?.subscribe(({ event, audience }) => deliver(event, audience))

  return {
    get lastId() {
      return `${stream}-${ring.newest}`
    },
    emit(news, audience = {}) {
      const { type, ...rest } = news
      const event = { type, timestamp: new Date(now()).toISOString(), ...rest } as LecternEvent
      deliver(event, audience)
      bridge?.publish({ event, audience })
    },
    on(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    since(id) {
      const [of, number = '', ...rest] = id.split('-')
      if (of !== stream || rest.length > 0 || !/^\d{1,15}$/.test(number)) return undefined
      return ring.after(Number(number))
    },
    async close() {
      listeners.clear()
      await bridge?.close()
    },
  }
}
