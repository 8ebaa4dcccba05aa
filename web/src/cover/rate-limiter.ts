/**
 * A token bucket well below the server's (50 per second, bursts of 200), so that covers never use up what pages and
 * lists need.
 */
export type RateLimiter = {
  /** Calls `pass` when a token is available; the returned function cancels that. */
  enter(pass: () => void): () => void
  /** After a 429 (the server's bucket is smaller or shared): pauses, then continues more slowly. */
  rest(seconds: number): void
}

export function createRateLimiter({ burst, perSecond }: { burst: number; perSecond: number }): RateLimiter {
  const waiting: (() => void)[] = []
  let tokens = burst
  let filledAt = Date.now()
  let scheduled = false
  /** Tokens per second. Halved by each pause; recovers within a few minutes. */
  let pace = perSecond

  function refill() {
    const now = Date.now()
    const seconds = (now - filledAt) / 1000
    if (seconds <= 0) return
    pace = Math.min(perSecond, pace + seconds * recovery)
    tokens = Math.min((burst * pace) / perSecond, tokens + seconds * pace)
    filledAt = now
  }

  function schedule() {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    const rest = Math.max(0, filledAt - Date.now())
    setTimeout(drain, rest + Math.max(0, Math.ceil(((1 - tokens) / pace) * 1000)))
  }

  function drain() {
    scheduled = false
    refill()
    // Newest first: what is visible now matters more than what scrolled past.
    while (tokens >= 1 && waiting.length > 0) {
      tokens -= 1
      waiting.pop()?.()
    }
    schedule()
  }

  return {
    enter(pass) {
      refill()
      if (tokens >= 1 && waiting.length === 0) {
        tokens -= 1
        pass()
        return () => {}
      }
      waiting.push(pass)
      schedule()
      return () => {
        const place = waiting.indexOf(pass)
        if (place >= 0) waiting.splice(place, 1)
      }
    },
    rest(seconds) {
      const until = Date.now() + seconds * 1000
      // Many requests hit the same empty bucket at once: that counts as one reason to slow down, not many.
      if (filledAt <= Date.now()) pace = Math.max(1, pace / 2)
      tokens = 0
      filledAt = Math.max(filledAt, until)
    },
  }
}

/** How much the pace grows per second. */
const recovery = 0.1

export const imageRateLimiter = createRateLimiter({ burst: 120, perSecond: 35 })
