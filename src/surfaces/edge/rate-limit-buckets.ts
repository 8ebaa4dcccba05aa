export interface RateLimitVerdict {
  allowed: boolean
  /** The burst size. */
  limit: number
  remaining: number
  /** 0 while a token is left, else whole seconds until there is one. */
  resetSeconds: number
}

export interface RateLimit {
  /** Tokens added per second. */
  rps: number
  burst: number
}

export interface TokenBucket {
  /** Below zero if other servers took tokens that this one had already granted. */
  tokens: number
  at: number
  /** Taken here, and not sent to other servers yet. */
  unshared: number
  /** Taken here, and perhaps not received by other servers yet. */
  unconfirmed: number
}

export interface BucketStore {
  take(key: string, time: number): RateLimitVerdict
  peek(key: string, time: number): RateLimitVerdict
  /** Subtracts tokens that another server granted. */
  spend(key: string, count: number, time: number): void
  find(key: string): TokenBucket | undefined
}

/**
 * The buckets of one class, least recently used first. A bucket that had time to fill up is the same as a new one, so
 * such buckets are dropped from the front: memory follows the clients of the last few seconds.
 */
export function openBucketStore({ rps, burst }: RateLimit, maxClients: number): BucketStore {
  const buckets = new Map<string, TokenBucket>()
  const fillTime = (burst / rps) * 1000

  const dropFull = (time: number) => {
    for (const [key, bucket] of buckets) {
      if (time - bucket.at < fillTime && buckets.size <= maxClients) return
      buckets.delete(key)
    }
  }
  const tokensNow = (bucket: TokenBucket | undefined, time: number) =>
    bucket ? Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * rps) : burst

  const put = (key: string, known: TokenBucket | undefined, tokens: number, time: number): TokenBucket => {
    const bucket = known ?? { tokens, at: time, unshared: 0, unconfirmed: 0 }
    bucket.tokens = tokens
    bucket.at = time
    buckets.delete(key)
    buckets.set(key, bucket)
    dropFull(time)
    return bucket
  }
  const verdict = (allowed: boolean, left: number): RateLimitVerdict => ({
    allowed,
    limit: burst,
    remaining: Math.max(0, Math.floor(left)),
    resetSeconds: left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / rps)),
  })

  return {
    take(key, time) {
      const known = buckets.get(key)
      const tokens = tokensNow(known, time)
      const allowed = tokens >= 1
      const bucket = put(key, known, allowed ? tokens - 1 : tokens, time)
      if (allowed) {
        bucket.unshared += 1
        bucket.unconfirmed += 1
      }
      return verdict(allowed, bucket.tokens)
    },
    peek(key, time) {
      const tokens = tokensNow(buckets.get(key), time)
      return verdict(tokens >= 1, tokens)
    },
    spend(key, count, time) {
      const known = buckets.get(key)
      put(key, known, tokensNow(known, time) - count, time)
    },
    find: (key) => buckets.get(key),
  }
}
