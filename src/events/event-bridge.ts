import { randomUUID } from 'node:crypto'
import type { LecternEvent } from '../contract/events.ts'
import type { Audience } from './audience.ts'
import { MAX_MESSAGE_BYTES, type MessageBus } from './message-bus.ts'

/** An event sent from one server to the others. */
export interface BridgedEvent {
  /** The event's name, the same on all servers. */
  name: string
  event: LecternEvent
  audience: Audience
}

/** Sends each server's events to all the others. A server never receives its own events back. */
export interface EventBridge {
  publish(sent: BridgedEvent): void
  /** `gap`: some events of other servers are lost. */
  subscribe(receive: (sent: BridgedEvent) => void, gap: () => void): void
}

export function openEventBridge(bus: MessageBus): EventBridge {
  const self = randomUUID()
  let receive: (sent: BridgedEvent) => void = () => {}
  let gap: () => void = () => {}
  const channel = bus.channel('lectern_events', {
    receive: (text) => {
      const { from, ...sent } = JSON.parse(text) as Partial<BridgedEvent> & { from: string }
      if (from === self) return
      if (sent.event) receive(sent as BridgedEvent)
      else gap()
    },
    gap: () => gap(),
  })
  return {
    publish(sent) {
      const text = JSON.stringify({ from: self, ...sent })
      // An event that is too long for the bus is sent as a gap: listeners then reload.
      channel.send(Buffer.byteLength(text) <= MAX_MESSAGE_BYTES ? text : JSON.stringify({ from: self }))
    },
    subscribe(listener, onGap) {
      receive = listener
      gap = onGap
    },
  }
}
