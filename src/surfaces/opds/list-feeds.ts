import { limitAndOffsetOf } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { addBookMetadata } from '../../store/book/full-book.ts'
import { readBooks } from '../../store/book/read.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { findCuratedList, listCuratedLists, listVisibleMemberIds } from '../../store/curated-list/read.ts'
import type { Db } from '../../store/open.ts'
import { readSeries } from '../../store/series/read.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { listWantToRead } from '../../store/want-to-read/want-to-read.ts'
import { feedPathOf, type ParsedFeedQuery } from './feed-filter.ts'
import type { Feed } from './feed-model.ts'
import { feedOfBooks, feedOfLists, feedOfSeries } from './feed-of-items.ts'

export const makeCollectionsFeed = (db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> =>
  makeListsFeed(db, viewer, query, collectionKind, { base: 'collections', title: 'Collections' })

export const makeReadListsFeed = (db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> =>
  makeListsFeed(db, viewer, query, readListKind, { base: 'readlists', title: 'Read lists' })

/** The series of one collection. */
export async function makeCollectionFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
  const list = await readList(db, viewer, collectionKind, id)
  const { ids, total } = await listVisibleMemberIds(db, viewer, collectionKind, list, limitAndOffsetOf(query))
  const found = { data: await readSeries(db, viewer, ids), total }
  return feedOfSeries(
    { path: feedPathOf(`collections/${id}`, query), title: list.name, up: 'collections' },
    found,
    query,
  )
}

/** The books of one read list. */
export async function makeReadListFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
  const list = await readList(db, viewer, readListKind, id)
  const { ids, total } = await listVisibleMemberIds(db, viewer, readListKind, list, limitAndOffsetOf(query))
  const found = { data: await readBooks(db, viewer, ids), total }
  return feedOfBooks(
    db,
    { path: feedPathOf(`readlists/${id}`, query), title: list.name, up: 'readlists' },
    found,
    query,
  )
}

/** Series, and single books, that the user wants to read. */
export async function makeWantToReadFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const series = await listWantToRead(db, viewer, 'series', limitAndOffsetOf(query))
  const books = await listWantToRead(db, viewer, 'book', limitAndOffsetOf(query))
  const found = { data: await readSeries(db, viewer, series.ids), total: Math.max(series.total, books.total) }
  const head = { path: feedPathOf('want-to-read', query), title: 'Want to read', up: '' }
  const publications = await addBookMetadata(db, await readBooks(db, viewer, books.ids))
  return { ...feedOfSeries(head, found, query), publications }
}

async function makeListsFeed(
  db: Db,
  viewer: Viewer,
  query: ParsedFeedQuery,
  kind: ListKind,
  { base, title }: { base: string; title: string },
): Promise<Feed> {
  const libraryIds = query.library ? [query.library] : undefined
  const found = await listCuratedLists(db, viewer, kind, { ...limitAndOffsetOf(query), libraryIds })
  return feedOfLists({ path: feedPathOf(base, query), title, up: '' }, kind, base, found, query)
}

async function readList(db: Db, viewer: Viewer, kind: ListKind, id: string) {
  const uid = parseUid(id)
  const list = uid && (await findCuratedList(db, viewer, kind, uid))
  if (!list) throw problem('not_found', 'There is no such list.')
  return list
}
