import { randomBytes } from 'node:crypto'
import type { MessageBus } from './message-bus.ts'

export interface ProcessBarrier {
  /** Resolves when every known process has answered, or after `timeoutMs` at the latest. */
  call(): Promise<void>
  /** Stops answering calls; resolves when the answers in progress are done. */
  close(): Promise<void>
}

export interface ProcessBarrierOptions {
  /** Runs on each call of another process. Also runs periodically, because a call can get lost. */
  answer: () => Promise<unknown>
  onError: (error: unknown) => void
  helloMs?: number
  timeoutMs?: number
}

interface BarrierMessage {
  from: string
  /** The caller's number of the call. */
  call?: number
  answers?: { to: string; call: number }
  leaves?: boolean
}

/**
 * For the few changes that all processes must know of before a request is confirmed. Processes find each other by their
 * hellos: the number of servers needn't be configured.
 */
export function openProcessBarrier(bus: MessageBus, name: string, options: ProcessBarrierOptions): ProcessBarrier {
  const { answer, onError, helloMs = 5000, timeoutMs = 2000 } = options
  const self = randomBytes(6).toString('hex')
  const others = new Map<string, number>()
  const calls = new Map<number, { missing: Set<string>; end(): void }>()
  let called = 0
  let isClosed = false
  const answering = new Set<Promise<unknown>>()
  /** `close` waits for it: the database must stay open until it is done. */
  const answerNow = (then: () => void = () => {}) => {
    if (isClosed) return
    const done = answer().then(then).catch(onError)
    answering.add(done)
    done.finally(() => answering.delete(done))
  }

  const tick = (from: string, number?: number) => {
    for (const [callNumber, { missing, end }] of calls) {
      if (number === undefined || number === callNumber) missing.delete(from)
      if (missing.size === 0) end()
    }
  }
  const receive = ({ from, call, answers, leaves }: BarrierMessage) => {
    if (from === self) {
      // Our own hello came back: the other processes know this one now, but calls sent before it may have been missed.
      if (call === undefined && !answers) answerNow()
      return
    }
    if (leaves) {
      others.delete(from)
      tick(from)
      return
    }
    const isNew = !others.has(from)
    others.set(from, performance.now())
    if (isNew) send({})
    if (answers?.to === self) tick(from, answers.call)
    if (call !== undefined) answerNow(() => send({ answers: { to: from, call } }))
  }
  const channel = bus.channel(name, { receive: (text) => receive(JSON.parse(text)), gap: () => answerNow() })
  const send = (message: Omit<BarrierMessage, 'from'>) =>
    channel.send(JSON.stringify({ from: self, ...message } satisfies BarrierMessage))
  const hello = setInterval(() => {
    for (const [from, lastSeen] of others) if (performance.now() - lastSeen > helloMs * 3.5) others.delete(from)
    send({})
  }, helloMs).unref()
  send({})

  return {
    async call() {
      if (others.size === 0) return
      const number = ++called
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        const end = () => {
          clearTimeout(timer)
          resolve()
        }
        calls.set(number, { missing: new Set(others.keys()), end })
        send({ call: number })
      })
      calls.delete(number)
    },
    async close() {
      isClosed = true
      clearInterval(hello)
      send({ leaves: true })
      await Promise.all(answering)
    },
  }
}
