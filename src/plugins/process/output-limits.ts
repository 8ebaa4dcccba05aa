/**
 * Counts what a plugin sends. `onFlood` is called when it sends too much within ten seconds, or too many requests within
 * a minute; requests beyond a limit per second are only to be read later.
 */
export class OutputLimits {
  readonly #onFlood: (what: string) => void
  #bytes = 0
  #uselessLines = 0
  #requestsThisSecond = 0
  #requestsThisMinute = 0
  #seconds = 0

  constructor(onFlood: (what: string) => void) {
    this.#onFlood = onFlood
  }

  countBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > MAX_BYTES) this.#onFlood(`sent more than ${MAX_BYTES >> 20} MiB within ten seconds`)
  }

  /** A line that is neither a request nor the response to one of ours. */
  countUselessLine(): void {
    this.#uselessLines += 1
    if (this.#uselessLines > MAX_USELESS_LINES)
      this.#onFlood(`sent more than ${MAX_USELESS_LINES} lines within ten seconds that answer nothing`)
  }

  /** Returns whether further requests may be read in this second. */
  countRequest(): boolean {
    this.#requestsThisSecond += 1
    this.#requestsThisMinute += 1
    if (this.#requestsThisMinute > MAX_REQUESTS_PER_MINUTE)
      this.#onFlood(`sent more than ${MAX_REQUESTS_PER_MINUTE} requests within a minute`)
    return this.#requestsThisSecond < MAX_REQUESTS_PER_SECOND
  }

  /** To be called every second. */
  startSecond(): void {
    this.#requestsThisSecond = 0
    this.#seconds += 1
    if (this.#seconds % 60 === 0) this.#requestsThisMinute = 0
    if (this.#seconds % SECONDS_PER_WINDOW !== 0) return
    this.#bytes = 0
    this.#uselessLines = 0
  }
}

const SECONDS_PER_WINDOW = 10
const MAX_BYTES = 64 << 20
const MAX_USELESS_LINES = 2000
const MAX_REQUESTS_PER_SECOND = 500
const MAX_REQUESTS_PER_MINUTE = 25_000
