import type { Db } from '../open.ts'
import { type RevisionScope, revisionForViewerIfKnown } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { defineCustomCache } from './caches.ts'
import { type CacheStatistics, RevisionCache } from './revision-cache.ts'

interface ViewerCacheOptions {
  scopesOf(viewer: Viewer): RevisionScope[]
  onlyRepeated?: number
}

/**
 * A cache per viewer: its entries are valid until one of the counters they depend on changes, or what the viewer may
 * see.
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

  /** Undefined if the revision can't be read synchronously. */
  of(db: Db, viewer: Viewer): RevisionCache<Key, Value> | undefined {
    const { scopesOf, onlyRepeated } = this.#options
    const revision = revisionForViewerIfKnown(db, viewer, ...scopesOf(viewer))
    if (revision === undefined) return undefined
    const { userId, sees } = viewer
    const known = this.#people.get(userId, revision)
    if (known?.sees === sees) return known.entries
    const entries = new RevisionCache<Key, Value>({ maxEntries: MAX_ENTRIES_EACH, onlyRepeated }, this.#uses)
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

/**
 * For views, about ten megabytes in total, and fifty if all were requested in feeds of both kinds: those cache their
 * serialised form.
 */
const MAX_ENTRIES_EACH = 1000
const MAX_PEOPLE = 5
