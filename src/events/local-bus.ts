import type { ChannelListener, MessageBus } from './message-bus.ts'

/** A bus within a process that has no others to talk to: messages go to the local listeners. */
export function openLocalBus(): MessageBus {
  const listeners = new Map<string, ChannelListener>()
  return {
    channel(name, listener) {
      listeners.set(name, listener)
      // Asynchronously, as from another process: no reply arrives before the sender has finished.
      return { send: (text) => queueMicrotask(() => listeners.get(name)?.receive(text)) }
    },
    close: async () => listeners.clear(),
  }
}
