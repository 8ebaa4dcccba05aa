import { PluginError } from '../protocol/errors.ts'

export interface RateLimits {
  /** undefined: as many as come. */
  perMinute: number | undefined
  atOnce: number
  /** How many may wait; more are turned away. */
  maxWaiting?: number
}

interface Waiting {
  start: () => void
  refuse: (error: Error) => void
  timer: NodeJS.Timeout
  isMetered: boolean
}

/**
 * Lets calls through one after the other: so many at once, so many a minute. Whoever comes too early waits for a turn, and
 * gives up when the time of the call is over.
 */
export class RateQueue {
  readonly #limits: RateLimits
  readonly #waiting: Waiting[] = []
  #running = 0
  #tokens: number
  #filledAt = Date.now()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: RateLimits) {
    this.#limits = limits
    this.#tokens = this.#capacity
  }

  /** Waits for a turn and runs. `isMetered`: takes one of the calls of this minute. */
  async run<T>(work: () => Promise<T>, { waitMs, isMetered }: { waitMs: number; isMetered: boolean }): Promise<T> {
    await this.#turn(waitMs, isMetered)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get #capacity(): number {
    // A tenth of a minute's calls at once: the other side sees a steady trickle, and one person's search does not wait.
    return this.#limits.perMinute === undefined ? Number.POSITIVE_INFINITY : Math.max(1, this.#limits.perMinute / 10)
  }

  #turn(waitMs: number, isMetered: boolean): Promise<void> {
    if (this.#waiting.length >= (this.#limits.maxWaiting ?? 500)) {
      return Promise.reject(new PluginError('BUSY', 'Too many calls to this plugin are waiting. Try again later.'))
    }
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        isMetered,
        start: () => {
          clearTimeout(entry.timer)
          resolve()
        },
        refuse: reject,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(entry), 1)
          reject(new PluginError('BUSY', 'The plugin is busy: the call waited too long for its turn.'))
        }, waitMs),
      }
      this.#waiting.push(entry)
      this.#next()
    })
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#refill()
    while (this.#running < this.#limits.atOnce) {
      const index = this.#waiting.findIndex((one) => !one.isMetered || this.#tokens >= 1)
      if (index < 0) break
      const [entry] = this.#waiting.splice(index, 1)
      if (entry!.isMetered) this.#tokens -= 1
      this.#running += 1
      entry!.start()
    }
    const { perMinute } = this.#limits
    if (perMinute !== undefined && this.#waiting.length > 0 && this.#running < this.#limits.atOnce) {
      this.#timer = setTimeout(() => this.#next(), Math.ceil(((1 - this.#tokens) * 60_000) / perMinute) + 1)
    }
  }

  #refill(): void {
    const { perMinute } = this.#limits
    if (perMinute === undefined) {
      this.#tokens = Number.POSITIVE_INFINITY
      return
    }
    const now = Date.now()
    this.#tokens = Math.min(this.#capacity, this.#tokens + ((now - this.#filledAt) * perMinute) / 60_000)
    this.#filledAt = now
  }
}
