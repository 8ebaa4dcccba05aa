import { randomBytes } from 'node:crypto'
import { MAX_MESSAGE_BYTES, type MessageBus } from '../../events/message-bus.ts'
import type { RateLimitVerdict } from './rate-limit-buckets.ts'
import { openBucketStore } from './rate-limit-buckets.ts'
import type { ClientClass, RateLimiter, RateLimiterOptions } from './rate-limiter.ts'

export interface SharedRateLimiterOptions extends RateLimiterOptions {
  bus: MessageBus
  /** By how much the servers together may exceed the limit. */
  tolerance?: number
  helloMs?: number
  /** How long to wait for messages of the others. */
  timeoutMs?: number
}

type Spent = [kind: ClientClass, key: string, count: number]
interface LimiterMessage {
  from: string
  spent?: Spent[]
}

/**
 * One limit for several servers, without a round trip per request. Each server keeps the bucket of a client as if it
 * were the only one, sends the others every few tokens how many it granted, and subtracts what they send; a bucket may
 * fall below zero, so nothing is granted twice for long. A server that has granted its share of the tolerance, and
 * hasn't received its own message back from the bus, waits for it: by then it has received the others' too. So together
 * they grant at most `burst · (1 + tolerance)` at once, and exactly the rate in the long run.
 */
export function openSharedRateLimiter(options: SharedRateLimiterOptions): RateLimiter & { close(): void } {
  const { rates, bus, now = () => performance.now(), maxClients = 100_000 } = options
  const { tolerance = 0.2, helloMs = 5000, timeoutMs = 200 } = options
  const self = randomBytes(6).toString('hex')
  const others = new Map<string, number>()
  const stores = {
    anonymous: openBucketStore(rates.anonymous, maxClients),
    authenticated: openBucketStore(rates.authenticated, maxClients),
  }
  const toShare = new Map<string, Spent>()
  const waiting = new Set<() => void>()
  let isDelivering = false

  const channel = bus.channel('lectern_limits', {
    receive(text) {
      const { from, spent = [] } = JSON.parse(text) as LimiterMessage
      if (from === self) {
        for (const [kind, key, count] of spent) {
          const bucket = stores[kind].find(key)
          if (bucket) bucket.unconfirmed = Math.max(0, bucket.unconfirmed - count)
        }
        for (const goOn of waiting) goOn()
        return
      }
      if (!others.has(from)) sayHello()
      others.set(from, now())
      for (const [kind, key, count] of spent) stores[kind].spend(key, count, now())
    },
  })
  const sayHello = () => channel.send(JSON.stringify({ from: self } satisfies LimiterMessage))
  const hello = setInterval(() => {
    for (const [name, lastSeen] of others) if (now() - lastSeen > helloMs * 3.5) others.delete(name)
    sayHello()
  }, helloMs).unref()
  sayHello()

  /** How many tokens this server may grant before the others know. */
  const allowanceOf = (kind: ClientClass) =>
    Math.max(1, Math.floor((rates[kind].burst * tolerance) / (others.size + 1)))

  const share = (spent: Spent) => {
    toShare.set(`${spent[0]} ${spent[1]}`, spent)
    if (isDelivering) return
    isDelivering = true
    // Everything from the same turn is sent together.
    setImmediate(() => {
      isDelivering = false
      const all = [...toShare.values()]
      toShare.clear()
      for (const part of inParts(all))
        channel.send(JSON.stringify({ from: self, spent: part } satisfies LimiterMessage))
    })
  }

  const takeNow = (key: string, kind: ClientClass): RateLimitVerdict => {
    const verdict = stores[kind].take(key, now())
    const bucket = stores[kind].find(key)
    if (!bucket || !verdict.allowed) return verdict
    if (others.size === 0) {
      bucket.unshared = 0
      bucket.unconfirmed = 0
      return verdict
    }
    if (bucket.unshared < allowanceOf(kind) / 2) return verdict
    const known = toShare.get(`${kind} ${key}`)
    share([kind, key, bucket.unshared + (known?.[2] ?? 0)])
    bucket.unshared = 0
    return verdict
  }

  const mustWait = (key: string, kind: ClientClass) =>
    others.size > 0 &&
    (stores[kind].find(key)?.unconfirmed ?? 0) >= allowanceOf(kind) &&
    stores[kind].peek(key, now()).allowed

  const takeLater = async (key: string, kind: ClientClass): Promise<RateLimitVerdict> => {
    const until = performance.now() + timeoutMs
    while (mustWait(key, kind) && performance.now() < until) {
      await new Promise<void>((resolve) => {
        const goOn = () => {
          clearTimeout(timer)
          waiting.delete(goOn)
          resolve()
        }
        const timer = setTimeout(goOn, until - performance.now())
        waiting.add(goOn)
      })
    }
    const bucket = stores[kind].find(key)
    // No reply: better a little too much for one client than everyone waiting for a bus that is down.
    if (bucket && performance.now() >= until) bucket.unconfirmed = 0
    return takeNow(key, kind)
  }

  return {
    take: (key, kind) => (mustWait(key, kind) ? takeLater(key, kind) : takeNow(key, kind)),
    spend: (key, kind, tokens) => {
      stores[kind].spend(key, tokens, now())
      const known = toShare.get(`${kind} ${key}`)
      if (others.size > 0) share([kind, key, tokens + (known?.[2] ?? 0)])
    },
    peek: (key, kind) => stores[kind].peek(key, now()),
    close: () => clearInterval(hello),
  }
}

/** As many per message as the bus allows; a key is an address or a UUID. */
function* inParts(all: readonly Spent[]): Generator<Spent[]> {
  const many = Math.floor(MAX_MESSAGE_BYTES / 90)
  for (let i = 0; i < all.length; i += many) yield all.slice(i, i + many)
}
