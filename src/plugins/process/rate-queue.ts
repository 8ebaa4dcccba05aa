import { callCancelled, PluginError } from '../protocol/errors.ts'

export interface RateLimits {
  /** undefined: no limit. */
  perMinute: number | undefined
  atOnce: number
  /** How many may wait; further ones are rejected. */
  maxWaiting?: number
}

export interface Turn {
  /** The longest wait for a turn. */
  waitMs: number
  /** Counts towards the calls per minute. */
  isMetered: boolean
  /** No user waits for it: calls that a user waits for go first. */
  isPatient?: boolean
  /** Ends the waiting. */
  signal?: AbortSignal
}

interface Waiting {
  start: () => void
  refuse: (error: Error) => void
  isMetered: boolean
  isPatient: boolean
}

/**
 * Limits how many calls run at once and per minute. A call beyond the limits waits for a turn, and is rejected when it
 * has waited too long.
 */
export class RateQueue {
  #limits: RateLimits
  readonly #waiting: Waiting[] = []
  #running = 0
  #tokens: number
  #filledAt = Date.now()
  #timer: NodeJS.Timeout | undefined

  constructor(limits: RateLimits) {
    this.#limits = limits
    this.#tokens = this.#capacity
  }

  /** Waits for a turn and runs. */
  async run<T>(work: () => Promise<T>, turn: Turn): Promise<T> {
    await this.#wait(turn)
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

  /** Applies to calls that are already waiting, too. */
  changeLimits(limits: RateLimits): void {
    this.#limits = limits
    this.#next()
  }

  /** Rejects all waiting calls. */
  refuseAll(error: Error): void {
    for (const one of this.#waiting.splice(0)) one.refuse(error)
    clearTimeout(this.#timer)
  }

  get #capacity(): number {
    // A burst of a tenth of a minute's calls: the service sees a steady rate, and a single user's search doesn't wait.
    return this.#limits.perMinute === undefined ? Number.POSITIVE_INFINITY : Math.max(1, this.#limits.perMinute / 10)
  }

  #wait({ waitMs, isMetered, isPatient = false, signal }: Turn): Promise<void> {
    if (signal?.aborted) return Promise.reject(callCancelled())
    if (this.#waiting.length >= (this.#limits.maxWaiting ?? 500)) {
      return Promise.reject(new PluginError('BUSY', 'Too many calls to this plugin are waiting. Try again later.'))
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting = { isMetered, isPatient, start: resolve, refuse: reject }
    const giveUp = (error: Error) => {
      const index = this.#waiting.indexOf(entry)
      if (index >= 0) this.#waiting.splice(index, 1)
      reject(error)
    }
    const timer = setTimeout(
      () => giveUp(new PluginError('BUSY', 'The plugin is busy: the call waited too long for its turn.')),
      waitMs,
    )
    const stop = () => giveUp(callCancelled())
    signal?.addEventListener('abort', stop)
    this.#waiting.push(entry)
    this.#next()
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    })
  }

  #next(): void {
    clearTimeout(this.#timer)
    this.#refill()
    while (this.#running < this.#limits.atOnce) {
      const mayGo = (one: Waiting) => !one.isMetered || this.#tokens >= 1
      const urgent = this.#waiting.findIndex((one) => !one.isPatient && mayGo(one))
      const index = urgent < 0 ? this.#waiting.findIndex(mayGo) : urgent
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
