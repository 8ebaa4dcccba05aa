import { randomBytes } from 'node:crypto'
import type { EventOf, EventType, LecternEvent } from '../contract/events.ts'
import type { Audience } from './audience.ts'
import type { EventBridge } from './event-bridge.ts'

export interface EmittedEvent {
  /** The position in this server's stream. Other servers know the event by its name, but not what preceded it here. */
  id: string
  event: LecternEvent
  audience: Audience
}

/** An event as it is emitted: the timestamp is added here. */
export type NewEvent = { [T in EventType]: Omit<EventOf<T>, 'timestamp'> }[EventType]

export interface Events {
  emit(newEvent: NewEvent, audience?: Audience): void
  /**
   * Receives every event of this server and the others; returns a function that stops listening. `gap` is called when
   * events of another server were lost.
   */
  on(listen: (emitted: EmittedEvent) => void, gap?: () => void): () => void
  /** Events after that id; undefined if some of them may be missing. */
  since(id: string): EmittedEvent[] | undefined
  /** The id of the newest event, to start from. */
  readonly lastId: string
  close(): Promise<void>
}

export interface OpenEventsOptions {
  /** How many missed events a listener can still catch up on. */
  maxStored?: number
  bridge?: EventBridge
  now?: () => number
  /** Called when a listener throws: the others still receive the event. */
  onListenerError?: (error: unknown) => void
}

interface StoredEvent extends EmittedEvent {
  name: string
  receivedAt: number
}

export function openEvents({
  maxStored = 2000,
  bridge,
  now = Date.now,
  onListenerError,
}: OpenEventsOptions = {}): Events {
  let stream = randomBytes(6).toString('hex')
  let ring = makeRingBuffer<StoredEvent>(maxStored)
  let emitted = 0
  const self = stream
  const listeners = new Set<{ listen: (emitted: EmittedEvent) => void; gap?: () => void }>()

  const each = (notify: (listener: { listen: (emitted: EmittedEvent) => void; gap?: () => void }) => void) => {
    for (const listener of [...listeners]) {
      try {
        notify(listener)
      } catch (error) {
        onListenerError?.(error)
      }
    }
  }
  const deliver = (name: string, event: LecternEvent, audience: Audience) => {
    const entry = { id: eventIdOf(ring.newest + 1, name), event, audience, name, receivedAt: now() }
    ring.push(entry)
    each(({ listen }) => listen(entry))
  }
  const eventIdOf = (number: number, name: string) => `${stream}-${number}${bridge && name ? `.${name}` : ''}`

  bridge?.subscribe(
    ({ name, event, audience }) => deliver(name, event, audience),
    () => {
      // Ids from before the gap become unknown, so no listener wrongly believes it missed nothing.
      stream = randomBytes(6).toString('hex')
      ring = makeRingBuffer<StoredEvent>(maxStored)
      each(({ gap }) => gap?.())
    },
  )

  return {
    get lastId() {
      return eventIdOf(ring.newest, ring.after(ring.newest - 1)?.[0]?.name ?? '')
    },
    emit(newEvent, audience = {}) {
      const { type, ...rest } = newEvent
      const event = { type, timestamp: new Date(now()).toISOString(), ...rest } as LecternEvent
      emitted += 1
      const name = `${self}-${emitted}`
      deliver(name, event, audience)
      bridge?.publish({ name, event, audience })
    },
    on(listen, gap) {
      const listener = { listen, gap }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since(id) {
      const [, of, number, name] = /^([0-9a-f]+)-(\d{1,15})(?:\.([0-9a-f]+-\d{1,15}))?$/.exec(id) ?? []
      if (of === stream) return ring.after(Number(number))
      // An id of another server, which may have received some events in another order: those are sent again.
      const place = name === undefined ? undefined : ring.find((one) => one.name === name)
      if (place === undefined) return undefined
      const [{ receivedAt } = { receivedAt: 0 }] = ring.after(place - 1) ?? []
      const before = ring.find((one) => one.receivedAt < receivedAt - OUT_OF_ORDER_MS)
      return ring.after(before ?? Math.max(0, ring.newest - maxStored))?.filter((one) => one.name !== name)
    },
    async close() {
      listeners.clear()
    },
  }
}

const OUT_OF_ORDER_MS = 2000

/** The newest `size` items with their numbers, for listeners that reconnect. */
interface RingBuffer<Item> {
  push(item: Item): number
  /** Items after `number`, oldest first; undefined if some of them are gone, or the number was never assigned. */
  after(number: number): Item[] | undefined
  /** The number of the newest item that matches, if it is still stored. */
  find(holds: (item: Item) => boolean): number | undefined
  readonly newest: number
}

function makeRingBuffer<Item>(size: number): RingBuffer<Item> {
  const items: Item[] = new Array(size)
  let newest = 0
  return {
    get newest() {
      return newest
    },
    push(item) {
      newest += 1
      items[newest % size] = item
      return newest
    },
    after(number) {
      if (!Number.isSafeInteger(number) || number < 0 || number > newest) return undefined
      if (newest - number > size) return undefined
      return Array.from({ length: newest - number }, (_, i) => items[(number + 1 + i) % size]!)
    },
    find(holds) {
      for (let number = newest; number > Math.max(0, newest - size); number -= 1) {
        if (holds(items[number % size]!)) return number
      }
      return undefined
    },
  }
}
