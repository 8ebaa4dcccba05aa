/** Anonymous clients are counted by address, people by user. */
export type ClientClass = 'anonymous' | 'authenticated'

export interface Verdict {
  allowed: boolean
  /** The burst size. */
  limit: number
  remaining: number
  /** 0 while a token is left, else whole seconds until there is one. */
  resetSeconds: number
}

/** The joint for several servers: another limiter may ask a shared place, so the answer may take a moment. */
export interface Limiter {
  take(key: string, kind: ClientClass): Verdict | Promise<Verdict>
  /** How it stands, without taking a token. */
  peek(key: string, kind: ClientClass): Verdict | Promise<Verdict>
}

export interface Rate {
  /** Tokens that come back per second. */
  rps: number
  burst: number
}

export interface LimiterOptions {
  rates: Readonly<Record<ClientClass, Rate>>
  /** Milliseconds; must not go backwards. */
  now?: () => number
  /** Most clients of one class that are remembered at once. */
  mostClients?: number
}

/** Token buckets in memory. */
export function openLimiter({ rates, now = () => performance.now(), mostClients = 100_000 }: LimiterOptions): Limiter {
  const shelves = {
    anonymous: openShelf(rates.anonymous, mostClients),
    authenticated: openShelf(rates.authenticated, mostClients),
  }
  return {
    take: (key, kind) => shelves[kind].ask(key, now(), 1),
    peek: (key, kind) => shelves[kind].ask(key, now(), 0),
  }
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * The buckets of one class, least recently used first. A bucket that had time to fill up says nothing a new one would
 * not say, so such buckets are dropped from the front: memory follows the clients of the last few seconds.
 */
function openShelf({ rps, burst }: Rate, mostClients: number) {
  const buckets = new Map<string, Bucket>()
  const fillTime = (burst / rps) * 1000

  const dropFull = (time: number) => {
    for (const [key, bucket] of buckets) {
      if (time - bucket.at < fillTime && buckets.size <= mostClients) return
      buckets.delete(key)
    }
  }

  const ask = (key: string, time: number, wanted: 0 | 1): Verdict => {
    const known = buckets.get(key)
    const tokens = known ? Math.min(burst, known.tokens + ((time - known.at) / 1000) * rps) : burst
    const allowed = tokens >= 1
    const left = allowed ? tokens - wanted : tokens
    if (wanted === 1) {
      buckets.delete(key)
      buckets.set(key, { tokens: left, at: time })
      dropFull(time)
    }
    const resetSeconds = left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / rps))
    return { allowed, limit: burst, remaining: Math.floor(left), resetSeconds }
  }

  return { ask }
}
