import { randomBytes } from 'node:crypto'
import { MAX_MESSAGE_BYTES, type MessageBus } from '../../events/message-bus.ts'
import type { ClientClass } from './rate-limiter.ts'

export type SpentTokens = [kind: ClientClass, key: string, count: number]

export interface RateLimitExchangeOptions {
  bus: MessageBus
  now: () => number
  helloMs: number
  /** Other servers granted these tokens. */
  onSpentElsewhere: (spent: readonly SpentTokens[]) => void
  /** The bus delivered what this server sent, and so everything that others sent before. */
  onDelivered: (spent: readonly SpentTokens[]) => void
}

/** How servers with one rate limit tell each other which tokens they granted. */
export interface RateLimitExchange {
  /** How many other servers there are. */
  readonly others: number
  share(kind: ClientClass, key: string, count: number): void
  /** Until the bus delivers a message of this server, or the time is up. */
  nextDelivery(timeoutMs: number): Promise<void>
  close(): void
}

interface LimiterMessage {
  from: string
  /** Without any, it is a hello. */
  spent?: SpentTokens[]
}

export function openRateLimitExchange(options: RateLimitExchangeOptions): RateLimitExchange {
  const { bus, now, helloMs } = options
  const self = randomBytes(6).toString('hex')
  /** When each of the others was last heard of. */
  const others = new Map<string, number>()
  const waiting = new Set<() => void>()
  const unsent = new Map<string, SpentTokens>()

  const channel = bus.channel('lectern_limits', {
    receive(text) {
      const { from, spent = [] } = JSON.parse(text) as LimiterMessage
      if (from === self) {
        options.onDelivered(spent)
        for (const goOn of waiting) goOn()
        return
      }
      if (!others.has(from)) sayHello()
      others.set(from, now())
      options.onSpentElsewhere(spent)
    },
  })
  const send = (message: Omit<LimiterMessage, 'from'>) =>
    channel.send(JSON.stringify({ from: self, ...message } satisfies LimiterMessage))
  const sayHello = () => send({})
  const hello = setInterval(() => {
    for (const [name, lastSeen] of others) if (now() - lastSeen > helloMs * 3.5) others.delete(name)
    sayHello()
  }, helloMs).unref()
  sayHello()

  const sendUnsent = () => {
    const all = [...unsent.values()]
    unsent.clear()
    for (const spent of inParts(all)) send({ spent })
  }

  return {
    get others() {
      return others.size
    },
    share(kind, key, count) {
      const id = `${kind} ${key}`
      // Everything from the same turn is sent together.
      if (unsent.size === 0) setImmediate(sendUnsent)
      unsent.set(id, [kind, key, count + (unsent.get(id)?.[2] ?? 0)])
    },
    nextDelivery: (timeoutMs) =>
      new Promise((resolve) => {
        const goOn = () => {
          clearTimeout(timer)
          waiting.delete(goOn)
          resolve()
        }
        const timer = setTimeout(goOn, timeoutMs)
        waiting.add(goOn)
      }),
    close: () => clearInterval(hello),
  }
}

/** As many per message as the bus allows; a key is an address or a UUID. */
function* inParts(all: readonly SpentTokens[]): Generator<SpentTokens[]> {
  const many = Math.floor(MAX_MESSAGE_BYTES / 90)
  for (let i = 0; i < all.length; i += many) yield all.slice(i, i + many)
}
