import { type CacheOptions, type CacheStatistics, RevisionCache } from './revision-cache.ts'

/** The caches of one open database. They have its lifetime. */
export class Caches {
  readonly #opened = new Map<{ name: string }, Counted>()

  /** The cache of this definition, opened on first use. */
  open<Owner, Cache extends Counted>(definition: CacheDefinition<Owner, Cache>, owner: Owner): Cache {
    const known = this.#opened.get(definition)
    if (known) return known as Cache
    const opened = definition.open(owner)
    this.#opened.set(definition, opened)
    return opened
  }

  /** A cache that is owned by the caller and counted here. */
  create<Key, Value>(name: string, options: CacheOptions<Key, Value>): RevisionCache<Key, Value> {
    const cache = new RevisionCache<Key, Value>(options)
    this.add(name, cache)
    return cache
  }

  /** Counts a cache that was created elsewhere. */
  add(name: string, cache: Counted): void {
    this.#opened.set({ name }, cache)
  }

  /** By name, for the metrics. */
  counts(): Map<string, CacheStatistics> {
    return new Map([...this.#opened].map(([{ name }, cache]) => [name, cache.counts()]))
  }
}

interface Counted {
  counts(): CacheStatistics
}

interface CacheDefinition<Owner, Cache extends Counted> {
  /** Its name in the metrics. */
  name: string
  open(owner: Owner): Cache
}

export interface HasCaches {
  readonly caches: Caches
}

/** A module defines the cache it needs; its caller owns the instance. */
export function defineCache<Key, Value>(
  name: string,
  options: CacheOptions<Key, Value>,
): (owner: HasCaches) => RevisionCache<Key, Value> {
  return defineCustomCache({ name, open: () => new RevisionCache<Key, Value>(options) })
}

/** The same, for a cache of another class. */
export function defineCustomCache<Owner extends HasCaches, Cache extends Counted>(
  definition: CacheDefinition<Owner, Cache>,
): (owner: Owner) => Cache {
  return (owner) => owner.caches.open(definition, owner)
}
