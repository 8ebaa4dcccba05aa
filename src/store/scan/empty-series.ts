import { sql } from 'kysely'
import type { Db, Tx } from '../open.ts'
import { completeRatings, updateAverageRating } from '../rating/rating.ts'
import { deleteIndexedWords } from '../search/index-words.ts'
import type { Uid } from '../uid.ts'
import { addToVisibilityClassCounts, updateVisibilityClasses } from '../visibility/visibility-class.ts'

export interface RemovedSeries {
  id: number
  uid: Uid
  class: number
}

/**
 * Deletes a series that has lost its last book to another one, and transfers its user data to its heir. A series that
 * still has books, including deleted ones, stays.
 */
export async function dropEmptySeries(
  tx: Tx,
  kind: Db['kind'],
  left: readonly { seriesId: number; heirId: number }[],
  now: number,
): Promise<RemovedSeries[]> {
  const heirs = new Map(
    left.filter(({ seriesId, heirId }) => seriesId !== heirId).map((one) => [one.seriesId, one.heirId]),
  )
  const dropped: RemovedSeries[] = []
  for (const [seriesId, heirId] of heirs) {
    const book = await tx.selectFrom('book').select('id').where('series_id', '=', seriesId).limit(1).executeTakeFirst()
    if (book) continue
    await bequeath(tx, seriesId, heirId, now)
    const removed = await removeSeries(tx, kind, seriesId)
    if (removed) dropped.push(removed)
  }
  return dropped
}

export async function removeSeries(tx: Tx, kind: Db['kind'], seriesId: number): Promise<RemovedSeries | undefined> {
  const gone = await tx
    .deleteFrom('series')
    .where('id', '=', seriesId)
    .returning(['id', 'uid', 'class', 'book_count'])
    .executeTakeFirst()
  if (!gone) return undefined
  await addToVisibilityClassCounts(tx, gone.class, -gone.book_count, -1)
  await deleteIndexedWords(tx, kind, 'series', [seriesId])
  return { id: gone.id, uid: gone.uid, class: gone.class }
}

/** Transfers ratings, lists, links and titles that the heir doesn't have. */
async function bequeath(tx: Tx, from: number, to: number, now: number): Promise<void> {
  await completeRatings(tx, 'series', { from, to })
  for (const [table, column] of KEPT_ONCE) {
    await sql`update ${sql.table(table)} set series_id = ${to} where series_id = ${from} and not exists (
      select 1 from ${sql.table(table)} there where there.series_id = ${to}
        and there.${sql.ref(column)} = ${sql.table(table)}.${sql.ref(column)})`.execute(tx)
  }
  await updateAverageRating(tx, to)
  for (const table of KEPT_PER_SERIES) {
    await sql`update ${sql.table(table)} set series_id = ${to} where series_id = ${from}
      and not exists (select 1 from ${sql.table(table)} there where there.series_id = ${to})`.execute(tx)
  }
  // Images in the old folder are not in the heir's.
  await tx
    .updateTable('cover')
    .set({ series_id: to })
    .where('series_id', '=', from)
    .where('artwork_path', 'is', null)
    .execute()
  await inheritRelations(tx, from, to)
  await inheritEdits(tx, from, to, now)
  await updateVisibilityClasses(tx, [to])
}

const KEPT_ONCE = [
  ['user_rating', 'user_id'],
  ['want_to_read', 'user_id'],
  ['collection_series', 'collection_id'],
  ['series_external_id', 'source'],
  ['series_external_link', 'source'],
  ['series_external_rating', 'source'],
  ['series_sharing_tag', 'sharing_tag_id'],
  ['alternate_title', 'title'],
  ['series_follow', 'user_id'],
  ['hidden_series', 'user_id'],
  ['series_alias', 'alias'],
  ['announced_release', 'external_release_id'],
] as const

/** Tables with at most one row per series. */
const KEPT_PER_SERIES = ['series_tracking', 'match_never'] as const

/** Two series are related at most once, whichever of them names the other. */
async function inheritRelations(tx: Tx, from: number, to: number): Promise<void> {
  for (const [own, other] of [
    ['series_id', 'other_id'],
    ['other_id', 'series_id'],
  ] as const) {
    await sql`update series_relation set ${sql.ref(own)} = ${to}
      where ${sql.ref(own)} = ${from} and ${sql.ref(other)} <> ${to} and not exists (
        select 1 from series_relation there
        where (there.series_id = ${to} and there.other_id = series_relation.${sql.ref(other)})
          or (there.other_id = ${to} and there.series_id = series_relation.${sql.ref(other)}))`.execute(tx)
  }
}

/** Fields that a user set on the old series apply to the new one too, unless a user set them there as well. */
async function inheritEdits(tx: Tx, from: number, to: number, now: number): Promise<void> {
  const rows = await tx.selectFrom('series').selectAll().where('id', 'in', [from, to]).execute()
  const old = rows.find((row) => row.id === from)
  const heir = rows.find((row) => row.id === to)
  if (!old || !heir) return
  const oldLocks = JSON.parse(old.locks) as string[]
  const heirLocks = JSON.parse(heir.locks) as string[]
  const inherited = oldLocks.filter((lock) => !heirLocks.includes(lock))
  if (inherited.length === 0) return
  const set: Record<string, unknown> = {}
  for (const lock of inherited)
    for (const column of COLUMNS_OF_LOCK[lock] ?? []) set[column] = old[column as keyof typeof old]
  await tx
    .updateTable('series')
    .set({ ...set, locks: JSON.stringify([...heirLocks, ...inherited]), updated_at: now })
    .where('id', '=', to)
    .execute()
  for (const facet of ['genre', 'tag'] as const) {
    if (!inherited.includes(`${facet}s`)) continue
    const links = sql.raw(`series_${facet}`)
    await sql`delete from ${links} where series_id = ${to}`.execute(tx)
    await sql`update ${links} set series_id = ${to} where series_id = ${from}`.execute(tx)
  }
}

const COLUMNS_OF_LOCK: Record<string, readonly string[]> = {
  title: ['title', 'title_key', 'sort_key'],
  titleSort: ['title_sort', 'sort_key'],
  summary: ['summary'],
  publisher: ['publisher', 'publisher_key'],
  imprint: ['imprint'],
  status: ['status'],
  ageRating: ['age_rating'],
  language: ['language'],
  readingDirection: ['reading_direction'],
  year: ['year'],
  totalBookCount: ['total_book_count'],
  authors: ['authors'],
  authorsJsonLock: ['authors'],
  customMetadata: ['custom_metadata'],
}
