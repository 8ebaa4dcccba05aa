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
    if (entry?.revision === revision) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
      return entry.value
    }
    const made: Entry<Value> = { revision, value: make() }
    this.#keep(key, made)
    try {
      return await made.value
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
}
