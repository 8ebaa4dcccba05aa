import type { LecternEvent } from '../contract/events.ts'
import type { Audience } from './audience.ts'

/** An event on its way from one server to the others. */
export interface Sent {
  event: LecternEvent
  audience: Audience
}

/**
 * The joint for several servers over one database: what one server emits, all hear. PostgreSQL carries it by
 * LISTEN/NOTIFY. A bridge never hands a server its own events back.
 */
export interface EventBridge {
  publish(sent: Sent): void
  subscribe(hear: (sent: Sent) => void): void
  close(): Promise<void>
}
