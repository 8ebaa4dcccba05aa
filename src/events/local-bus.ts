import type { ChannelListener, MessageBus } from './message-bus.ts'

/** A bus within one process that has no others to talk to: whoever speaks is heard by those who listen here. */
export function openLocalBus(): MessageBus {
  const listeners = new Map<string, ChannelListener>()
  return {
    channel(name, listener) {
      listeners.set(name, listener)
      // Later, as from afar: nobody is answered before they have finished speaking.
      return { send: (text) => queueMicrotask(() => listeners.get(name)?.receive(text)) }
    },
    close: async () => listeners.clear(),
  }
}
