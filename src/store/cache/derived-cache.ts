import { defineCustomCache, type HasCaches } from './caches.ts'
import type { CacheStatistics } from './revision-cache.ts'

/**
 * Values derived from objects, kept as long as the object itself: the owner of the objects sets the limit. The entries
 * of a WeakMap can't be counted.
 */
export class DerivedCache<Source extends object, Value> {
  readonly #made = new WeakMap<Source, Value>()
  #hits = 0
  #misses = 0

  get(source: Source): Value | undefined {
    const known = this.#made.get(source)
    if (known === undefined) this.#misses += 1
    else this.#hits += 1
    return known
  }

  set(source: Source, value: Value): void {
    this.#made.set(source, value)
  }

  make(source: Source, make: () => Value): Value {
    const known = this.get(source)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(source, made)
    return made
  }

  counts(): CacheStatistics {
    return { hits: this.#hits, misses: this.#misses }
  }
}

export function defineDerivedCache<Source extends object, Value>(
  name: string,
): (owner: HasCaches) => DerivedCache<Source, Value> {
  return defineCustomCache({ name, open: () => new DerivedCache<Source, Value>() })
}
