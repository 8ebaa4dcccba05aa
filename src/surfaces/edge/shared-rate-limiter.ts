import type { MessageBus } from '../../events/message-bus.ts'
import { openBucketStore, type RateLimitVerdict } from './rate-limit-buckets.ts'
import { openRateLimitExchange } from './rate-limit-exchange.ts'
import type { ClientClass, RateLimiter, RateLimiterOptions } from './rate-limiter.ts'

export interface SharedRateLimiterOptions extends RateLimiterOptions {
  bus: MessageBus
  /** By how much the servers together may exceed the limit. */
  tolerance?: number
  helloMs?: number
  /** How long to wait for messages of the others. */
  timeoutMs?: number
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
  const stores = {
    anonymous: openBucketStore(rates.anonymous, maxClients),
    authenticated: openBucketStore(rates.authenticated, maxClients),
  }
  const exchange = openRateLimitExchange({
    bus,
    now,
    helloMs,
    onSpentElsewhere(spent) {
      for (const [kind, key, count] of spent) stores[kind].spend(key, count, now())
    },
    onDelivered(spent) {
      for (const [kind, key, count] of spent) {
        const bucket = stores[kind].find(key)
        if (bucket) bucket.unconfirmed = Math.max(0, bucket.unconfirmed - count)
      }
    },
  })

  /** How many tokens this server may grant before the others know. */
  const allowanceOf = (kind: ClientClass) =>
    Math.max(1, Math.floor((rates[kind].burst * tolerance) / (exchange.others + 1)))

  const takeNow = (key: string, kind: ClientClass): RateLimitVerdict => {
    const verdict = stores[kind].take(key, now())
    const bucket = stores[kind].find(key)
    if (!bucket || !verdict.allowed) return verdict
    if (exchange.others === 0) {
      bucket.unshared = 0
      bucket.unconfirmed = 0
      return verdict
    }
    if (bucket.unshared < allowanceOf(kind) / 2) return verdict
    exchange.share(kind, key, bucket.unshared)
    bucket.unshared = 0
    return verdict
  }

  const mustWait = (key: string, kind: ClientClass) =>
    exchange.others > 0 &&
    (stores[kind].find(key)?.unconfirmed ?? 0) >= allowanceOf(kind) &&
    stores[kind].peek(key, now()).allowed

  const takeLater = async (key: string, kind: ClientClass): Promise<RateLimitVerdict> => {
    const until = performance.now() + timeoutMs
    while (mustWait(key, kind) && performance.now() < until) await exchange.nextDelivery(until - performance.now())
    const bucket = stores[kind].find(key)
    // No reply: better a little too much for one client than everyone waiting for a bus that is down.
    if (bucket && performance.now() >= until) bucket.unconfirmed = 0
    return takeNow(key, kind)
  }

  return {
    take: (key, kind) => (mustWait(key, kind) ? takeLater(key, kind) : takeNow(key, kind)),
    spend: (key, kind, tokens) => {
      stores[kind].spend(key, tokens, now())
      if (exchange.others > 0) exchange.share(kind, key, tokens)
    },
    peek: (key, kind) => stores[kind].peek(key, now()),
    close: exchange.close,
  }
}
