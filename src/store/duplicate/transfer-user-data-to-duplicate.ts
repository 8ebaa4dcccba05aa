import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../open.ts'
import { updateSeriesProgressSums } from '../progress/series-progress-sums.ts'
import { completeRatings } from '../rating/rating.ts'
import { bumpRevisions } from '../revision.ts'
import { newUid } from '../uid.ts'
import { findViewingRights } from '../user/viewing-rights.ts'
import { visibleClasses } from '../visibility/visible-classes.ts'

/**
 * Transfers the user data of a book to a remaining one with the same content, as known from a scan. Each user's data
 * goes to a book that they may see, or stays. Of two reading positions the later one wins. The position is copied, in
 * case the book returns; everything else is moved. Returns whether there is such a book.
 */
export async function transferUserDataToDuplicate(tx: Tx, bookId: number): Promise<boolean> {
  const duplicates = await findDuplicates(tx, bookId)
  if (duplicates.length === 0) return false
  const people = await findPeople(tx, bookId)
  const receivers = await findReceivers(tx, people, duplicates)
  for (const [duplicate, userIds] of Map.groupBy(receivers.keys(), (userId) => receivers.get(userId)!)) {
    for (const userId of await copyPlaces(tx, bookId, duplicate, userIds))
      await updateSeriesProgressSums(tx, userId, duplicate.seriesId)
    await completeRatings(tx, 'book', { from: bookId, to: duplicate.id, userIds })
    for (const [table, isThere] of goingOver)
      await moveRows(tx, table, bookId, duplicate, isThere, isOf(table, userIds))
  }
  // Shared data goes to the duplicate that most likely the same users see.
  await moveRows(tx, 'read_list_book', bookId, duplicates[0]!, inSameList, isOf('read_list_book', null))
  await bumpRevisions(tx, 'catalog', ...people.map((id) => `user:${id}` as const))
  return true
}

async function moveRows(
  tx: Tx,
  table: string,
  bookId: number,
  duplicate: Duplicate,
  isThere: RawBuilder<unknown>,
  isTheirs: RawBuilder<unknown>,
): Promise<void> {
  await sql`update ${sql.table(table)} set book_id = ${duplicate.id} where book_id = ${bookId} and ${isTheirs} and not exists
    (select 1 from ${sql.table(table)} o where o.book_id = ${duplicate.id} and ${isThere})`.execute(tx)
}

/** The rows of these users; null: those of shared lists. */
function isOf(table: string, userIds: readonly number[] | null): RawBuilder<unknown> {
  const isAmong = (column: string) =>
    userIds ? sql`${sql.ref(column)} in (${sql.join(userIds)})` : sql`${sql.ref(column)} is null`
  if (table !== 'read_list_book') return isAmong('user_id')
  return sql`read_list_id in (select id from read_list where ${isAmong('owner_id')})`
}

const inSameList = sql`o.read_list_id = read_list_book.read_list_id`

/** The data of a book, and the condition that the duplicate already has the same. */
const goingOver: [table: string, isThere: RawBuilder<unknown>][] = [
  ['completion', sql`1 = 0`],
  ['reading_session', sql`1 = 0`],
  [
    'bookmark',
    sql`o.user_id = bookmark.user_id and coalesce(o.page, -1) = coalesce(bookmark.page, -1)
      and coalesce(o.locator, '') = coalesce(bookmark.locator, '') and coalesce(o.note, '') = coalesce(bookmark.note, '')`,
  ],
  [
    'annotation',
    sql`o.user_id = annotation.user_id and o.locator = annotation.locator and o.deleted_at is null
      and coalesce(o.note, '') = coalesce(annotation.note, '')`,
  ],
  ['read_list_book', inSameList],
  ['user_rating', sql`o.user_id = user_rating.user_id`],
  ['want_to_read', sql`o.user_id = want_to_read.user_id`],
]

interface Duplicate {
  id: number
  seriesId: number
  class: number
}

/** First those that the same users see, then those of the same series. */
async function findDuplicates(tx: Tx, bookId: number): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`select o.id, o.series_id as "seriesId", o.class
    from book b join book o on o.hash = b.hash and o.file_size = b.file_size and o.id <> b.id and o.class > 0
      join series s on s.id = b.series_id
    where b.id = ${bookId} and b.hash <> ''
    order by case when o.class = s.class then 0 else 1 end, case when o.series_id = s.id then 0 else 1 end, o.id`.execute(
    tx,
  )
  return rows
}

/** For each of these users, the first duplicate that they may see. */
async function findReceivers(
  tx: Tx,
  people: readonly number[],
  duplicates: readonly Duplicate[],
): Promise<Map<number, Duplicate>> {
  const classes = await tx
    .selectFrom('class')
    .select(['id', 'library_id', 'age_rating', 'sharing_tags'])
    .where('id', 'in', [...new Set(duplicates.map((duplicate) => duplicate.class))])
    .execute()
  const receivers = new Map<number, Duplicate>()
  for (const userId of people) {
    const rights = await findViewingRights({ query: tx }, userId)
    const sees = rights && visibleClasses(classes, rights)
    const duplicate = sees && duplicates.find((one) => sees.everything || sees.classes.includes(one.class))
    if (duplicate) receivers.set(userId, duplicate)
  }
  return receivers
}

async function findPeople(tx: Tx, bookId: number): Promise<number[]> {
  const peopleIn = (table: string) => sql`select user_id from ${sql.table(table)} where book_id = ${bookId}`
  const own = [
    'progress',
    'completion',
    'reading_session',
    'bookmark',
    'annotation',
    'user_rating',
    'want_to_read',
  ].map(peopleIn)
  const { rows } = await sql<{ user_id: number }>`${sql.join(own, sql` union `)}
    union select l.owner_id as user_id from read_list l join read_list_book m on m.read_list_id = l.id
    where m.book_id = ${bookId} and l.owner_id is not null`.execute(tx)
  return rows.map((row) => row.user_id)
}

/** Returns the users whose position was copied. */
async function copyPlaces(tx: Tx, bookId: number, duplicate: Duplicate, userIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('progress')
    .selectAll()
    .where('book_id', 'in', [bookId, duplicate.id])
    .where('user_id', 'in', userIds)
    .execute()
  const ofDuplicate = new Map(rows.filter((row) => row.book_id === duplicate.id).map((row) => [row.user_id, row]))
  const later = rows.filter(
    (row) =>
      row.book_id === bookId && (ofDuplicate.get(row.user_id)?.read_at ?? Number.NEGATIVE_INFINITY) < row.read_at,
  )
  for (const row of later) {
    const { user_id } = row
    const before = ofDuplicate.get(user_id)
    const started_at = Math.min(row.started_at, before?.started_at ?? row.started_at)
    const [uid, book_id, series_id] = [before?.uid ?? newUid(), duplicate.id, duplicate.seriesId]
    for (const table of ['progress', 'reading_position'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', user_id).where('book_id', '=', duplicate.id).execute()
    }
    await tx
      .insertInto('progress')
      .values({ ...row, uid, book_id, series_id, started_at })
      .execute()
    await sql`insert into reading_position (user_id, book_id, locator, pointer, device, device_id, updated_at)
      select user_id, ${duplicate.id}, locator, pointer, device, device_id, updated_at from reading_position
      where user_id = ${user_id} and book_id = ${bookId}`.execute(tx)
  }
  return later.map((row) => row.user_id)
}
