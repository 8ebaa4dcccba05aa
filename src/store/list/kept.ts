/**
 * Answers worked out from the catalogue, kept until the revision they belong to has passed. Whoever asks while one is
 * being worked out waits for the same one.
 */
export class Kept<Value> {
  readonly #most: number
  readonly #entries = new Map<string, Entry<Value>>()

  constructor(most: number) {
    this.#most = most
  }

  async get(key: string, revision: string, make: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key)
    if (entry && isGood(entry, revision)) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      return entry.value
    }
    const began = performance.now()
    const made: Entry<Value> = { revision, value: make(), ready: Number.POSITIVE_INFINITY, cost: 0 }
    this.#keep(key, made)
    try {
      const value = await made.value
      made.ready = performance.now()
      made.cost = made.ready - began
      return value
    } catch (error) {
      if (this.#entries.get(key) === made) this.#entries.delete(key)
      throw error
    }
  }

  #keep(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!)
  }
}

/** One cache for each open database, made when first asked for. */
export function keptPerDatabase<Value>(most: number): (db: object) => Kept<Value> {
  const caches = new WeakMap<object, Kept<Value>>()
  return (db) => {
    const known = caches.get(db)
    if (known) return known
    const made = new Kept<Value>(most)
    caches.set(db, made)
    return made
  }
}

interface Entry<Value> {
  revision: string
  value: Promise<Value>
  ready: number
  cost: number
}

/**
 * While a scan moves the revision many times a second, an answer that took long may be a few seconds old: counting a
 * million books again for each batch would only make everybody wait.
 */
function isGood(entry: Entry<unknown>, revision: string): boolean {
  if (entry.revision === revision) return true
  if (entry.cost < DEAR_MS) return false
  return performance.now() - entry.ready < Math.min(STALE_MS, entry.cost * 20)
}

const DEAR_MS = 100
const STALE_MS = 3000
