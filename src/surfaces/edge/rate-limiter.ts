import { openBucketStore, type RateLimit, type RateLimitVerdict } from './rate-limit-buckets.ts'

/** Anonymous clients are counted by address, users by account. */
export type ClientClass = 'anonymous' | 'authenticated'

/** Servers that share a limit may have to wait for each other's messages, so the result may be a promise. */
export interface RateLimiter {
  take(key: string, kind: ClientClass): RateLimitVerdict | Promise<RateLimitVerdict>
  /** Takes more tokens for a request that was let in and turned out to cost more; the bucket may fall below zero. */
  spend(key: string, kind: ClientClass, tokens: number): void
  /** The state, without taking a token. */
  peek(key: string, kind: ClientClass): RateLimitVerdict | Promise<RateLimitVerdict>
}

export interface RateLimiterOptions {
  rates: Readonly<Record<ClientClass, RateLimit>>
  /** Milliseconds; must not go backwards. */
  now?: () => number
  /** The maximum number of clients of one class in memory. */
  maxClients?: number
}

/** Token buckets in memory. */
export function openRateLimiter({
  rates,
  now = () => performance.now(),
  maxClients = 100_000,
}: RateLimiterOptions): RateLimiter {
  const stores = {
    anonymous: openBucketStore(rates.anonymous, maxClients),
    authenticated: openBucketStore(rates.authenticated, maxClients),
  }
  return {
    take: (key, kind) => stores[kind].take(key, now()),
    spend: (key, kind, tokens) => stores[kind].spend(key, tokens, now()),
    peek: (key, kind) => stores[kind].peek(key, now()),
  }
}
