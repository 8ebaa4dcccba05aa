/**
 * Connects processes that serve one library: servers and workers on one PostgreSQL, or the processes of one server on
 * SQLite. All receive messages in the same order, the sender included; so a process that receives its own message has
 * received everything sent before it.
 */
export interface MessageBus {
  channel(name: string, listener: ChannelListener): Channel
  close(): Promise<void>
}

export interface ChannelListener {
  receive(text: string): void
  /** Messages of other processes may have been lost; the listener must reload its state. */
  gap?(): void
}

export interface Channel {
  /** At most 7,900 bytes, the limit of PostgreSQL. */
  send(text: string): void
}

export const MAX_MESSAGE_BYTES = 7900
