/** A token bucket kept well under the server's (50 a second, 200 at once), so that covers never use up what pages and lists need. */
export type Gate = { enter(pass: () => void): () => void }

export function openGate({ burst, perSecond }: { burst: number; perSecond: number }): Gate {
  const waiting: (() => void)[] = []
  let tokens = burst
  let filledAt = Date.now()
  let scheduled = false

  function refill() {
    const now = Date.now()
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  function schedule() {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    setTimeout(drain, Math.max(0, Math.ceil(((1 - tokens) / perSecond) * 1000)))
  }

  function drain() {
    scheduled = false
    refill()
    // Newest first: what the eye rests on now matters more than what it passed.
    while (tokens >= 1 && waiting.length > 0) {
      tokens -= 1
      waiting.pop()?.()
    }
    schedule()
  }

  return {
    /** Calls `pass` when there is room; the function given back withdraws the wish. */
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
  }
}

export const imageGate = openGate({ burst: 120, perSecond: 35 })
