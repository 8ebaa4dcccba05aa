import { openPostgresListener } from '../store/postgres/listen.ts'
import type { ChannelListener, MessageBus } from './message-bus.ts'

/** NOTIFY delivers messages to all listeners in the order of the commits. All channels share one connection. */
export function openPostgresBus(url: string, onError: (error: unknown) => void): MessageBus {
  const listeners = new Map<string, ChannelListener>()
  const connection = openPostgresListener(url, {
    onMessage: (name, text) => listeners.get(name)?.receive(text),
    gap: () => {
      for (const listener of listeners.values()) listener.gap?.()
    },
    onError,
  })
  return {
    channel(name, listener) {
      listeners.set(name, listener)
      connection.listen(name)
      return { send: (text) => connection.say(name, text) }
    },
    close: () => connection.close(),
  }
}
