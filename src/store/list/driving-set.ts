import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import type { ListCacheKey } from './keyset-cursor.ts'
import type { SqlCondition } from './sql-conditions.ts'

/** A set of rows that contains every row that a part of a filter matches, and that can be found without scanning. */
export interface DrivingSet {
  /** A select of ids, named `id`. */
  ids: RawBuilder<unknown>
  /** The same, possibly with duplicates: to remove them, all rows would have to be found first. */
  withDoubles?: RawBuilder<unknown>
  /** The same as joined tables that include the listed one, if that saves looking up each row again. */
  direct?: { from: RawBuilder<unknown>; where: readonly SqlCondition[] }
  /** The part of the filter, if it matches exactly these rows: it needn't be checked again. */
  exactly?: object
}

/**
 * The smallest candidate, if finding and sorting it is cheaper than scanning an index until enough rows match: up to
 * about two in a hundred. PostgreSQL has statistics and makes a better choice automatically.
 */
export async function chooseDrivingSet(
  db: Db,
  candidates: readonly DrivingSet[],
  all: number,
  cacheKey: Pick<ListCacheKey, 'signature' | 'revision'>,
): Promise<DrivingSet | undefined> {
  if (db.kind === 'postgres') return undefined
  const max = Math.max(500, Math.round(all * 0.02))
  let best: { size: number; candidate: DrivingSet } | undefined
  for (const [index, candidate] of candidates.slice(0, MAX_COMPARED).entries()) {
    const size = await sizesCache(db).load(`${cacheKey.signature}#${index}`, cacheKey.revision, () =>
      sizeUpTo(db, candidate.withDoubles ?? candidate.ids, max + 1),
    )
    if (size <= max && (!best || size < best.size)) best = { size, candidate }
  }
  return best?.candidate
}

const MAX_COMPARED = 6
const sizesCache = defineCache<string, number>('driving_set_sizes', { maxEntries: 1000 })

async function sizeUpTo(db: Db, ids: RawBuilder<unknown>, max: number): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from (${ids}) q limit ${sql.lit(max)}) x`.execute(db.query)
  return rows[0]!.n
}
