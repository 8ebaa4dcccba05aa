import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { searchIndexSourceOf } from '../search/search-index-source.ts'
import type { ListCacheKey, SortDirection } from './keyset-cursor.ts'
import type { ListDefinition, ListQuery } from './list-definition.ts'
import { listSignatureOf } from './list-signature.ts'
import { joinsOfSortPlans, orderBy, type SortKey } from './order-by.ts'
import type { ListQueryPlan } from './page-of-ids.ts'
import { FEW_ROWS } from './prepare-list.ts'
import type { PreparedList } from './prepared-list.ts'
import type { SqlCondition } from './sql-conditions.ts'
import { countVisibleEntities } from './visibility-class-counts.ts'

/** How the ids of a list are found in the requested order. */
export function planList<Filter extends object, Sort extends string>(
  db: Db,
  entity: ListDefinition<Filter, Sort>,
  listing: PreparedList<Filter>,
  wanted: ListQuery<Filter, Sort>['sort'],
): { plan: ListQueryPlan; cacheKey: ListCacheKey } {
  const { head, drivingSet, visible, where, viewer } = listing
  const keys = effectiveSort(entity, wanted, head !== undefined)
  const cacheKey = { ...listing.cacheKey, signature: listSignatureOf(listing.cacheKey.signature, keys) }
  if (keys[0]!.field === 'relevance') {
    return { plan: byRelevance(db.kind, entity, listing, keys[0]!.direction), cacheKey }
  }
  const sortPlans = keys.map(({ field, direction }) => ({
    sortPlan: entity.sortPlan(db.kind, viewer.userId, field as Sort),
    direction,
  }))
  const first = sortPlans[0]!
  if (!drivingSet && !head && sortPlans.length === 1 && first.sortPlan.indexScans) {
    const { direction } = first
    const indexScans = first.sortPlan
      .indexScans(direction)
      .map((indexScan) => ({ ...indexScan, direction, where: [...indexScan.where, visible, ...where] }))
    return { plan: { indexScans }, cacheKey }
  }
  const id = sql.ref(`${entity.alias}.id`)
  const begins = sortedListSource(db.kind, entity, listing)
  const from = begins
    ? sql`${begins.from} ${joinsOfSortPlans(sortPlans)}`
    : first.sortPlan.lead
      ? sql`${first.sortPlan.lead} ${joinsOfSortPlans(sortPlans.slice(1))}`
      : sql`${tableOf(entity)} ${joinsOfSortPlans(sortPlans)}`
  const conditions = [
    ...(begins?.where ?? []),
    ...sortPlans.flatMap(({ sortPlan }) => sortPlan.where ?? []),
    visible,
    ...where,
  ]
  const many = !drivingSet && countVisibleEntities(listing.counts, listing.sees, entity.counted) > FEW_ROWS
  return {
    plan: { sorted: { id, from, where: conditions, order: orderBy(sortPlans, id) } },
    cacheKey: { ...cacheKey, slow: cacheKey.slow || many },
  }
}

/** Without search words there is no relevance to sort by. */
function effectiveSort<Filter, Sort extends string>(
  entity: ListDefinition<Filter, Sort>,
  wanted: ListQuery<Filter, Sort>['sort'],
  searched: boolean,
): SortKey<Sort | 'relevance'>[] {
  const [first, ...others] = (wanted ?? []).filter((key) => key.field !== 'relevance' || searched)
  if (!first) return [searched ? { field: 'relevance', direction: 'desc' } : entity.defaultSort]
  if (first.field === 'relevance') return [first]
  return [first, ...others.filter((key) => key.field !== 'relevance')]
}

const tableOf = (entity: { name: string; alias: string }) => sql`${sql.table(entity.name)} ${sql.ref(entity.alias)}`

/** What a sorted list is read from: the hits of a search, a driving set, or undefined for the whole table. */
export function sortedListSource<Filter extends object>(
  kind: Db['kind'],
  entity: { name: 'book' | 'series'; alias: string },
  { head, drivingSet }: PreparedList<Filter>,
): { from: RawBuilder<unknown>; where: SqlCondition[] } | undefined {
  const id = sql.ref(`${entity.alias}.id`)
  // Titles of symbols were found without the index.
  if (head?.words.length === 0) return { from: tableOf(entity), where: [among(kind, id, head.ids)] }
  if (head) {
    const hits = searchIndexSourceOf(kind, entity.name, head.words)
    return {
      from: sql`${hits.from} cross join ${tableOf(entity)}`,
      where: [hits.matches, sql<boolean>`${id} = ${hits.id}`],
    }
  }
  if (drivingSet?.direct) return { from: drivingSet.direct.from, where: [...drivingSet.direct.where] }
  if (drivingSet)
    return { from: sql`(${drivingSet.ids}) c cross join ${tableOf(entity)}`, where: [sql<boolean>`${id} = c.id`] }
  return undefined
}

/** The ranked hits, then the others, newest first. */
function byRelevance<Filter extends object, Sort extends string>(
  kind: Db['kind'],
  entity: ListDefinition<Filter, Sort>,
  listing: PreparedList<Filter>,
  direction: SortDirection,
): ListQueryPlan {
  const { ids, complete, words } = listing.head!
  const ranked = direction === 'desc' ? ids : [...ids].reverse()
  if (complete) return { indexScans: [ranked] }
  const { from, where } = sortedListSource(kind, entity, listing)!
  const rest = {
    from,
    where: [...where, notAmong(kind, sql.ref(`${entity.alias}.id`), ids), listing.visible, ...listing.where],
    columns: [searchIndexSourceOf(kind, entity.name, words).id],
    direction,
  }
  return { indexScans: direction === 'desc' ? [ranked, rest] : [rest, ranked] }
}

function among(kind: Db['kind'], id: RawBuilder<unknown>, ids: readonly number[]): SqlCondition {
  if (kind === 'postgres') return sql<boolean>`${id} = any(${ids}::int[])`
  return sql<boolean>`${id} in (select value from json_each(${JSON.stringify(ids)}))`
}

function notAmong(kind: Db['kind'], id: RawBuilder<unknown>, ids: readonly number[]): SqlCondition {
  if (kind === 'postgres') return sql<boolean>`${id} <> all(${ids}::int[])`
  return sql<boolean>`${id} not in (select value from json_each(${JSON.stringify(ids)}))`
}
