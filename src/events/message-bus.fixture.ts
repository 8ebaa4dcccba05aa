import type { ChannelListener, MessageBus } from './message-bus.ts'

/** Simulates several processes: messages are delivered at once, or when `deliver` is called. */
export function openInMemoryBuses({ held = false } = {}): {
  open(): MessageBus
  deliver(): void
  lose(): void
  said(): number
} {
  const listeners: { name: string; listener: ChannelListener }[] = []
  let waiting: { name: string; text: string }[] = []
  let said = 0
  const deliver = () => {
    for (const { name, text } of waiting.splice(0)) {
      for (const one of listeners) if (one.name === name) one.listener.receive(text)
    }
  }
  return {
    open: () => ({
      channel(name, listener) {
        listeners.push({ name, listener })
        return {
          send: (text) => {
            said += 1
            waiting.push({ name, text })
            if (!held) deliver()
          },
        }
      },
      close: async () => {},
    }),
    deliver,
    lose: () => {
      waiting = []
      for (const { listener } of listeners) listener.gap?.()
    },
    said: () => said,
  }
}
