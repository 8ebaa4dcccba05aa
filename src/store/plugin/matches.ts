import { sql } from 'kysely'
import { parsed } from '../list/named.ts'
import type { SeriesTarget } from '../metadata/targets.ts'
import type { Queryable, Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { isVisible } from '../visibility/filter.ts'

/** A series as far as it takes to find it elsewhere. */
export interface SeriesToMatch {
  id: number
  target: SeriesTarget
  title: string
  folderName: string
  year: number | null
  publisher: string | null
  authors: string[]
  totalBookCount: number | null
  bookCount: number
  alternateTitles: string[]
  externalIds: { source: string; externalId: string }[]
  isNever: boolean
}

export async function readSeriesToMatch(db: Queryable, ids: readonly number[]): Promise<SeriesToMatch[]> {
  if (ids.length === 0) return []
  const rows = await db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .leftJoin('match_never as n', 'n.series_id', 's.id')
    .select([
      's.id',
      's.uid',
      's.library_id as libraryId',
      'l.uid as libraryUid',
      's.class',
      's.title',
      's.folder_name',
    ])
    .select(['s.year', 's.publisher', 's.authors', 's.total_book_count', 's.book_count', 'n.created_at as never'])
    .where('s.id', 'in', ids)
    .orderBy('s.id')
    .execute()
  const [titles, externals] = await Promise.all([
    db.query.selectFrom('alternate_title').select(['series_id', 'title']).where('series_id', 'in', ids).execute(),
    db.query
      .selectFrom('series_external_id')
      .select(['series_id', 'source', 'external_id'])
      .where('series_id', 'in', ids)
      .execute(),
  ])
  return rows.map((row) => ({
    id: row.id,
    target: { id: row.id, uid: row.uid, libraryId: row.libraryId, libraryUid: row.libraryUid, class: row.class },
    title: row.title,
    folderName: row.folder_name,
    year: row.year,
    publisher: row.publisher,
    authors: parsed<{ name: string }[]>(row.authors, []).map((one) => one.name),
    totalBookCount: row.total_book_count,
    bookCount: row.book_count,
    alternateTitles: titles.filter((one) => one.series_id === row.id).map((one) => one.title),
    externalIds: externals
      .filter((one) => one.series_id === row.id)
      .map((one) => ({ source: one.source, externalId: one.external_id })),
    isNever: row.never !== null,
  }))
}

export async function hasMatchState(
  db: Queryable,
  pluginId: number,
  seriesId: number,
  askedAs: string,
): Promise<boolean> {
  const row = await db.query
    .selectFrom('match_state')
    .select('asked_as')
    .where('plugin_id', '=', pluginId)
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  return row?.asked_as === askedAs
}

export async function writeMatchState(
  tx: Tx,
  pluginId: number,
  seriesId: number,
  askedAs: string,
  outcome: string,
  now: number,
): Promise<void> {
  const values = { asked_as: askedAs, outcome, matched_at: now }
  await tx
    .insertInto('match_state')
    .values({ plugin_id: pluginId, series_id: seriesId, ...values })
    .onConflict((conflict) => conflict.columns(['plugin_id', 'series_id']).doUpdateSet(values))
    .execute()
}

/** One open question per series and plugin: a newer one takes its place. */
export async function writeReview(
  tx: Tx,
  pluginId: number,
  seriesId: number,
  review: { query: string; reason: string; candidates: readonly { similarity: number }[] },
  now: number,
): Promise<void> {
  await closeReviews(tx, { pluginId, seriesId }, 'replaced', now)
  await tx
    .insertInto('match_review')
    .values({
      uid: newUid(),
      plugin_id: pluginId,
      series_id: seriesId,
      state: 'open',
      query: review.query,
      score: review.candidates[0]?.similarity ?? null,
      candidates: JSON.stringify(review.candidates),
      reason: review.reason,
      created_at: now,
    })
    .execute()
}

export async function closeReviews(
  tx: Tx,
  of: { pluginId: number; seriesId: number } | { id: number } | { seriesId: number },
  state: string,
  now: number,
): Promise<void> {
  let query = tx.updateTable('match_review').set({ state, decided_at: now }).where('state', '=', 'open')
  if ('id' in of) query = query.where('id', '=', of.id)
  if ('seriesId' in of) query = query.where('series_id', '=', of.seriesId)
  if ('pluginId' in of) query = query.where('plugin_id', '=', of.pluginId)
  await query.execute()
}

export async function listReviews(db: Queryable, viewer: Viewer, rows: { limit: number; offset: number }) {
  const of = db.query
    .selectFrom('match_review as r')
    .innerJoin('series as s', 's.id', 'r.series_id')
    .innerJoin('plugin as p', 'p.id', 'r.plugin_id')
    .where('r.state', '=', 'open')
    .where(isVisible(db.kind, viewer.sees, 's.class'))
  const { n } = await of.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const data = await of
    .select(['r.uid', 'r.query', 'r.score', 'r.candidates', 'r.reason', 'r.created_at as createdAt'])
    .select(['s.uid as seriesUid', 's.title as seriesTitle', 's.year as seriesYear'])
    .select(['p.uid as pluginUid', 'p.display_name as pluginName'])
    .orderBy('r.id')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute()
  return { data, total: Number(n) }
}

export async function findReview(db: Queryable, viewer: Viewer, uid: Uid) {
  return db.query
    .selectFrom('match_review as r')
    .innerJoin('series as s', 's.id', 'r.series_id')
    .select(['r.id', 'r.plugin_id as pluginId', 'r.candidates', 'r.state', 's.uid as seriesUid', 's.id as seriesId'])
    .where('r.uid', '=', uid)
    .where(isVisible(db.kind, viewer.sees, 's.class'))
    .executeTakeFirst()
}

export async function setNeverMatch(tx: Tx, seriesId: number, isNever: boolean, now: number): Promise<void> {
  if (!isNever) {
    await tx.deleteFrom('match_never').where('series_id', '=', seriesId).execute()
    return
  }
  await sql`insert into match_never (series_id, created_at) values (${seriesId}, ${now})
    on conflict (series_id) do nothing`.execute(tx)
  await closeReviews(tx, { seriesId }, 'never', now)
}
