/**
 * Collects the writes of single tasks and commits them together: a transaction costs the same for one book and for a
 * hundred. `add` resolves once its item is committed.
 */
export class GroupCommit<Item> {
  readonly #write: (items: Item[]) => Promise<void>
  readonly #max: number
  readonly #maxWaitMs: number
  readonly #isMoreComing: () => boolean
  #waiting: Waiting<Item>[] = []
  #timer: NodeJS.Timeout | undefined
  #isWriting = false

  /** `isMoreComing`: whether it is worth waiting for others, but never longer than `maxWaitMs`. */
  constructor(
    write: (items: Item[]) => Promise<void>,
    options: { max: number; maxWaitMs: number; isMoreComing: () => boolean },
  ) {
    this.#write = write
    this.#max = options.max
    this.#maxWaitMs = options.maxWaitMs
    this.#isMoreComing = options.isMoreComing
  }

  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      this.#flushSoon()
    })
  }

  #flushSoon(): void {
    if (this.#waiting.length === 0) return
    if (this.#waiting.length >= this.#max || !this.#isMoreComing()) void this.#flush()
    else this.#timer ??= setTimeout(() => void this.#flush(), this.#maxWaitMs)
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isWriting || this.#waiting.length === 0) return
    this.#isWriting = true
    const batch = this.#waiting.splice(0, this.#max)
    try {
      await this.#write(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      await this.#writeOneByOne(batch, error)
    } finally {
      this.#isWriting = false
      this.#flushSoon()
    }
  }

  /** An item that can't be written must not fail the others. */
  async #writeOneByOne(batch: readonly Waiting<Item>[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      batch[0]!.reject(error)
      return
    }
    for (const { item, resolve, reject } of batch) await this.#write([item]).then(resolve, reject)
  }
}

interface Waiting<Item> {
  item: Item
  resolve: () => void
  reject: (error: unknown) => void
}
