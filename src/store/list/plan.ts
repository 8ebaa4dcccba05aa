import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../open.ts'
import { hitsOf } from '../search/match.ts'
import { countVisible } from './classes.ts'
import type { Holds } from './criteria.ts'
import { FEW, type Listing } from './listing.ts'
import type { ListQuery, Noun } from './noun.ts'
import { joins, orderBy, type SortKey } from './order.ts'
import type { Plan } from './page-of-ids.ts'
import { signatureOf } from './signature.ts'
import type { Direction, Seen } from './stretch.ts'

/** How the ids of a list are come by in the wanted order. */
export function planList<Filter extends object, Sort extends string>(
  db: Db,
  noun: Noun<Filter, Sort>,
  listing: Listing<Filter>,
  wanted: ListQuery<Filter, Sort>['sort'],
): { plan: Plan; seen: Seen } {
  const { head, drive, visible, where, viewer } = listing
  const keys = effectiveSort(noun, wanted, head !== undefined)
  const seen = { ...listing.seen, signature: signatureOf(listing.seen.signature, keys) }
  if (keys[0]!.field === 'relevance') {
    return { plan: byRelevance(db.kind, noun, listing, keys[0]!.direction), seen }
  }
  const ways = keys.map(({ field, direction }) => ({
    way: noun.sortWay(db.kind, viewer.userId, field as Sort),
    direction,
  }))
  const first = ways[0]!
  if (!drive && !head && ways.length === 1 && first.way.walks) {
    const { direction } = first
    const walks = first.way
      .walks(direction)
      .map((walk) => ({ ...walk, direction, where: [...walk.where, visible, ...where] }))
    return { plan: { walks }, seen }
  }
  const id = sql.ref(`${noun.alias}.id`)
  const begins = beginning(db.kind, noun, listing)
  const from = begins ? sql`${begins.from} ${joins(ways)}` : (first.way.lead ?? sql`${tableOf(noun)} ${joins(ways)}`)
  const conditions = [...(begins?.where ?? []), ...ways.flatMap(({ way }) => way.where ?? []), visible, ...where]
  const many = !drive && countVisible(listing.counts, listing.sees, noun.counted) > FEW
  return {
    plan: { sorted: { id, from, where: conditions, order: orderBy(ways, id) } },
    seen: { ...seen, slow: seen.slow || many },
  }
}

/** Without words nothing is more relevant than anything else. */
function effectiveSort<Filter, Sort extends string>(
  noun: Noun<Filter, Sort>,
  wanted: ListQuery<Filter, Sort>['sort'],
  searched: boolean,
): SortKey<Sort | 'relevance'>[] {
  const [first, ...others] = (wanted ?? []).filter((key) => key.field !== 'relevance' || searched)
  if (!first) return [searched ? { field: 'relevance', direction: 'desc' } : noun.defaultSort]
  if (first.field === 'relevance') return [first]
  return [first, ...others.filter((key) => key.field !== 'relevance')]
}

const tableOf = (noun: { name: string; alias: string }) => sql`${sql.table(noun.name)} ${sql.ref(noun.alias)}`

/** Where a list that has to be sorted begins: at the hits of a search, at a small set, or nowhere in particular. */
export function beginning<Filter extends object>(
  kind: Db['kind'],
  noun: { name: 'book' | 'series'; alias: string },
  { head, drive }: Listing<Filter>,
): { from: RawBuilder<unknown>; where: Holds[] } | undefined {
  const id = sql.ref(`${noun.alias}.id`)
  if (head) {
    const hits = hitsOf(kind, noun.name, head.words)
    return {
      from: sql`${hits.from} cross join ${tableOf(noun)}`,
      where: [hits.matches, sql<boolean>`${id} = ${hits.id}`],
    }
  }
  if (drive?.direct) return { from: drive.direct.from, where: [...drive.direct.where] }
  if (drive) return { from: sql`(${drive.ids}) c cross join ${tableOf(noun)}`, where: [sql<boolean>`${id} = c.id`] }
  return undefined
}

/** The ranked ones, then the other hits, newest first. */
function byRelevance<Filter extends object, Sort extends string>(
  kind: Db['kind'],
  noun: Noun<Filter, Sort>,
  listing: Listing<Filter>,
  direction: Direction,
): Plan {
  const { ids, complete, words } = listing.head!
  const ranked = direction === 'desc' ? ids : [...ids].reverse()
  if (complete) return { walks: [ranked] }
  const { from, where } = beginning(kind, noun, listing)!
  const rest = {
    from,
    where: [...where, notAmong(kind, sql.ref(`${noun.alias}.id`), ids), listing.visible, ...listing.where],
    columns: [hitsOf(kind, noun.name, words).id],
    direction,
  }
  return { walks: direction === 'desc' ? [ranked, rest] : [rest, ranked] }
}

function notAmong(kind: Db['kind'], id: RawBuilder<unknown>, ids: readonly number[]): Holds {
  if (kind === 'postgres') return sql<boolean>`${id} <> all(${ids}::int[])`
  return sql<boolean>`${id} not in (select value from json_each(${JSON.stringify(ids)}))`
}
