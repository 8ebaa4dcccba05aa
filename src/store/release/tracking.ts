import type { Queryable, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { bytesToUuid, newUid, type Uid, uuidToBytes } from '../uid.ts'

export interface TrackedSeries {
  id: number
  uid: string
  libraryUid: string
  aliases: string[]
  externalIds: Record<string, string>
  latestChapter: number | null
  latestVolume: number | null
}

/** The followed series that a source requests. */
export interface TrackedSeriesQuery {
  /** Only in these libraries; none: in all. */
  libraryUids: readonly string[]
  /** Only series with an external id of one of these sources, by their bare names; none: all. */
  sources: readonly string[]
  /** Without series that have one of these poll intervals of their own. */
  withoutPollIntervals?: readonly number[]
}

/** Followed series, with everything by which a source may identify them. */
export async function listTrackedSeries(
  db: Queryable,
  wanted: TrackedSeriesQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<TrackedSeries[]> {
  const rows = await trackedSeries(db, wanted)
    .innerJoin('library as l', 'l.id', 's.library_id')
    .leftJoin('series_tracking as t', 't.series_id', 's.id')
    .select(['s.id', 's.uid', 'l.uid as libraryUid', 's.title', 's.title_sort', 's.folder_name'])
    .select(['t.latest_chapter', 't.latest_volume'])
    .orderBy('s.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [titles, aliases, externals, owned] = await Promise.all([
    db.query.selectFrom('alternate_title').select(['series_id', 'title']).where('series_id', 'in', ids).execute(),
    db.query.selectFrom('series_alias').select(['series_id', 'alias']).where('series_id', 'in', ids).execute(),
    db.query
      .selectFrom('series_external_id')
      .select(['series_id', 'source', 'external_id'])
      .where('series_id', 'in', ids)
      .execute(),
    readHighestOwnedNumbers(db, ids),
  ])
  const [titlesOf, aliasesOf, externalsOf] = [groupBySeries(titles), groupBySeries(aliases), groupBySeries(externals)]
  return rows.map((row) => {
    const mine = owned.get(row.id)
    const names = [
      row.title,
      row.title_sort,
      row.folder_name,
      ...(titlesOf.get(row.id) ?? []).map((one) => one.title),
      ...(aliasesOf.get(row.id) ?? []).map((one) => one.alias),
    ]
    return {
      id: row.id,
      uid: bytesToUuid(row.uid),
      libraryUid: bytesToUuid(row.libraryUid),
      aliases: [...new Set(names.filter((name) => name !== null && name !== ''))] as string[],
      externalIds: Object.fromEntries(
        (externalsOf.get(row.id) ?? []).map((one) => [withoutSourcePrefix(one.source), one.external_id]),
      ),
      latestChapter: largestOrNull(row.latest_chapter, mine?.chapter),
      latestVolume: largestOrNull(row.latest_volume, mine?.volume),
    }
  })
}

export async function countTrackedSeries(db: Queryable, wanted: TrackedSeriesQuery): Promise<number> {
  const { n } = await trackedSeries(db, wanted)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The poll intervals that followed series have of their own, in seconds. */
export async function listPollIntervals(db: Queryable, wanted: TrackedSeriesQuery): Promise<number[]> {
  const rows = await trackedSeries(db, wanted)
    .innerJoin('series_tracking as t', 't.series_id', 's.id')
    .select('t.poll_interval_s as seconds')
    .distinct()
    .where('t.poll_interval_s', 'is not', null)
    .execute()
  return rows.flatMap(({ seconds }) => seconds ?? [])
}

function trackedSeries(db: Queryable, { libraryUids, sources, withoutPollIntervals = [] }: TrackedSeriesQuery) {
  let query = db.query
    .selectFrom('series as s')
    .where((eb) =>
      eb.exists(eb.selectFrom('series_follow as f').select('f.user_id').whereRef('f.series_id', '=', 's.id')),
    )
  if (libraryUids.length > 0) {
    const uids = libraryUids.map(uuidToBytes)
    query = query.where('s.library_id', 'in', (eb) =>
      eb.selectFrom('library as b').select('b.id').where('b.uid', 'in', uids),
    )
  }
  if (withoutPollIntervals.length > 0) {
    query = query.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('series_tracking as o')
            .select('o.series_id')
            .whereRef('o.series_id', '=', 's.id')
            .where('o.poll_interval_s', 'in', withoutPollIntervals),
        ),
      ),
    )
  }
  if (sources.length > 0) {
    const names = sources.flatMap(storedSourceNames)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('series_external_id as x')
          .select('x.series_id')
          .whereRef('x.series_id', '=', 's.id')
          .where('x.source', 'in', names),
      ),
    )
  }
  return query
}

function groupBySeries<T extends { series_id: number }>(rows: readonly T[]): Map<number, T[]> {
  return Map.groupBy(rows, (row) => row.series_id)
}

/** All names under which the ids of one source may be stored. */
export const storedSourceNames = (name: string) => [name, `api:${name}`, `plugin:${name}`, `plugin:metadata-${name}`]

/** `api:anilist` and `plugin:metadata-mangabaka` are anilist and mangabaka here. */
export const withoutSourcePrefix = (source: string) => source.replace(/^(api|plugin):(metadata-)?/, '')

/** The higher of two numbers, either of which may be unknown. */
export const largestOrNull = (a: number | null, b: number | null | undefined): number | null =>
  a === null ? (b ?? null) : b === null || b === undefined ? a : Math.max(a, b)

/** The highest numbers of the existing books. */
export async function readHighestOwnedNumbers(db: Queryable, ids: readonly number[]) {
  const rows = await db.query
    .selectFrom('book')
    .select(['series_id'])
    .select((eb) => [eb.fn.max('volume').as('volume'), eb.fn.max('chapter').as('chapter')])
    .where('series_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('series_id')
    .execute()
  return new Map(rows.map((row) => [row.series_id, { volume: row.volume, chapter: row.chapter }]))
}

/** The numbers of the existing books, so that a release of them isn't new. */
export async function readOwnedNumbers(db: Queryable, seriesId: number) {
  const rows = await db.query
    .selectFrom('book')
    .select(['volume', 'chapter', 'number'])
    .where('series_id', '=', seriesId)
    .where('deleted_at', 'is', null)
    .execute()
  const volumes = new Set(rows.flatMap((row) => row.volume ?? (row.chapter === null ? (row.number ?? []) : [])))
  return { volumes, chapters: new Set(rows.flatMap((row) => row.chapter ?? [])) }
}

export async function isFollowingSeries(db: Queryable, userId: number, seriesId: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('series_follow')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  return row !== undefined
}

export async function setFollowingSeries(
  tx: Tx,
  userId: number,
  seriesId: number,
  isOn: boolean,
  now: number,
): Promise<void> {
  if (isOn) {
    await tx
      .insertInto('series_follow')
      .values({ user_id: userId, series_id: seriesId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await tx.deleteFrom('series_follow').where('user_id', '=', userId).where('series_id', '=', seriesId).execute()
  }
  await bumpRevisions(tx, `user:${userId}`)
}

export interface ReleaseTracking {
  trackChapters: boolean
  trackVolumes: boolean
  latestChapter: number | null
  latestVolume: number | null
  confidence: number | null
  /** Null: that of the series; none: any. */
  languages: string[] | null
  volumeChapterMap: Record<string, unknown> | null
  pollIntervalSeconds: number | null
}

export async function readReleaseTracking(db: Queryable, seriesId: number): Promise<ReleaseTracking> {
  const row = await db.query
    .selectFrom('series_tracking')
    .selectAll()
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  return {
    trackChapters: (row?.track_chapters ?? 1) === 1,
    trackVolumes: (row?.track_volumes ?? 1) === 1,
    latestChapter: row?.latest_chapter ?? null,
    latestVolume: row?.latest_volume ?? null,
    confidence: row?.confidence ?? null,
    languages: row?.languages ? (JSON.parse(row.languages) as string[]) : null,
    volumeChapterMap: row?.volume_chapter_map ? JSON.parse(row.volume_chapter_map) : null,
    pollIntervalSeconds: row?.poll_interval_s ?? null,
  }
}

export async function writeReleaseTracking(
  tx: Tx,
  seriesId: number,
  tracking: ReleaseTracking,
  now: number,
): Promise<void> {
  const values = {
    track_chapters: Number(tracking.trackChapters),
    track_volumes: Number(tracking.trackVolumes),
    latest_chapter: tracking.latestChapter,
    latest_volume: tracking.latestVolume,
    confidence: tracking.confidence,
    languages: tracking.languages === null ? null : JSON.stringify(tracking.languages),
    volume_chapter_map: tracking.volumeChapterMap === null ? null : JSON.stringify(tracking.volumeChapterMap),
    poll_interval_s: tracking.pollIntervalSeconds,
    updated_at: now,
  }
  await tx
    .insertInto('series_tracking')
    .values({ series_id: seriesId, ...values })
    .onConflict((conflict) => conflict.column('series_id').doUpdateSet(values))
    .execute()
}

/** As it says of itself, or else as its books do. */
export async function readLanguagesOfSeries(db: Queryable, seriesId: number): Promise<string[]> {
  const series = await db.query.selectFrom('series').select('language').where('id', '=', seriesId).executeTakeFirst()
  if (series?.language) return [series.language]
  const rows = await db.query
    .selectFrom('book')
    .select('language')
    .distinct()
    .where('series_id', '=', seriesId)
    .where('deleted_at', 'is', null)
    .where('language', 'is not', null)
    .limit(20)
    .execute()
  return rows.flatMap(({ language }) => language || [])
}

export async function listSeriesAliases(db: Queryable, seriesId: number) {
  const rows = await db.query
    .selectFrom('series_alias')
    .selectAll()
    .where('series_id', '=', seriesId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: bytesToUuid(row.uid), alias: row.alias }))
}

export async function addSeriesAlias(tx: Tx, seriesId: number, alias: string, now: number): Promise<string> {
  const uid = newUid()
  await tx.insertInto('series_alias').values({ uid, series_id: seriesId, alias, created_at: now }).execute()
  return bytesToUuid(uid)
}

export async function deleteSeriesAlias(tx: Tx, seriesId: number, uid: Uid): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('series_alias')
    .where('series_id', '=', seriesId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The followers of a series, to notify them. */
export async function listFollowerIds(db: Queryable, seriesId: number): Promise<number[]> {
  const rows = await db.query.selectFrom('series_follow').select('user_id').where('series_id', '=', seriesId).execute()
  return rows.map((row) => row.user_id)
}

export async function findSeriesByUid(db: Queryable, uid: Uid) {
  return db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .select(['s.id', 's.uid', 's.title', 's.class', 'l.uid as libraryUid'])
    .where('s.uid', '=', uid)
    .executeTakeFirst()
}
