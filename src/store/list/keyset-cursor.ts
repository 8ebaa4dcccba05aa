import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { limitOffset, type PageRange } from './page-range.ts'
import { type Column, combineWithAnd, type SqlCondition } from './sql-conditions.ts'

export type SortDirection = 'asc' | 'desc'

/**
 * A part of a list in the order of an index. The last column is the id; none is ever null; all have the same direction.
 */
export interface IndexScan {
  from: RawBuilder<unknown>
  where: readonly SqlCondition[]
  columns: readonly Column[]
  direction: SortDirection
}

/** Identifies a list and the state of the catalogue it was read in. */
export interface ListCacheKey {
  signature: string
  revision: string
  /** Matching rows may be sparse: never search for them on the thread that serves requests. */
  slow: boolean
}

/**
 * Ids of one page. Skipping a million rows costs milliseconds, so every 2,000th row is cached as a mark and the scan
 * starts at the nearest mark before the page.
 */
export async function readIndexScanPage(
  db: Db,
  indexScan: IndexScan,
  rows: PageRange,
  cacheKey: ListCacheKey,
): Promise<number[]> {
  if (rows.limit <= 0) return []
  if (rows.offset < MARK_EVERY * 2) return ids(db, indexScan, rows, undefined, cacheKey.slow)
  const wanted = Math.floor(rows.offset / MARK_EVERY)
  const mark = await markAt(db, indexScan, wanted, cacheKey)
  if (!mark) return []
  return ids(db, indexScan, { limit: rows.limit, offset: rows.offset - wanted * MARK_EVERY }, mark, cacheKey.slow)
}

/**
 * The key of row n × 2,000, found from the mark before it. Pages of one list are often requested at the same time: the
 * cache shares the running load of each mark, so none is looked up twice.
 */
async function markAt(db: Db, indexScan: IndexScan, wanted: number, cacheKey: ListCacheKey): Promise<Mark | undefined> {
  const cache = marksCache(db)
  const { signature, revision } = cacheKey
  const nameOf = (n: number) => `${signature} ${n}`
  const furthest = furthestMarkCache(db)
  // Don't start at the requested page: its number may be arbitrary, and the list short.
  let at = Math.min(wanted, furthest.get(signature, revision) ?? 0)
  while (at > 0 && !cache.has(nameOf(at), revision)) at--
  const connection = cacheKey.slow || wanted - at > HOPS_INLINE ? db.slowQuery : db.query
  let mark: Mark | null = null
  for (let n = Math.max(at, 1); n <= wanted; n++) {
    const before: Mark | null = mark
    mark = await cache.load(nameOf(n), revision, () => rowAt(connection, indexScan, before))
    if (!mark) return undefined
    if (n > (furthest.get(signature, revision) ?? 0)) furthest.set(signature, revision, n)
  }
  return mark ?? undefined
}

/** Reads the same list from its end: for the last pages, without scanning the whole list. */
export async function readIndexScanBackwards(
  db: Db,
  indexScan: IndexScan,
  rows: PageRange,
  total: number,
  slow: boolean,
): Promise<number[]> {
  const limit = Math.min(rows.limit, total - rows.offset)
  if (limit <= 0) return []
  const reversed: IndexScan = { ...indexScan, direction: indexScan.direction === 'asc' ? 'desc' : 'asc' }
  const found = await ids(db, reversed, { limit, offset: total - rows.offset - limit }, undefined, slow)
  return found.reverse()
}

export async function countIndexScanRows(db: Db, indexScan: IndexScan): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${indexScan.from} where ${combineWithAnd(indexScan.where)}`.execute(db.slowQuery)
  return rows[0]!.n
}

/** Key columns of the row at n × 2,000, for n from 1; null beyond the end of the list. */
type Mark = readonly unknown[]

const MARK_EVERY = 2000
const HOPS_INLINE = 4
/** Two hundred lists of a hundred thousand rows. */
const marksCache = defineCache<string, Mark | null>('list_marks', { maxEntries: 10_000 })
/** The highest cached mark of each list. */
const furthestMarkCache = defineCache<string, number>('list_mark_counts', { maxEntries: 10_000 })

async function ids(
  db: Db,
  indexScan: IndexScan,
  rows: PageRange,
  from: Mark | undefined,
  slow: boolean,
): Promise<number[]> {
  const connection = slow ? db.slowQuery : db.query
  const { rows: found } = await sql<{ id: number }>`select ${indexScan.columns.at(-1)!} as id ${body(indexScan, from)}
    ${limitOffset(rows)}`.execute(connection)
  return found.map((row) => row.id)
}

async function rowAt(connection: Db['query'], indexScan: IndexScan, from: Mark | null): Promise<Mark | null> {
  const columns = indexScan.columns.map((column, index) => sql`${column} as ${sql.ref(`k${index}`)}`)
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)} ${body(indexScan, from)}
    limit 1 offset ${MARK_EVERY}`.execute(connection)
  const row = rows[0]
  return row ? indexScan.columns.map((_, index) => row[`k${index}`]) : null
}

function body(indexScan: IndexScan, from: Mark | null | undefined): RawBuilder<unknown> {
  const conditions = [...indexScan.where]
  if (from) {
    const sign = sql.raw(indexScan.direction === 'asc' ? '>=' : '<=')
    conditions.push(sql<boolean>`(${sql.join(indexScan.columns)}) ${sign} (${sql.join(from)})`)
  }
  const order = indexScan.columns.map((column) => sql`${column} ${sql.raw(indexScan.direction)}`)
  return sql`from ${indexScan.from} where ${combineWithAnd(conditions)} order by ${sql.join(order)}`
}
