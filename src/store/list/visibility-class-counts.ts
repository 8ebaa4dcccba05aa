import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import type { Visibility } from '../visibility/visible-classes.ts'

/** Number of books and series in one visibility class. */
export interface VisibilityClassCount {
  id: number
  library_id: number
  books: number
  series: number
}

const classCountsCache = defineCache<'all', VisibilityClassCount[]>('class_counts', { maxEntries: 1 })

/** About a thousand rows at a million books, read again when the catalogue has changed. */
export async function readVisibilityClassCounts(db: Db, revision: string): Promise<VisibilityClassCount[]> {
  return classCountsCache(db).load('all', revision, () =>
    db.query.selectFrom('class').select(['id', 'library_id', 'books', 'series']).execute(),
  )
}

/** The sum over the visible classes: a total without a count. */
export function countVisibleEntities(
  counts: readonly VisibilityClassCount[],
  sees: Visibility,
  entity: 'books' | 'series',
): number {
  const visible = sees.everything ? undefined : new Set(sees.classes)
  let total = 0
  for (const row of counts) if (!visible || visible.has(row.id)) total += row[entity]
  return total
}

/**
 * What a user may see of these libraries. A class belongs to one library, so "in this library" just restricts the
 * classes further, and every list index supports it.
 */
export function restrictVisibilityToLibraries(
  counts: readonly VisibilityClassCount[],
  sees: Visibility,
  libraryIds: readonly number[],
): Visibility {
  const visible = sees.everything ? undefined : new Set(sees.classes)
  const ids = counts
    .filter((row) => libraryIds.includes(row.library_id) && (!visible || visible.has(row.id)))
    .map((row) => row.id)
  const bits = new Uint8Array(Math.max(0, ...ids))
  for (const id of ids) bits[id - 1] = 1
  return { everything: false, inPart: sees.inPart, classes: ids, bits, key: `${sees.key}@${libraryIds.join(',')}` }
}
