/** Lets a few through at a time; the others wait in line. */
export class Turnstile {
  readonly #width: number
  readonly #line: (() => void)[] = []
  #inside = 0

  constructor(width: number) {
    this.#width = width
  }

  /** How many are inside or in line. */
  get busy(): number {
    return this.#inside + this.#line.length
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#width) await new Promise<void>((enter) => this.#line.push(enter))
    else this.#inside++
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#inside--
    }
  }
}
