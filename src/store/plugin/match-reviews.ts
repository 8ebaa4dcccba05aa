import { sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** What to match: a series, or one of its books. */
export interface MatchSubject {
  seriesId: number
  bookId: number | null
}

export interface MatchState {
  /** The values that were searched for: a series renamed since then has changed. */
  askedAs: string
  outcome: string
  matchedAt: number
}

export async function findMatchState(
  db: Queryable,
  pluginId: number,
  { seriesId, bookId }: MatchSubject,
): Promise<MatchState | undefined> {
  const row =
    bookId === null
      ? await db.query
          .selectFrom('match_state')
          .select(['asked_as', 'outcome', 'matched_at'])
          .where('plugin_id', '=', pluginId)
          .where('series_id', '=', seriesId)
          .executeTakeFirst()
      : await db.query
          .selectFrom('book_match_state')
          .select(['asked_as', 'outcome', 'matched_at'])
          .where('plugin_id', '=', pluginId)
          .where('book_id', '=', bookId)
          .executeTakeFirst()
  return row && { askedAs: row.asked_as, outcome: row.outcome, matchedAt: row.matched_at }
}

export async function writeMatchState(
  tx: Tx,
  pluginId: number,
  { seriesId, bookId }: MatchSubject,
  { askedAs, outcome, matchedAt }: MatchState,
): Promise<void> {
  const values = { asked_as: askedAs, outcome, matched_at: matchedAt }
  if (bookId === null) {
    await tx
      .insertInto('match_state')
      .values({ plugin_id: pluginId, series_id: seriesId, ...values })
      .onConflict((conflict) => conflict.columns(['plugin_id', 'series_id']).doUpdateSet(values))
      .execute()
    return
  }
  await tx
    .insertInto('book_match_state')
    .values({ plugin_id: pluginId, book_id: bookId, ...values })
    .onConflict((conflict) => conflict.columns(['plugin_id', 'book_id']).doUpdateSet(values))
    .execute()
}

export interface NewMatchReview {
  query: string
  reason: string
  candidates: readonly { similarity: number }[]
}

/** One open review per plugin and series or book: a newer one replaces it. */
export async function writeMatchReview(
  tx: Tx,
  pluginId: number,
  subject: MatchSubject,
  { query, reason, candidates }: NewMatchReview,
  now: number,
): Promise<void> {
  await closeMatchReviews(tx, { pluginId, ...subject }, 'replaced', now)
  await tx
    .insertInto('match_review')
    .values({
      uid: newUid(),
      plugin_id: pluginId,
      series_id: subject.bookId === null ? subject.seriesId : null,
      book_id: subject.bookId,
      state: 'open',
      query,
      score: candidates[0]?.similarity ?? null,
      candidates: JSON.stringify(candidates),
      reason,
      created_at: now,
    })
    .execute()
}

/** Closes the reviews of a plugin and subject, one by its id, or all of a series and its books. */
export async function closeMatchReviews(
  tx: Tx,
  of: ({ pluginId: number } & MatchSubject) | { id: number } | { allOfSeries: number },
  state: string,
  now: number,
): Promise<void> {
  let query = tx.updateTable('match_review').set({ state, decided_at: now }).where('state', '=', 'open')
  if ('id' in of) query = query.where('id', '=', of.id)
  else if ('allOfSeries' in of) {
    const id = of.allOfSeries
    query = query.where((eb) =>
      eb.or([
        eb('series_id', '=', id),
        eb('book_id', 'in', eb.selectFrom('book').select('id').where('series_id', '=', id)),
      ]),
    )
  } else {
    query = query.where('plugin_id', '=', of.pluginId)
    query = of.bookId === null ? query.where('series_id', '=', of.seriesId) : query.where('book_id', '=', of.bookId)
  }
  await query.execute()
}

const openReviews = (db: Queryable, viewer: Viewer) =>
  db.query
    .selectFrom('match_review as r')
    .leftJoin('book as b', 'b.id', 'r.book_id')
    .leftJoin('book_meta as m', 'm.book_id', 'b.id')
    .innerJoin('series as s', (join) => join.on(sql<boolean>`s.id = coalesce(r.series_id, b.series_id)`))
    .innerJoin('plugin as p', 'p.id', 'r.plugin_id')
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))

export async function countMatchReviews(db: Queryable, viewer: Viewer): Promise<number> {
  const { n } = await openReviews(db, viewer)
    .where('r.state', '=', 'open')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export async function listMatchReviews(db: Queryable, viewer: Viewer, rows: { limit: number; offset: number }) {
  const total = await countMatchReviews(db, viewer)
  const data = await openReviews(db, viewer)
    .where('r.state', '=', 'open')
    .select(['r.uid', 'r.query', 'r.score', 'r.candidates', 'r.reason', 'r.created_at as createdAt'])
    .select(['s.uid as seriesUid', 's.title as seriesTitle', 's.year as seriesYear', 's.authors as seriesAuthors'])
    .select(['s.book_count as bookCount', 'b.uid as bookUid', 'b.title as bookTitle', 'b.year as bookYear'])
    .select(['m.authors as bookAuthors', 's.folder_name as folderName', 'b.format as bookFormat'])
    .select((eb) =>
      eb
        .selectFrom('book as first')
        .select('first.format')
        .whereRef('first.series_id', '=', 's.id')
        .where('first.deleted_at', 'is', null)
        .orderBy('first.id')
        .limit(1)
        .as('firstFormat'),
    )
    .select(['p.uid as pluginUid', 'p.display_name as pluginName'])
    .orderBy('r.id')
    .limit(rows.limit)
    .offset(rows.offset)
    .execute()
  return { data, total }
}

export type ListedMatchReview = Awaited<ReturnType<typeof listMatchReviews>>['data'][number]

export async function findMatchReview(db: Queryable, viewer: Viewer, uid: Uid) {
  return openReviews(db, viewer)
    .select(['r.id', 'r.plugin_id as pluginId', 'r.candidates', 'r.state'])
    .select(['s.uid as seriesUid', 's.id as seriesId', 'b.uid as bookUid'])
    .where('r.uid', '=', uid)
    .executeTakeFirst()
}

export async function setNeverMatch(tx: Tx, seriesId: number, isNever: boolean, now: number): Promise<void> {
  if (!isNever) {
    await tx.deleteFrom('match_never').where('series_id', '=', seriesId).execute()
    return
  }
  await sql`insert into match_never (series_id, created_at) values (${seriesId}, ${now})
    on conflict (series_id) do nothing`.execute(tx)
  await closeMatchReviews(tx, { allOfSeries: seriesId }, 'never', now)
}

export async function isNeverMatched(db: Queryable, seriesId: number): Promise<boolean> {
  const row = await db.query
    .selectFrom('match_never')
    .select('series_id')
    .where('series_id', '=', seriesId)
    .executeTakeFirst()
  return row !== undefined
}
