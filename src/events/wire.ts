/**
 * The joint between processes that serve one library: servers and workers over one PostgreSQL, or the siblings of one
 * server over SQLite. Everybody hears what is said in the same order, the speaker too; so whoever hears their own words
 * has heard everything that was said before them.
 */
export interface Wire {
  channel(name: string, listener: Listener): Channel
  close(): Promise<void>
}

export interface Listener {
  hear(text: string): void
  /** What others said may have been lost; whoever listens must look for itself. */
  gap?(): void
}

export interface Channel {
  /** At most 7,900 bytes: PostgreSQL takes no more. */
  say(text: string): void
}

export const MOST_SAID_BYTES = 7900
