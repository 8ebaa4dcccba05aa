import { randomUUID } from 'node:crypto'
import { openChannel } from '../store/postgres/listen.ts'
import type { EventBridge, Sent } from './bridge.ts'

/** Carries events between servers and workers over one PostgreSQL. */
export function openPostgresBridge(url: string, onError: (error: unknown) => void): EventBridge {
  const self = randomUUID()
  let hear: (sent: Sent) => void = () => {}
  const channel = openChannel(
    url,
    'lectern_events',
    (text) => {
      const { from, ...sent } = JSON.parse(text) as Sent & { from: string }
      if (from !== self) hear(sent)
    },
    onError,
  )
  return {
    publish(sent) {
      const text = JSON.stringify({ from: self, ...sent })
      // NOTIFY takes 8,000 bytes; an event with so long a list of fields is told without it.
      if (Buffer.byteLength(text) < 7900) channel.say(text)
    },
    subscribe(listener) {
      hear = listener
    },
    close: () => channel.close(),
  }
}
