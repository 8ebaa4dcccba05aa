import type { Db } from '../open.ts'
import { type RevisionScope, revisionForViewerIfKnown } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { defineCustomCache } from './caches.ts'
import { type CacheStatistics, RevisionCache } from './revision-cache.ts'

interface ViewerCacheOptions {
  scopesOf(viewer: Viewer): RevisionScope[]
  maxEntriesEach?: number
  onlyRepeated?: number
}

/**
 * What was read for somebody last, for whoever asks on their behalf again: until one of the counters it depends on moves,
 * or what they may see.
 */
export function defineViewerCache<Key, Value>(name: string, options: ViewerCacheOptions) {
  const cacheOf = defineCustomCache({ name, open: () => new ViewerCache<Key, Value>(options) })
  return (db: Db, viewer: Viewer) => cacheOf(db).of(db, viewer)
}

class ViewerCache<Key, Value> {
  readonly #options: ViewerCacheOptions
  readonly #uses = { hits: 0, misses: 0 }
  readonly #people = new RevisionCache<number, Part<Key, Value>>({ maxEntries: MAX_PEOPLE })

  constructor(options: ViewerCacheOptions) {
    this.#options = options
  }

  /** Undefined where the revision cannot be known without waiting. */
  of(db: Db, viewer: Viewer): RevisionCache<Key, Value> | undefined {
    const { scopesOf, maxEntriesEach = MAX_ENTRIES_EACH, onlyRepeated } = this.#options
    const revision = revisionForViewerIfKnown(db, viewer, ...scopesOf(viewer))
    if (revision === undefined) return undefined
    const { userId, sees } = viewer
    const known = this.#people.get(userId, revision)
    if (known?.sees === sees) return known.entries
    const entries = new RevisionCache<Key, Value>({ maxEntries: maxEntriesEach, onlyRepeated }, this.#uses)
    this.#people.set(userId, revision, { sees, entries })
    return entries
  }

  counts(): CacheStatistics {
    const sizes = this.#people.values().map(({ entries }) => entries.size)
    return { entries: sizes.reduce((sum, size) => sum + size, 0), bytes: 0, ...this.#uses }
  }
}

interface Part<Key, Value> {
  sees: Visibility
  entries: RevisionCache<Key, Value>
}

/** Of views together some ten megabytes, and fifty where all were asked for in feeds of both kinds: those keep what they wrote. */
const MAX_ENTRIES_EACH = 1000
const MAX_PEOPLE = 5
