/**
 * The joint between processes that serve one library: servers and workers over one PostgreSQL, or the processes of one
 * server over SQLite. Everybody hears what is said in the same order, the speaker too; so whoever hears their own words
 * has heard everything that was said before them.
 */
export interface MessageBus {
  channel(name: string, listener: ChannelListener): Channel
  close(): Promise<void>
}

export interface ChannelListener {
  receive(text: string): void
  /** What others said may have been lost; whoever listens must look for itself. */
  gap?(): void
}

export interface Channel {
  /** At most 7,900 bytes: PostgreSQL takes no more. */
  send(text: string): void
}

export const MAX_MESSAGE_BYTES = 7900
