import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import type { ListDefinition } from './list-definition.ts'
import { sortedListSource } from './plan-list.ts'
import type { PreparedList } from './prepared-list.ts'
import { combineWithAnd } from './sql-conditions.ts'
import { countVisibleEntities } from './visibility-class-counts.ts'

const totalsCache = defineCache<string, number>('list_totals', { maxEntries: 2000 })

/**
 * The total of a list. From the sums per class if only visibility matters; otherwise by the entity's own shortcut
 * (`sumInstead`); otherwise counted once, off the thread that serves requests, and cached until the catalogue changes.
 */
export async function listTotalOf<Filter extends object, Sort extends string>(
  db: Db,
  entity: ListDefinition<Filter, Sort>,
  listing: PreparedList<Filter>,
): Promise<number> {
  const { head, filter, includeDeleted, counts, sees, cacheKey } = listing
  if (head?.complete) return head.ids.length
  if (!head && !filter && !includeDeleted) return countVisibleEntities(counts, sees, entity.counted)
  return totalsCache(db).load(
    cacheKey.signature,
    cacheKey.revision,
    () => entity.sumInstead?.(db, listing) ?? count(db, entity, listing),
  )
}

async function count<Filter extends object, Sort extends string>(
  db: Db,
  entity: ListDefinition<Filter, Sort>,
  listing: PreparedList<Filter>,
): Promise<number> {
  const { head, filter, sees, visible } = listing
  const { drivingSet, where } = listing.countFrom ?? listing
  const begins = sortedListSource(db.kind, entity, { ...listing, drivingSet })
  // For a viewer who sees everything, only deleted books are in the search index and yet not visible.
  if (head && !filter && sees.everything && begins && !(await hasDeleted(db, entity.name))) {
    return counted(db, sql`select count(*) as n from ${sql.ref(`${entity.name}_search`)} where ${begins.where[0]!}`)
  }
  const from = begins?.from ?? sql`${sql.table(entity.name)} ${sql.ref(entity.alias)}`
  const conditions = combineWithAnd([...(begins?.where ?? []), visible, ...where])
  return counted(db, sql`select count(*) as n from ${from} where ${conditions}`)
}

async function counted(db: Db, question: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await question.execute(db.slowQuery)
  return (rows as { n: number }[])[0]!.n
}

async function hasDeleted(db: Db, name: 'book' | 'series'): Promise<boolean> {
  if (name === 'series') return false
  const row = await db.query
    .selectFrom('book')
    .select('id')
    .where('deleted_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
