import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import { listPreferences } from '../preference/preference.ts'
import { listSavedFiltersOfUser } from '../saved-filter/saved-filter.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** One line of a user's progress; it includes the file, to be useful elsewhere too. */
export interface ExportedProgressLine {
  bookId: string
  series: string
  title: string
  number: string | null
  file: string
  fileHash: string
  page: number
  percentage: number | null
  completed: boolean
  startedAt: string
  updatedAt: string
  completedAt: string | null
}

export async function readProgressForExport(db: Queryable, viewer: Viewer): Promise<ExportedProgressLine[]> {
  const rows = await db.query
    .selectFrom('progress as p')
    .innerJoin('book as b', 'b.id', 'p.book_id')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .select(['b.uid', 's.title as series', 'b.title', 'b.number_text', 'b.path', 'b.hash'])
    .select(['p.page', 'p.percentage', 'p.done', 'p.started_at', 'p.read_at', 'p.completed_at'])
    .where('p.user_id', '=', viewer.userId)
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .orderBy('p.read_at', 'desc')
    .orderBy('b.id')
    .execute()
  return rows.map((row) => ({
    bookId: bytesToUuid(row.uid),
    series: row.series,
    title: row.title,
    number: row.number_text,
    file: row.path,
    fileHash: row.hash,
    page: row.page,
    percentage: row.percentage,
    completed: row.done === 1,
    startedAt: time(row.started_at),
    updatedAt: time(row.read_at),
    completedAt: row.completed_at === null ? null : time(row.completed_at),
  }))
}

/**
 * The rest of a user's data: bookmarks, ratings, books to read, private lists, followed and hidden series,
 * filters and preferences.
 */
export async function readOtherUserDataForExport(db: Queryable, viewer: Viewer) {
  const bookmarks = await db.query
    .selectFrom('bookmark as m')
    .innerJoin('book as b', 'b.id', 'm.book_id')
    .select(['b.uid', 'b.title', 'm.page', 'm.locator', 'm.note', 'm.created_at'])
    .where('m.user_id', '=', viewer.userId)
    .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
    .orderBy('m.id')
    .execute()
  const [ofSeries, ofBooks] = await Promise.all([readOf(db, viewer, 'series'), readOf(db, viewer, 'book')])
  const [filters, preferences] = await Promise.all([
    listSavedFiltersOfUser(db, viewer.userId),
    listPreferences(db, viewer.userId),
  ])
  return {
    bookmarks: bookmarks.map((row) => ({
      bookId: bytesToUuid(row.uid),
      title: row.title,
      page: row.page,
      locator: row.locator === null ? null : JSON.parse(row.locator),
      note: row.note,
      createdAt: time(row.created_at),
    })),
    ratings: ofSeries.ratings.map(({ uid, ...rating }) => ({ seriesId: bytesToUuid(uid), ...rating })),
    bookRatings: ofBooks.ratings.map(({ uid, ...rating }) => ({ bookId: bytesToUuid(uid), ...rating })),
    readLists: grouped(ofBooks.listed),
    collections: grouped(ofSeries.listed),
    wantToRead: ofSeries.wantToRead.map(({ uid, title }) => ({ seriesId: bytesToUuid(uid), title })),
    followedSeries: await readMarkedSeries(db, viewer, 'series_follow'),
    hiddenSeries: await readMarkedSeries(db, viewer, 'hidden_series'),
    savedFilters: filters.map(({ name, target, query }) => ({ name, target, query: JSON.parse(query) })),
    preferences: Object.fromEntries(preferences.map(({ name, value }) => [name, value])),
    booksToRead: ofBooks.wantToRead.map(({ uid, title }) => ({ bookId: bytesToUuid(uid), title })),
  }
}

/** Books and series are rated, marked to read and listed alike. */
async function readOf(db: Queryable, viewer: Viewer, entity: 'series' | 'book') {
  const lists = entity === 'series' ? 'collection' : 'read_list'
  const isTheirs = (owner: string) =>
    sql`${sql.ref(owner)} = ${viewer.userId} and ${visibilityCondition(db.kind, viewer.sees, 'n.class')}`
  const named = sql`join ${sql.table(entity)} n on n.id = ${sql.ref(`m.${entity}_id`)}`
  const [ratings, wantToRead, listed] = await Promise.all([
    sql<Named & { rating: number | null; notes: string | null }>`select n.uid, n.title, m.rating, m.notes
      from user_rating m ${named} where ${isTheirs('m.user_id')} order by m.id`.execute(db.query),
    sql<Named>`select n.uid, n.title from want_to_read m ${named}
      where ${isTheirs('m.user_id')} order by m.id`.execute(db.query),
    sql<Named & { list: Uint8Array; name: string }>`select n.uid, n.title, l.uid as list, l.name
      from ${sql.table(lists)} l join ${sql.table(`${lists}_${entity}`)} m on ${sql.ref(`m.${lists}_id`)} = l.id ${named}
      where ${isTheirs('l.owner_id')} order by l.id, m.position`.execute(db.query),
  ])
  return { ratings: ratings.rows, wantToRead: wantToRead.rows, listed: listed.rows }
}

async function readMarkedSeries(db: Queryable, viewer: Viewer, table: 'series_follow' | 'hidden_series') {
  const { rows } = await sql<Named>`select n.uid, n.title from ${sql.table(table)} m join series n on n.id = m.series_id
    where m.user_id = ${viewer.userId} and ${visibilityCondition(db.kind, viewer.sees, 'n.class')}
    order by m.created_at, m.series_id`.execute(db.query)
  return rows.map(({ uid, title }) => ({ seriesId: bytesToUuid(uid), title }))
}

interface Named {
  uid: Uint8Array
  title: string
}

function grouped(rows: readonly (Named & { list: Uint8Array; name: string })[]) {
  return [...Map.groupBy(rows, (row) => bytesToUuid(row.list)).values()].map((members) => ({
    name: members[0]!.name,
    members: members.map(({ uid, title }) => ({ id: bytesToUuid(uid), title })),
  }))
}

const time = (ms: number): string => new Date(ms).toISOString()
