import { randomUUID } from 'node:crypto'
import type { LecternEvent } from '../contract/events.ts'
import type { Audience } from './audience.ts'
import { MAX_MESSAGE_BYTES, type MessageBus } from './message-bus.ts'

/** An event on its way from one server to the others. */
export interface BridgedEvent {
  /** What all servers call it. */
  name: string
  event: LecternEvent
  audience: Audience
}

/** What one server emits, all receive. A bridge never hands a server its own events back. */
export interface EventBridge {
  publish(sent: BridgedEvent): void
  /** `gap`: some events of others will never come. */
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
      // One that is too long for the wire is told as something that was missed: listeners then look for themselves.
      channel.send(Buffer.byteLength(text) <= MAX_MESSAGE_BYTES ? text : JSON.stringify({ from: self }))
    },
    subscribe(listener, onGap) {
      receive = listener
      gap = onGap
    },
  }
}
