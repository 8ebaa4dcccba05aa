import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import type { ListCacheKey } from './keyset-cursor.ts'
import type { SqlCondition } from './sql-conditions.ts'

/** A set of rows that holds every row a part of a filter lets through, and that can be found without a walk. */
export interface DrivingSet {
  /** A select of ids, called `id`. */
  ids: RawBuilder<unknown>
  /** The same, where doubles do no harm: to leave them out, all of it would have to be found first. */
  withDoubles?: RawBuilder<unknown>
  /** The same as tables with the listed one among them, where that saves looking each row up again. */
  direct?: { from: RawBuilder<unknown>; where: readonly SqlCondition[] }
  /** The part, if it lets through exactly these rows: it need not be asked again. */
  exactly?: object
}

/**
 * The smallest of the candidates, if it is small enough that finding and sorting it is cheaper than walking an index
 * until enough rows were met: about two in a hundred. PostgreSQL has statistics and chooses better by itself.
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
