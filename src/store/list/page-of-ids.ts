import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import {
  countIndexScanRows,
  type IndexScan,
  type ListCacheKey,
  readIndexScanBackwards,
  readIndexScanPage,
} from './keyset-cursor.ts'
import { limitOffset, type PageRange } from './page-range.ts'
import { type Column, combineWithAnd, type SqlCondition } from './sql-conditions.ts'

/** How the ids of a list are found. */
export type ListQueryPlan =
  /** In index order, part after part. A part may also be ids that were sorted beforehand. */
  | { indexScans: readonly (IndexScan | readonly number[])[] }
  /** All rows are found, then sorted: for orders without an index, and for short lists. */
  | { sorted: SortedIds }

export interface SortedIds {
  id: Column
  from: RawBuilder<unknown>
  where: readonly SqlCondition[]
  order: RawBuilder<unknown>
}

/**
 * One page of ids, cached until the catalogue changes: finding the rows of a filter may take a scan, and users return
 * to the same page. If `total` is known, the last pages are read from the end.
 */
export async function readPageOfIds(
  db: Db,
  plan: ListQueryPlan,
  rows: PageRange,
  cacheKey: ListCacheKey,
  total?: number,
): Promise<readonly number[]> {
  const name = `${cacheKey.signature} ${rows.offset} ${rows.limit}`
  return pagesCache(db).load(name, cacheKey.revision, () => findPage(db, plan, rows, cacheKey, total))
}

const pagesCache = defineCache<string, readonly number[]>('list_pages', { maxEntries: 500 })

async function findPage(
  db: Db,
  plan: ListQueryPlan,
  rows: PageRange,
  cacheKey: ListCacheKey,
  total?: number,
): Promise<number[]> {
  if ('sorted' in plan) return sortedIds(db, plan.sorted, rows, cacheKey.slow)
  if (plan.indexScans.length === 1 && isNearEnd(rows, total)) {
    const [only] = plan.indexScans
    if (isWalk(only!)) return readIndexScanBackwards(db, only, rows, total!, cacheKey.slow)
  }
  const found: number[] = []
  let skip = rows.offset
  for (const [index, part] of plan.indexScans.entries()) {
    const need = rows.limit - found.length
    const seenPart = { ...cacheKey, signature: `${cacheKey.signature}#${index}` }
    const got = isWalk(part)
      ? await readIndexScanPage(db, part, { limit: need, offset: skip }, seenPart)
      : part.slice(skip, skip + need)
    found.push(...got)
    if (found.length >= rows.limit || index === plan.indexScans.length - 1) break
    const endsHere = got.length > 0 || skip === 0
    skip = endsHere ? 0 : Math.max(0, skip - (await lengthOf(db, part, seenPart)))
  }
  return found
}

const isWalk = (part: IndexScan | readonly number[]): part is IndexScan => 'columns' in part

/** Scanning backwards pays off for the last pages only: it leaves no marks for the next request. */
function isNearEnd(rows: PageRange, total: number | undefined): boolean {
  return total !== undefined && rows.offset > total / 2 && rows.offset > NEAR && total - rows.offset < NEAR
}

const NEAR = 5000

async function lengthOf(db: Db, part: IndexScan | readonly number[], cacheKey: ListCacheKey): Promise<number> {
  if (!isWalk(part)) return part.length
  return lengthsCache(db).load(cacheKey.signature, cacheKey.revision, () => countIndexScanRows(db, part))
}

const lengthsCache = defineCache<string, number>('index_scan_lengths', { maxEntries: 200 })

async function sortedIds(
  db: Db,
  { id, from, where, order }: SortedIds,
  rows: PageRange,
  slow: boolean,
): Promise<number[]> {
  const { rows: found } = await sql<{
    id: number
  }>`select ${id} as id from ${from} where ${combineWithAnd(where)} ${order}
    ${limitOffset(rows)}`.execute(slow ? db.slowQuery : db.query)
  return found.map((row) => row.id)
}
