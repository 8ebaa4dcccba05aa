import { type Insertable, type Selectable, sql } from 'kysely'
import { isHiddenCondition } from '../hidden-series/hidden-series.ts'
import { inChunks } from '../in-chunks.ts'
import { negateCondition } from '../list/sql-conditions.ts'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'
import { bytesToUuid, newUid, type Uid, uuidToBytes } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

type ReleaseRow = Selectable<Tables['announced_release']>
export type NewRelease = Omit<Insertable<Tables['announced_release']>, 'id' | 'uid' | 'created_at'>

/** A release announced before: by the same source, or elsewhere with the same content. */
export async function findAnnouncedRelease(
  tx: Tx,
  sourceId: number,
  externalReleaseId: string,
  infoHash: string | null,
): Promise<{ uid: Uid } | undefined> {
  const same = await tx
    .selectFrom('announced_release')
    .select('uid')
    .where('source_id', '=', sourceId)
    .where('external_release_id', '=', externalReleaseId)
    .executeTakeFirst()
  if (same || infoHash === null) return same
  return tx.selectFrom('announced_release').select('uid').where('info_hash', '=', infoHash).executeTakeFirst()
}

export async function insertRelease(tx: Tx, release: NewRelease, now: number): Promise<Uid> {
  const uid = newUid()
  await tx
    .insertInto('announced_release')
    .values({ uid, ...release, created_at: now })
    .execute()
  await tx
    .deleteFrom('announced_release')
    .where('series_id', '=', release.series_id)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('announced_release')
        .select('id')
        .where('series_id', '=', release.series_id)
        .orderBy('id', 'desc')
        .offset(MAX_PER_SERIES)
        .limit(1),
    )
    .execute()
  return uid
}

export async function findNewestReleaseId(db: Queryable): Promise<number> {
  const row = await db.query
    .selectFrom('announced_release')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function countReleasesAfter(db: Queryable, id: number, sourceId: number): Promise<number> {
  const { count } = await db.query
    .selectFrom('announced_release')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('id', '>', id)
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type ReleaseToAssess = Pick<ReleaseRow, 'id' | 'series_id' | 'volumes' | 'chapters' | 'language' | 'is_owned'>

/** Newest first: of a series, of a library, or all that are new to the user. */
export async function listReleasesToAssess(
  db: Queryable,
  of: { seriesId: number } | { libraryUid: string } | 'announced',
): Promise<ReleaseToAssess[]> {
  let query = db.query
    .selectFrom('announced_release as r')
    .select(['r.id', 'r.series_id', 'r.volumes', 'r.chapters', 'r.language', 'r.is_owned'])
  if (of === 'announced') query = query.where('r.is_owned', '=', 0)
  else if ('seriesId' in of) query = query.where('r.series_id', '=', of.seriesId)
  else {
    const uid = uuidToBytes(of.libraryUid)
    query = query.where('r.series_id', 'in', (eb) =>
      eb
        .selectFrom('series as s')
        .innerJoin('library as l', 'l.id', 's.library_id')
        .select('s.id')
        .where('l.uid', '=', uid),
    )
  }
  return query.orderBy('r.id', 'desc').limit(20_000).execute()
}

/** Owned, or not wanted: no news either way. */
export async function markReleasesOwned(tx: Tx, ids: readonly number[], isOwned: boolean): Promise<void> {
  for (const some of inChunks(ids)) {
    await tx
      .updateTable('announced_release')
      .set({ is_owned: Number(isOwned) })
      .where('id', 'in', some)
      .execute()
  }
}

/** Older ones are deleted: a source may announce without end. */
const MAX_PER_SERIES = 1000

export interface ReleaseView extends ReleaseRow {
  seriesUid: Uid
  seriesTitle: string
  sourceUid: Uid
  sourceName: string
  state: string
}

export interface ReleaseFilter {
  /** `all`, or one of the states; by default what is new to this user. */
  state: string
  seriesUid?: Uid
  sourceUid?: Uid
  language?: string
  libraryUid?: Uid
  sort: 'series' | 'observed' | 'released'
  descending: boolean
  /** Whether releases of the same volumes and chapters follow one another. */
  areAlikeTogether?: boolean
}

/** Releases of series that this user follows and may see; owned ones aren't new. */
export async function listReleases(
  db: Queryable,
  viewer: Viewer,
  filter: ReleaseFilter,
  rows: { limit: number; offset: number },
): Promise<{ data: ReleaseView[]; total: number }> {
  let query = db.query
    .selectFrom('announced_release as r')
    .innerJoin('series as s', 's.id', 'r.series_id')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .innerJoin('release_source as o', 'o.id', 'r.source_id')
    .innerJoin('series_follow as f', (join) =>
      join.onRef('f.series_id', '=', 's.id').on('f.user_id', '=', viewer.userId),
    )
    .leftJoin('release_state as t', (join) =>
      join.onRef('t.release_id', '=', 'r.id').on('t.user_id', '=', viewer.userId),
    )
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
  // What is new is offered; the other states are the user's own record, which stays complete.
  if (filter.state === 'announced') {
    const isHidden = isHiddenCondition(db.kind, viewer.userId, 's.id')
    query = query.where('t.state', 'is', null).where('r.is_owned', '=', 0).where(negateCondition(isHidden))
  }
  // Nobody has to decide about what is owned.
  if (filter.state === 'ignored')
    query = query.where(sql<boolean>`(t.state = 'ignored' or (t.state is null and r.is_owned = 1))`)
  else if (filter.state !== 'all' && filter.state !== 'announced') query = query.where('t.state', '=', filter.state)
  if (filter.seriesUid) query = query.where('s.uid', '=', filter.seriesUid)
  if (filter.sourceUid) query = query.where('o.uid', '=', filter.sourceUid)
  if (filter.libraryUid) query = query.where('l.uid', '=', filter.libraryUid)
  if (filter.language) query = query.where('r.language', '=', filter.language)
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const column = ({ series: 's.sort_key', observed: 'r.observed_at', released: 'r.released_at' } as const)[filter.sort]
  const data = await query
    .selectAll('r')
    .select([
      's.uid as seriesUid',
      's.title as seriesTitle',
      'o.uid as sourceUid',
      'o.display_name as sourceName',
      't.state',
    ])
    .$if(filter.areAlikeTogether === true, (all) => {
      const first = firstOfAlike(column, filter.descending)
      return all.orderBy(first.at, filter.descending ? 'desc' : 'asc').orderBy(first.id, 'desc')
    })
    .orderBy(column, filter.descending ? 'desc' : 'asc')
    .orderBy('r.id', 'desc')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute()
  const stateOf = (row: { state: string | null; is_owned: number }) =>
    row.state ?? (row.is_owned ? 'ignored' : 'announced')
  return { data: data.map((row) => ({ ...row, state: stateOf(row) })), total: Number(n) }
}

/** Where the first release with the same volumes and chapters stands; one without either is like no other. */
function firstOfAlike(column: string, isDescending: boolean) {
  const alike = sql`partition by r.series_id, r.language, r.volumes, r.chapters, t.state, r.is_owned,
    case when r.volumes is null and r.chapters is null then r.id end`
  const at = isDescending ? sql`max(${sql.ref(column)})` : sql`min(${sql.ref(column)})`
  return { at: sql`${at} over (${alike})`, id: sql`max(r.id) over (${alike})` }
}

/** Languages, libraries and series of the releases that this user sees. */
export async function listReleaseFacets(db: Queryable, viewer: Viewer) {
  const rows = await db.query
    .selectFrom('announced_release as r')
    .innerJoin('series as s', 's.id', 'r.series_id')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .innerJoin('series_follow as f', (join) =>
      join.onRef('f.series_id', '=', 's.id').on('f.user_id', '=', viewer.userId),
    )
    .select(['r.language', 's.uid as seriesUid', 's.title', 's.sort_key', 'l.uid as libraryUid', 'l.name'])
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
    .distinct()
    .orderBy('s.sort_key')
    .limit(5000)
    .execute()
  const once = (pairs: readonly (readonly [Uid, string])[]) => [
    ...new Map(pairs.map(([uid, name]) => [bytesToUuid(uid), { uid, name }])).values(),
  ]
  return {
    languages: [...new Set(rows.flatMap((row) => row.language ?? []))].sort(),
    libraries: once(rows.map((row) => [row.libraryUid, row.name] as const)),
    series: once(rows.map((row) => [row.seriesUid, row.title] as const)),
  }
}

/** Returns those that this user may see. */
export async function findVisibleReleases(
  db: Queryable,
  viewer: Viewer,
  uids: readonly Uid[],
): Promise<{ id: number; uid: Uid }[]> {
  if (uids.length === 0) return []
  return db.query
    .selectFrom('announced_release as r')
    .innerJoin('series as s', 's.id', 'r.series_id')
    .select(['r.id', 'r.uid'])
    .where('r.uid', 'in', uids)
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
    .execute()
}

/** Per user; `announced` resets the state. */
export async function setReleaseState(
  tx: Tx,
  userId: number,
  ids: readonly number[],
  state: string,
  now: number,
): Promise<void> {
  for (const id of ids) {
    if (state === 'announced') {
      await tx.deleteFrom('release_state').where('user_id', '=', userId).where('release_id', '=', id).execute()
      continue
    }
    await tx
      .insertInto('release_state')
      .values({ user_id: userId, release_id: id, state, updated_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'release_id']).doUpdateSet({ state, updated_at: now }))
      .execute()
  }
}

export async function deleteReleases(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('announced_release').where('id', 'in', ids).execute()
}
