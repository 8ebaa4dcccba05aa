import type { ChildProcess } from 'node:child_process'
import type { Listener, Wire } from './wire.ts'

interface Said {
  kind: 'said'
  name: string
  text: string
}

export interface SiblingHub {
  wire: Wire
  /** From now on it hears what is said, and is heard. */
  join(child: ChildProcess): void
}

/** The end in the first process: everything passes through it, so all hear it in the same order. */
export function openSiblingHub(): SiblingHub {
  const children = new Set<ChildProcess>()
  const { hear, channel } = openListeners()
  const pass = (said: Said) => {
    // One that was killed looks connected for a moment; what cannot be told to it any more must not end this process.
    for (const child of children) if (child.connected) child.send(said, () => {})
    hear(said)
  }
  return {
    wire: { channel: channel(pass), close: async () => {} },
    join(child) {
      children.add(child)
      child.on('message', (message) => isSaid(message) && pass(message))
      child.once('exit', () => children.delete(child))
    },
  }
}

/** The end in a sibling. What it says itself it hears when the first process has passed it on. */
export function openSiblingWire(parent: NodeJS.Process): Wire {
  const { hear, channel } = openListeners()
  const listen = (message: unknown) => {
    if (isSaid(message)) hear(message)
  }
  parent.on('message', listen)
  return {
    channel: channel((said) => parent.connected && parent.send?.(said, () => {})),
    close: async () => {
      parent.off('message', listen)
    },
  }
}

function openListeners() {
  const listeners = new Map<string, Listener>()
  return {
    hear: ({ name, text }: Said) => listeners.get(name)?.hear(text),
    channel:
      (say: (said: Said) => void): Wire['channel'] =>
      (name, listener) => {
        listeners.set(name, listener)
        return { say: (text) => say({ kind: 'said', name, text }) }
      },
  }
}

function isSaid(message: unknown): message is Said {
  return (message as Said | undefined)?.kind === 'said'
}
