import type { Asks } from '../open.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { isVisible } from '../visibility/filter.ts'

/** One line of what a person read; files are named, so that it means something elsewhere too. */
export interface ReadLine {
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

export async function exportProgress(db: Asks, viewer: Viewer): Promise<ReadLine[]> {
  const rows = await db.query
    .selectFrom('progress as p')
    .innerJoin('book as b', 'b.id', 'p.book_id')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .select(['b.uid', 's.title as series', 'b.title', 'b.number_text', 'b.path', 'b.hash'])
    .select(['p.page', 'p.percentage', 'p.done', 'p.started_at', 'p.read_at', 'p.completed_at'])
    .where('p.user_id', '=', viewer.userId)
    .where(isVisible(db.kind, viewer.sees, 'b.class'))
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

/** What else a person made: marks, ratings, wishes, and the lists that are theirs alone. */
export async function exportOwn(db: Asks, viewer: Viewer) {
  const [bookmarks, ratings, lists, collections, wishes] = await Promise.all([
    db.query
      .selectFrom('bookmark as m')
      .innerJoin('book as b', 'b.id', 'm.book_id')
      .select(['b.uid', 'b.title', 'm.page', 'm.locator', 'm.note', 'm.created_at'])
      .where('m.user_id', '=', viewer.userId)
      .where(isVisible(db.kind, viewer.sees, 'b.class'))
      .orderBy('m.id')
      .execute(),
    db.query
      .selectFrom('user_rating as r')
      .innerJoin('series as s', 's.id', 'r.series_id')
      .select(['s.uid', 's.title', 'r.rating', 'r.notes'])
      .where('r.user_id', '=', viewer.userId)
      .where(isVisible(db.kind, viewer.sees, 's.class'))
      .orderBy('r.id')
      .execute(),
    db.query
      .selectFrom('read_list as l')
      .innerJoin('read_list_book as m', 'm.read_list_id', 'l.id')
      .innerJoin('book as b', 'b.id', 'm.book_id')
      .select(['l.uid as list', 'l.name', 'b.uid', 'b.title'])
      .where('l.owner_id', '=', viewer.userId)
      .where(isVisible(db.kind, viewer.sees, 'b.class'))
      .orderBy('l.id')
      .orderBy('m.position')
      .execute(),
    db.query
      .selectFrom('collection as l')
      .innerJoin('collection_series as m', 'm.collection_id', 'l.id')
      .innerJoin('series as b', 'b.id', 'm.series_id')
      .select(['l.uid as list', 'l.name', 'b.uid', 'b.title'])
      .where('l.owner_id', '=', viewer.userId)
      .where(isVisible(db.kind, viewer.sees, 'b.class'))
      .orderBy('l.id')
      .orderBy('m.position')
      .execute(),
    db.query
      .selectFrom('want_to_read as w')
      .innerJoin('series as s', 's.id', 'w.series_id')
      .select(['s.uid', 's.title'])
      .where('w.user_id', '=', viewer.userId)
      .where(isVisible(db.kind, viewer.sees, 's.class'))
      .orderBy('w.id')
      .execute(),
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
    ratings: ratings.map(({ uid, title, rating, notes }) => ({ seriesId: bytesToUuid(uid), title, rating, notes })),
    readLists: grouped(lists),
    collections: grouped(collections),
    wantToRead: wishes.map(({ uid, title }) => ({ seriesId: bytesToUuid(uid), title })),
  }
}

function grouped(rows: readonly { list: Uint8Array; name: string; uid: Uint8Array; title: string }[]) {
  return [...Map.groupBy(rows, (row) => bytesToUuid(row.list)).values()].map((members) => ({
    name: members[0]!.name,
    members: members.map(({ uid, title }) => ({ id: bytesToUuid(uid), title })),
  }))
}

const time = (ms: number): string => new Date(ms).toISOString()
