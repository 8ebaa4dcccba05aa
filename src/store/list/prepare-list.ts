import { sql } from 'kysely'
import type { Db } from '../open.ts'
import { revisionForViewer } from '../revision.ts'
import { findBestHits } from '../search/best-hits.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import { chooseDrivingSet, type DrivingSet } from './driving-set.ts'
import { HIDDEN_SERIES, isAlwaysTrue, NOT_HIDDEN } from './hidden-series-condition.ts'
import type { ListCacheKey } from './keyset-cursor.ts'
import type { ListDefinition, ListQuery } from './list-definition.ts'
import { dependsOnViewer, listSignatureOf } from './list-signature.ts'
import type { PreparedList } from './prepared-list.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import { alwaysTrue, idCondition, rowExistsCondition, type SqlCondition } from './sql-conditions.ts'
import {
  countVisibleEntities,
  readVisibilityClassCounts,
  restrictVisibilityToLibraries,
} from './visibility-class-counts.ts'

export async function prepareList<Filter extends object, Sort extends string>(
  db: Db,
  viewer: Viewer,
  entity: ListDefinition<Filter, Sort>,
  query: ListQuery<Filter, Sort>,
): Promise<PreparedList<Filter>> {
  const includeDeleted = query.includeDeleted !== undefined && query.includeDeleted !== false
  // The signature has the ids of hidden series: reading a page doesn't make such lists stale.
  const personal =
    dependsOnViewer(query.filter, NOT_HIDDEN.flag) ||
    (query.sort ?? []).some((key) => entity.personalSorts.includes(key.field as Sort))
  const shared = await revisionForViewer(db, viewer, 'catalog', 'access')
  const revision = personal ? `${shared}.${await revisionForViewer(db, viewer, `user:${viewer.userId}`)}` : shared
  const counts = await readVisibilityClassCounts(db, shared)
  const found = await entity.resolveFilter(db, viewer, query.filter ?? everything<Filter>())
  const { libraries, filter } = includeDeleted
    ? { libraries: undefined, filter: query.filter }
    : split(found, query.filter)
  const sees = libraries ? restrictVisibilityToLibraries(counts, viewer.sees, libraries) : viewer.sees
  const visible = includeDeleted
    ? visibleOrDeleted(db.kind, viewer.sees, query.includeDeleted === 'of_live_series')
    : visibilityCondition(db.kind, sees, `${entity.alias}.class`)
  const whole = filter ? [entity.compile(found, filter)] : []
  const cacheKey: ListCacheKey = {
    signature: listSignatureOf(
      entity.name,
      sees.key,
      personal && viewer.userId,
      filter,
      query.search,
      query.includeDeleted ?? false,
      found.ids(HIDDEN_SERIES),
    ),
    revision,
    slow: false,
  }
  const all = countVisibleEntities(counts, viewer.sees, entity.counted)
  const head = query.search?.trim()
    ? await findBestHits(db, cacheKey, {
        entity: entity.name,
        text: query.search,
        visible,
        where: whole,
        slow: all > FEW_ROWS && (whole.length > 0 || !sees.everything),
      })
    : undefined
  const candidates = head || !filter ? [] : entity.drivingSets(found, filter)
  const drivingSet = head
    ? undefined
    : await chooseDrivingSet(
        db,
        [...candidates, ...ofVisible(entity, found, includeDeleted ? undefined : sees)],
        all,
        cacheKey,
      )
  const left = (from: DrivingSet | undefined) => {
    const rest = from?.exactly ? without(filter, from.exactly) : filter
    return rest === filter ? whole : rest ? [entity.compile(found, rest)] : []
  }
  const where = left(drivingSet)
  const [first] = db.kind === 'sqlite' ? candidates : []
  const countFrom = drivingSet ? { drivingSet, where } : first && { drivingSet: first, where: left(first) }
  // A scan for rare rows may take long; it must not run on the thread that serves requests.
  const slow = all > FEW_ROWS && drivingSet === undefined && where.length > 0
  const slowKey = { ...cacheKey, slow }
  return {
    viewer,
    found,
    filter,
    counts,
    sees,
    visible,
    where,
    includeDeleted,
    head,
    drivingSet,
    countFrom,
    cacheKey: slowKey,
  }
}

/** Up to this many rows, even the longest scan is too short to notice. */
export const FEW_ROWS = 20_000

const everything = <Filter extends object>() => ({ all: [] }) as object as Filter

/**
 * A required library isn't a separate condition: it restricts the classes. A part that is always true isn't a condition
 * at all.
 */
function split<Filter extends object>(
  found: ResolvedFilter,
  filter: Filter | undefined,
): { libraries: readonly number[] | undefined; filter: Filter | undefined } {
  if (!filter) return { libraries: undefined, filter }
  const parts = 'all' in filter ? (filter.all as Filter[]) : [filter]
  const named = parts.filter(isInLibrary)
  const others = parts.filter((part) => !isInLibrary(part) && !isAlwaysTrue(found, part))
  if (others.length === parts.length) return { libraries: undefined, filter }
  const libraries =
    named.length === 0
      ? undefined
      : named
          .map((part) => found.ids((part as { library: object }).library))
          .reduce((both, ids) => both.filter((id) => ids.includes(id)))
  const rest = others.length === 1 ? others[0] : ({ all: others } as object as Filter)
  return { libraries, filter: others.length === 0 ? undefined : rest }
}

/** The filter without a part that is already satisfied. */
function without<Filter extends object>(filter: Filter | undefined, part: object): Filter | undefined {
  if (filter === part) return undefined
  if (!filter || !('all' in filter)) return filter
  const others = (filter.all as Filter[]).filter((one) => one !== part)
  return others.length === 0 ? undefined : ({ all: others } as object as Filter)
}

const isInLibrary = (part: object): boolean => 'library' in part && (part.library as { op: string }).op === 'in'

/** A deleted book has no class; the class of its series determines who may see it. */
function visibleOrDeleted(kind: Db['kind'], sees: Visibility, ofLiveSeries: boolean): SqlCondition {
  if (sees.everything && !ofLiveSeries) return alwaysTrue
  return rowExistsCondition(
    kind,
    sql`from series vs where vs.id = b.series_id and ${visibilityCondition(kind, sees, 'vs.class')}`,
  )
}

/** A viewer who may see very little shouldn't have to scan everything else to find it. */
function ofVisible<Filter extends object, Sort extends string>(
  entity: ListDefinition<Filter, Sort>,
  found: ResolvedFilter,
  sees: Visibility | undefined,
): DrivingSet[] {
  if (!sees || sees.everything) return []
  const among = idCondition(found.kind, sql`cv.class`, sees.classes)
  return [{ ids: sql`select cv.id from ${sql.table(entity.name)} cv where ${among}` }]
}
