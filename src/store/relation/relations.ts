import { sql } from 'kysely'
import type { RelationKind } from '../../contract/relations.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { titleSortKeys } from '../series/title-sort-keys.ts'
import { foldLetters } from '../text/fold-letters.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

export interface Relation {
  seriesId: number
  kind: RelationKind
  source: RelationSource
}
export type RelationSource = 'person' | 'plugin' | 'file'

/** The relation from the other series' view. A side story or spin-off has a main story. */
const INVERSE: Record<RelationKind, RelationKind> = {
  sequel: 'prequel',
  prequel: 'sequel',
  side_story: 'main_story',
  spin_off: 'main_story',
  main_story: 'side_story',
  adaptation: 'original',
  original: 'adaptation',
  same_universe: 'same_universe',
}

/** Stored if a user removed a relation from a file or plugin, so that it isn't added again. */
export const NO_RELATION = 'none'

/**
 * Relations set by users or plugins come first; series of the same universe, according to their files, follow by title.
 */
export async function listRelations(db: Db, viewer: Viewer, seriesId: number): Promise<Relation[]> {
  const rows = await db.query
    .selectFrom('series_relation as r')
    .select(['r.series_id', 'r.other_id', 'r.kind', 'r.source'])
    .where((eb) => eb.or([eb('r.series_id', '=', seriesId), eb('r.other_id', '=', seriesId)]))
    .orderBy('r.created_at')
    .limit(MAX_RELATIONS)
    .execute()
  const stored = rows.map((row) => ({
    seriesId: row.series_id === seriesId ? row.other_id : row.series_id,
    kind: kindSeenFrom(seriesId, row),
    source: row.source as RelationSource,
  }))
  const known = new Set(stored.map((one) => one.seriesId))
  const universe = (await findSameUniverse(db, viewer, seriesId)).filter((id) => !known.has(id))
  const order = Object.keys(INVERSE)
  return [
    ...stored
      .filter((one): one is Relation => one.kind !== null)
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
    ...universe.map((id): Relation => ({ seriesId: id, kind: 'same_universe', source: 'file' })),
  ]
}

/** Null if a user removed the relation. */
export function kindSeenFrom(seriesId: number, row: { series_id: number; kind: string }): RelationKind | null {
  if (row.kind === NO_RELATION) return null
  return row.series_id === seriesId ? (row.kind as RelationKind) : INVERSE[row.kind as RelationKind]
}

/** A series has some relations, not thousands: of a larger universe, the first by title are enough. */
const MAX_RELATIONS = 200
const MAX_OF_UNIVERSE = 50

async function findSameUniverse(db: Db, viewer: Viewer, seriesId: number): Promise<number[]> {
  const { rows: names } = await sql<{ name_key: string }>`select distinct u.name_key from (
      select b.id from book b where b.series_id = ${seriesId} and b.class > 0 limit 500) b
    cross join book_universe u where u.book_id = b.id limit 5`.execute(db.query)
  if (names.length === 0) return []
  const { rows } = await sql<{ id: number }>`select s.id from (
      select distinct b.series_id as id from book_universe u cross join book b
      where u.name_key in (${sql.join(names.map((one) => one.name_key))}) and b.id = u.book_id
        and ${visibilityCondition(db.kind, viewer.sees, 'b.class')} and b.series_id <> ${seriesId} limit 2000) o
    cross join series s where s.id = o.id and ${visibilityCondition(db.kind, viewer.sees, 's.class')}
    order by s.sort_key, s.id limit ${MAX_OF_UNIVERSE}`.execute(db.query)
  return rows.map(({ id }) => id)
}

/** Replaces the relation of the two, in either direction. A plugin doesn't override a user. */
export async function setRelation(
  tx: Tx,
  seriesId: number,
  otherId: number,
  kind: RelationKind,
  source: RelationSource,
): Promise<boolean> {
  const before = await findRelation(tx, seriesId, otherId)
  if (source === 'plugin' && before?.source === 'person') return false
  if (before?.series_id === seriesId && before.kind === kind && before.source === source) return false
  await write(tx, seriesId, otherId, kind, source)
  return true
}

/**
 * Whether an import may relate the two: it adds to the stored relations, and keeps those that a user set or removed.
 */
export async function canImportRelation(
  tx: Tx,
  seriesId: number,
  otherId: number,
  source: 'person' | 'plugin',
): Promise<boolean> {
  const before = await findRelation(tx, seriesId, otherId)
  return !before || (before.source === 'plugin' && source === 'person')
}

export async function importRelation(
  tx: Tx,
  seriesId: number,
  otherId: number,
  kind: RelationKind | typeof NO_RELATION,
  source: 'person' | 'plugin',
): Promise<boolean> {
  if (!(await canImportRelation(tx, seriesId, otherId, source))) return false
  await write(tx, seriesId, otherId, kind, source)
  return true
}

/** The series that a plugin refers to, by its external id or, if unique, by its title. */
export async function resolveRelatedSeriesId(
  tx: Queryable['query'],
  source: string,
  { externalId, title }: { externalId?: string; title?: string },
): Promise<number | undefined> {
  if (externalId) {
    const known = await tx
      .selectFrom('series_external_id')
      .select('series_id')
      .where('source', '=', source)
      .where('external_id', '=', externalId)
      .limit(1)
      .executeTakeFirst()
    if (known) return known.series_id
  }
  if (!title) return undefined
  const { sort_key } = titleSortKeys(title, null)
  const named = await tx
    .selectFrom('series')
    .select(['id', 'title'])
    .where('sort_key', '=', sort_key)
    .where('book_count', '>', 0)
    .limit(2)
    .execute()
  return named.length === 1 && foldLetters(named[0]!.title) === foldLetters(title) ? named[0]!.id : undefined
}

/** Returns whether there was anything to remove. */
export async function removeRelation(tx: Tx, seriesId: number, otherId: number): Promise<boolean> {
  const before = await findRelation(tx, seriesId, otherId)
  const { rows } = await sql<{ n: number }>`select 1 as n from book a cross join book_universe u
      cross join book_universe v cross join book b
    where a.series_id = ${seriesId} and u.book_id = a.id and v.name_key = u.name_key and b.id = v.book_id
      and b.series_id = ${otherId} limit 1`.execute(tx)
  const isInFiles = rows.length > 0
  if (before?.kind === NO_RELATION || (!before && !isInFiles)) return false
  if (before?.source === 'person' && !isInFiles) await deleteBoth(tx, seriesId, otherId)
  else await write(tx, seriesId, otherId, NO_RELATION, 'person')
  return true
}

export async function findRelation(tx: Queryable['query'], seriesId: number, otherId: number) {
  return tx
    .selectFrom('series_relation')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([eb('series_id', '=', seriesId), eb('other_id', '=', otherId)]),
        eb.and([eb('series_id', '=', otherId), eb('other_id', '=', seriesId)]),
      ]),
    )
    .executeTakeFirst()
}

/** Restores the stored relation of the two, or none. */
export async function restoreRelation(
  tx: Tx,
  seriesId: number,
  otherId: number,
  before: { seriesId: number; kind: string; source: string } | null,
): Promise<void> {
  if (!before) return deleteBoth(tx, seriesId, otherId)
  const to = before.seriesId === seriesId ? otherId : seriesId
  await write(tx, before.seriesId, to, before.kind, before.source)
}

async function write(tx: Tx, seriesId: number, otherId: number, kind: string, source: string): Promise<void> {
  await deleteBoth(tx, seriesId, otherId)
  await tx
    .insertInto('series_relation')
    .values({ series_id: seriesId, other_id: otherId, kind, source, created_at: Date.now() })
    .onConflict((conflict) => conflict.columns(['series_id', 'other_id']).doUpdateSet({ kind, source }))
    .execute()
}

async function deleteBoth(tx: Tx, seriesId: number, otherId: number): Promise<void> {
  for (const [one, other] of [
    [seriesId, otherId],
    [otherId, seriesId],
  ] as const)
    await tx.deleteFrom('series_relation').where('series_id', '=', one).where('other_id', '=', other).execute()
}
