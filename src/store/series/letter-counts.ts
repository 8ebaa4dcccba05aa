import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { sortedListSource } from '../list/plan-list.ts'
import { prepareList } from '../list/prepare-list.ts'
import { combineWithAnd } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { type SeriesQuery, seriesListDefinition } from './list.ts'

/** Number of series that start with a letter. `#`: with a digit or another character that isn't a letter. */
export interface LetterCount {
  group: string
  count: number
}

const letterCountsCache = defineCache<string, LetterCount[]>('letter_counts', { maxEntries: 200 })

/** For jumping within the list by name: the same series, counted by the first letter of their sort key. */
export async function countSeriesByLetter(db: Db, viewer: Viewer, query: SeriesQuery): Promise<LetterCount[]> {
  const listing = await prepareList(db, viewer, seriesListDefinition, query)
  return letterCountsCache(db).load(listing.cacheKey.signature, listing.cacheKey.revision, async () => {
    const begins = sortedListSource(db.kind, seriesListDefinition, listing)
    const { rows } = await sql<{ letter: string; n: number }>`select substr(s.sort_key, 1, 1) as letter, count(*) as n
      from ${begins?.from ?? sql`series s`} where ${combineWithAnd([...(begins?.where ?? []), listing.visible, ...listing.where])}
      group by substr(s.sort_key, 1, 1)`.execute(db.slowQuery)
    const counts = new Map<string, number>()
    for (const { letter, n } of rows) {
      const group = /^\p{L}/u.test(letter) ? letter : '#'
      counts.set(group, (counts.get(group) ?? 0) + n)
    }
    // In the order of the list, which is by bytes: digits come before letters.
    return [...counts].map(([group, count]) => ({ group, count })).sort((a, b) => byCode(a.group, b.group))
  })
}

function byCode(a: string, b: string): number {
  return a.codePointAt(0)! - b.codePointAt(0)!
}
