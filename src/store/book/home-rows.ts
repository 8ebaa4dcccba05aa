import { type RawBuilder, sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { isHiddenCondition } from '../hidden-series/hidden-series.ts'
import { listSignatureOf } from '../list/list-signature.ts'
import { type ListPage, limitOffset, type PageRange } from '../list/page-range.ts'
import { visibilityInLibraries } from '../list/visibility-in-libraries.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions, revisionForViewer } from '../revision.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { readBooks } from './read.ts'
import { bookReadingOrderSql } from './sorts.ts'
import type { BookView } from './view.ts'

/**
 * The lists of a user's home page, without the series that the user has hidden. They grow with what the user has read,
 * not with the library.
 */
export interface HomeRowQuery {
  /** Public id. */
  libraryId?: string
  /** Several public ids. */
  libraryIds?: readonly string[]
}

/** Started but not finished, most recently read first. */
export function listInProgress(
  db: Db,
  viewer: Viewer,
  query: HomeRowQuery,
  rows: PageRange,
): Promise<ListPage<BookView>> {
  return listByProgress(db, viewer, query, rows, true)
}

/** What the viewer has opened, most recent first. */
export function listRecentlyRead(
  db: Db,
  viewer: Viewer,
  query: HomeRowQuery,
  rows: PageRange,
): Promise<ListPage<BookView>> {
  return listByProgress(db, viewer, query, rows, false)
}

/**
 * What to read next: the first unread book of each series in which a book is finished, none is in progress, and some
 * are left; the most recently read series comes first.
 */
export async function listOnDeck(
  db: Db,
  viewer: Viewer,
  query: HomeRowQuery,
  rows: PageRange,
): Promise<ListPage<BookView>> {
  const sees = await visibilityInLibraries(db, viewer, query.libraryIds ?? query.libraryId)
  const from = sql`from series_progress d cross join series s
    where d.user_id = ${viewer.userId} and d.open = 0 and d.done > 0 and s.id = d.series_id
      and d.done < s.book_count and not ${isHiddenCondition(db.kind, viewer.userId, 's.id')}
      and ${visibilityCondition(db.kind, sees, 's.class')}`
  const next = sql`(select b.id from book b where b.series_id = s.id and b.class > 0
    and not exists (select 1 from progress np where np.user_id = ${viewer.userId} and np.book_id = b.id)
    order by ${bookReadingOrderSql} limit 1)`
  return readRow(
    db,
    viewer,
    rows,
    ['deck', sees.key],
    sql`select ${next} as id ${from} order by d.last_read desc, d.series_id desc`,
    from,
  )
}

async function listByProgress(
  db: Db,
  viewer: Viewer,
  query: HomeRowQuery,
  rows: PageRange,
  onlyOpen: boolean,
): Promise<ListPage<BookView>> {
  const sees = await visibilityInLibraries(db, viewer, query.libraryIds ?? query.libraryId)
  // PostgreSQL would rather scan all books than look up a few hundred; `offset 0` prevents that.
  const book =
    db.kind === 'sqlite'
      ? sql`book b`
      : sql`lateral (select book.id, book.series_id, book.class from book where book.id = pr.book_id offset 0) b`
  const from = sql`from progress pr cross join ${book}
    where pr.user_id = ${viewer.userId} ${onlyOpen ? sql`and pr.done = 0 and not ${isDismissed}` : sql``} and b.id = pr.book_id
      and not ${isHiddenCondition(db.kind, viewer.userId, 'b.series_id')} and ${visibilityCondition(db.kind, sees, 'b.class')}`
  const ids = sql`select pr.book_id as id ${from} order by pr.read_at desc, pr.book_id desc`
  return readRow(db, viewer, rows, ['progress', sees.key, onlyOpen], ids, from)
}

const isDismissed = sql`exists (select 1 from dismissed_book h
  where h.user_id = pr.user_id and h.book_id = pr.book_id and h.read_at >= pr.read_at)`

/**
 * Hides the book from the books in progress until the user opens it again. The progress is kept. False: the book was
 * not started.
 */
export async function dismissFromInProgress(tx: Tx, userId: number, bookId: number): Promise<boolean> {
  const progress = tx.selectFrom('progress').select('read_at').where('user_id', '=', userId)
  const begun = await progress.where('book_id', '=', bookId).executeTakeFirst()
  if (!begun) return false
  const { read_at } = begun
  await tx
    .insertInto('dismissed_book')
    .values({ user_id: userId, book_id: bookId, read_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'book_id']).doUpdateSet({ read_at }))
    .execute()
  await bumpRevisions(tx, `user:${userId}`)
  return true
}

const homeRowTotalsCache = defineCache<string, number>('home_row_totals', { maxEntries: 500 })

async function readRow(
  db: Db,
  viewer: Viewer,
  rows: PageRange,
  name: unknown[],
  ids: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<ListPage<BookView>> {
  const page = await sql<{ id: number }>`${ids} ${limitOffset(rows)}`.execute(db.query)
  const data = await readBooks(
    db,
    viewer,
    page.rows.map((row) => row.id),
  )
  if (rows.offset === 0 && page.rows.length < rows.limit) return { data, total: page.rows.length }
  const revision = await revisionForViewer(db, viewer, 'catalog', 'access', `user:${viewer.userId}`)
  const total = await homeRowTotalsCache(db).load(listSignatureOf(viewer.userId, ...name), revision, async () => {
    const counted = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db.slowQuery)
    return counted.rows[0]!.n
  })
  return { data, total }
}
