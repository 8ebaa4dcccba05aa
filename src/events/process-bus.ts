import type { ChildProcess } from 'node:child_process'
import type { ChannelListener, MessageBus } from './message-bus.ts'

interface BusMessage {
  kind: 'bus-message'
  name: string
  text: string
}

export interface ProcessHub {
  bus: MessageBus
  /** Connects a child process: from now on it receives messages, and can send them. */
  join(child: ChildProcess): void
}

/** The bus in the first process: every message passes through it, so all processes receive them in the same order. */
export function openProcessHub(): ProcessHub {
  /** The number of messages each child hasn't received yet. */
  const children = new Map<ChildProcess, number>()
  const { receive, channel } = openListeners()
  const sendTo = (child: ChildProcess, untaken: number, message: BusMessage) => {
    // Kill it, so that a process that does read replaces it; its pending messages would fill the memory.
    if (untaken >= MAX_UNTAKEN) return child.kill('SIGKILL')
    children.set(child, untaken + 1)
    // A killed child looks connected for a moment; a failed send must not end this process.
    child.send(message, () => {
      const now = children.get(child)
      if (now !== undefined) children.set(child, now - 1)
    })
  }
  const pass = (message: BusMessage) => {
    for (const [child, untaken] of children) if (child.connected) sendTo(child, untaken, message)
    receive(message)
  }
  return {
    bus: { channel: channel(pass), close: async () => {} },
    join(child) {
      children.set(child, 0)
      child.on('message', (message) => isBusMessage(message) && pass(message))
      child.once('exit', () => children.delete(child))
    },
  }
}

const MAX_UNTAKEN = 10_000

/** The bus in a server process. It receives its own messages once the first process has passed them on. */
export function openProcessBus(parent: NodeJS.Process): MessageBus {
  const { receive, channel } = openListeners()
  const listen = (message: unknown) => {
    if (isBusMessage(message)) receive(message)
  }
  parent.on('message', listen)
  return {
    channel: channel((message) => parent.connected && parent.send?.(message, () => {})),
    close: async () => {
      parent.off('message', listen)
    },
  }
}

function openListeners() {
  const listeners = new Map<string, ChannelListener>()
  return {
    receive: ({ name, text }: BusMessage) => listeners.get(name)?.receive(text),
    channel:
      (say: (message: BusMessage) => void): MessageBus['channel'] =>
      (name, listener) => {
        listeners.set(name, listener)
        return { send: (text) => say({ kind: 'bus-message', name, text }) }
      },
  }
}

function isBusMessage(message: unknown): message is BusMessage {
  return (message as BusMessage | undefined)?.kind === 'bus-message'
}
