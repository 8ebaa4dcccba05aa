import { randomUUID } from 'node:crypto'
import type { LecternEvent } from '../contract/events.ts'
import type { Audience } from './audience.ts'
import { MOST_SAID_BYTES, type Wire } from './wire.ts'

/** An event on its way from one server to the others. */
export interface Sent {
  /** What all servers call it. */
  name: string
  event: LecternEvent
  audience: Audience
}

/** What one server emits, all hear. A bridge never hands a server its own events back. */
export interface EventBridge {
  publish(sent: Sent): void
  /** `gap`: some events of others will never come. */
  subscribe(hear: (sent: Sent) => void, gap: () => void): void
}

export function openBridge(wire: Wire): EventBridge {
  const self = randomUUID()
  let hear: (sent: Sent) => void = () => {}
  let gap: () => void = () => {}
  const channel = wire.channel('lectern_events', {
    hear: (text) => {
      const { from, ...sent } = JSON.parse(text) as Partial<Sent> & { from: string }
      if (from === self) return
      if (sent.event) hear(sent as Sent)
      else gap()
    },
    gap: () => gap(),
  })
  return {
    publish(sent) {
      const text = JSON.stringify({ from: self, ...sent })
      // One that is too long for the wire is told as something that was missed: listeners then look for themselves.
      channel.say(Buffer.byteLength(text) <= MOST_SAID_BYTES ? text : JSON.stringify({ from: self }))
    },
    subscribe(listener, onGap) {
      hear = listener
      gap = onGap
    },
  }
}
