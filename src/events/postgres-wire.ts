import { openListening } from '../store/postgres/listen.ts'
import type { Listener, Wire } from './wire.ts'

/** NOTIFY gives its messages to all listeners in the order of the commits. All channels share one connection. */
export function openPostgresWire(url: string, onError: (error: unknown) => void): Wire {
  const listeners = new Map<string, Listener>()
  const connection = openListening(url, {
    hear: (name, text) => listeners.get(name)?.hear(text),
    gap: () => {
      for (const listener of listeners.values()) listener.gap?.()
    },
    onError,
  })
  return {
    channel(name, listener) {
      listeners.set(name, listener)
      connection.listen(name)
      return { say: (text) => connection.say(name, text) }
    },
    close: () => connection.close(),
  }
}
