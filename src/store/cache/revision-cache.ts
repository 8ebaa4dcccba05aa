/** Changes with everything that the cached value depends on; an entry of another revision is invalid. */
export type Revision = string | number

/** For values that depend on nothing stored, or whose cache has one revision as a whole. */
export const NO_REVISION = 0

export interface CacheOptions<Key, Value> {
  maxEntries: number
  /** Requires `sizeOf`. A value larger than a tenth of it isn't stored. */
  maxBytes?: number
  sizeOf?(value: Value, key: Key): number
  /**
   * Stores a value only when it is loaded for the second time, remembering this many keys. Most values are requested
   * once, and values that survive the young generation of the heap cost the garbage collector more than loading them
   * again.
   */
  onlyRepeated?: number
  /** False: not stored, so the next caller loads it again. `undefined` is never stored. */
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
 * The server's cache class: bounded, evicts the least recently used entry first. An entry is valid for one revision.
 * Concurrent callers share one load; a failed load is dropped, and the next caller retries. A load overtaken by a newer
 * revision is returned to its callers, but not stored.
 */
export class RevisionCache<Key, Value> {
  readonly #options: CacheOptions<Key, Value>
  readonly #entries = new Map<Key, Entry<Value>>()
  readonly #loads = new Map<Key, Load>()
  readonly #isRepeated: ((key: Key, revision: Revision) => boolean) | undefined
  readonly #uses: CacheUses
  #bytes = 0

  /** Caches that are parts of a larger one share their use counts. */
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

  /** Whether the value is stored or being loaded. */
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

  /** Stores the value, unless the cache stores only repeated keys and this is the first time. */
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

  /** Returns the stored value, the running load, or a new load. `pack` converts the value to its stored form. */
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

  /**
   * While the cache is less than half full, nothing is evicted soon, and the order needn't be kept: that makes most
   * hits cheaper.
   */
  #touch(key: Key, entry: Entry<Value>): void {
    const { maxEntries, maxBytes = Number.POSITIVE_INFINITY } = this.#options
    if (this.#entries.size * 2 < maxEntries && this.#bytes * 2 < maxBytes) return
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }
}

/** Whether a key was seen before under the same revision, among the last `maxKeys`. */
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
  /** Requested more than once. */
  isShared: boolean
}
