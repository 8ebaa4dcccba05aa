/** Runs a limited number of operations at a time; the others wait in order of arrival. */
export class ConcurrencyLimit {
  readonly #limit: number
  readonly #queue: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Number of operations running or waiting. */
  get busy(): number {
    return this.#running + this.#queue.length
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((enter) => this.#queue.push(enter))
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#queue.shift()
      if (next) next()
      else this.#running--
    }
  }
}
