/** Moves with everything that the cached value depends on; an entry of another revision does not count. */
export type Revision = string | number

/** Of what depends on nothing that is stored, or on one revision all together. */
export const NO_REVISION = 0

export interface CacheOptions<Key, Value> {
  maxEntries: number
  /** Together with `sizeOf`. A value that would take a tenth of it for itself is not stored. */
  maxBytes?: number
  sizeOf?(value: Value, key: Key): number
  /**
   * Store a value when it is loaded for the second time, as far as this many keys tell. Most is asked for once, and what
   * outlives the young part of the heap costs the collector more than to load it again.
   */
  onlyRepeated?: number
  /** False: the next one loads it again. `undefined` is never stored. */
  isFinal?(value: Value): boolean
}

export interface CacheUses {
  hits: number
  misses: number
}

export interface CacheStatistics extends CacheUses {
  entries?: number
  bytes?: number
}

/**
 * The one cache of the server: bounded, the least recently used goes first. An entry is good for one revision. Whoever
 * asks while a value is loaded waits for the same load; a load that fails is dropped, and the next one tries again. A load
 * that a newer revision has overtaken is given to those who wait for it, and not stored.
 */
export class RevisionCache<Key, Value> {
  readonly #options: CacheOptions<Key, Value>
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #loads = new Map<Key, Load>()
  readonly #isRepeated: ((key: Key, revision: Revision) => boolean) | undefined
  readonly #uses: CacheUses
  #bytes = 0

  /** Caches that are parts of one count their uses together. */
  constructor(options: CacheOptions<Key, Value>, uses: CacheUses = { hits: 0, misses: 0 }) {
    this.#options = options
    this.#uses = uses
    this.#isRepeated = options.onlyRepeated === undefined ? undefined : openRepeatDetector(options.onlyRepeated)
  }

  get size(): number {
    return this.#entries.size
  }

  values(): Value[] {
    return [...this.#entries.values()].map(({ value }) => value)
  }

  counts(): CacheStatistics {
    return { entries: this.#entries.size, bytes: this.#bytes, ...this.#uses }
  }

  get(key: Key, revision: Revision): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry?.revision !== revision) {
      this.#uses.misses += 1
      if (entry) this.delete(key)
      return undefined
    }
    this.#uses.hits += 1
    this.#touch(key, entry)
    return entry.value
  }

  /** Whether it is stored, or being loaded. */
  has(key: Key, revision: Revision): boolean {
    return this.#entries.get(key)?.revision === revision || this.#loads.get(key)?.revision === revision
  }

  set(key: Key, revision: Revision, value: Value): void {
    const { maxEntries, maxBytes = Number.POSITIVE_INFINITY, sizeOf } = this.#options
    const bytes = sizeOf?.(value, key) ?? 0
    this.delete(key)
    if (bytes > maxBytes / 10) return
    this.#entries.set(key, { revision, value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= maxEntries && this.#bytes <= maxBytes) return
      this.delete(oldest)
    }
  }

  /** Stores it, unless the cache waits for the second time. */
  offer(key: Key, revision: Revision, value: Value): void {
    if (this.#isRepeated?.(key, revision) ?? true) this.set(key, revision, value)
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#bytes -= entry.bytes
    this.#entries.delete(key)
  }

  /** The stored value at once, or the load under way, or a new one. `pack` gives the value the form in which it is stored. */
  load(key: Key, revision: Revision, load: () => Promise<Value>): Value | Promise<Value>
  load<Loaded>(
    key: Key,
    revision: Revision,
    load: () => Promise<Loaded>,
    pack: (loaded: Loaded) => Value,
  ): Value | Promise<Loaded>
  load<Loaded>(
    key: Key,
    revision: Revision,
    load: () => Promise<Loaded>,
    pack?: (loaded: Loaded) => Value,
  ): Value | Promise<Loaded> {
    const entry = this.#entries.get(key)
    if (entry?.revision === revision) {
      this.#uses.hits += 1
      this.#touch(key, entry)
      return entry.value
    }
    const underWay = this.#loads.get(key)
    if (underWay?.revision === revision) {
      this.#uses.hits += 1
      underWay.isShared = true
      return underWay.loaded as Promise<Loaded>
    }
    this.#uses.misses += 1
    const started: Load = { revision, loaded: undefined, isShared: false }
    this.#loads.set(key, started)
    const loaded = this.#run(key, started, load, pack)
    started.loaded = loaded
    return loaded
  }

  async #run<Loaded>(
    key: Key,
    started: Load,
    load: () => Promise<Loaded>,
    pack?: (loaded: Loaded) => Value,
  ): Promise<Loaded> {
    try {
      const loaded = await load()
      const isNewest = this.#loads.get(key) === started
      const isWanted = isNewest && (started.isShared || (this.#isRepeated?.(key, started.revision) ?? true))
      if (isWanted && loaded !== undefined)
        this.#setFinal(key, started.revision, pack?.(loaded) ?? (loaded as Value & Loaded))
      return loaded
    } finally {
      if (this.#loads.get(key) === started) this.#loads.delete(key)
    }
  }

  #setFinal(key: Key, revision: Revision, value: Value): void {
    if (this.#options.isFinal?.(value) ?? true) this.set(key, revision, value)
  }

  /** While half of the room is free nothing goes soon, and the order need not be kept: that makes most hits cheaper. */
  #touch(key: Key, entry: Entry<Value>): void {
    const { maxEntries, maxBytes = Number.POSITIVE_INFINITY } = this.#options
    if (this.#entries.size * 2 < maxEntries && this.#bytes * 2 < maxBytes) return
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }
}

/** Whether a key was there before under the same revision, as far as the last `maxKeys` tell. */
export function openRepeatDetector<Key>(maxKeys: number): (key: Key, revision?: Revision) => boolean {
  const seen = new Map<Key, Revision>()
  return (key, revision = '') => {
    const isRepeated = seen.get(key) === revision
    seen.delete(key)
    seen.set(key, revision)
    if (seen.size > maxKeys) seen.delete(seen.keys().next().value!)
    return isRepeated
  }
}

interface Entry<Value> {
  revision: Revision
  value: Value
  bytes: number
}

interface Load {
  revision: Revision
  loaded: Promise<unknown> | undefined
  /** Asked for more than once. */
  isShared: boolean
}
