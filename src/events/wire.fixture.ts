import type { Listener, Wire } from './wire.ts'

/** Processes that talk within this one: at once, or when `deliver` is called. */
export function wireInMemory({ held = false } = {}): { open(): Wire; deliver(): void; lose(): void; said(): number } {
  const listeners: { name: string; listener: Listener }[] = []
  let waiting: { name: string; text: string }[] = []
  let said = 0
  const deliver = () => {
    for (const { name, text } of waiting.splice(0)) {
      for (const one of listeners) if (one.name === name) one.listener.hear(text)
    }
  }
  return {
    open: () => ({
      channel(name, listener) {
        listeners.push({ name, listener })
        return {
          say: (text) => {
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
