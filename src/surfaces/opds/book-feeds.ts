import { limitAndOffsetOf } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { findFullBook } from '../../store/book/full-book.ts'
import { listInProgress, listOnDeck } from '../../store/book/home-rows.ts'
import { listBooks } from '../../store/book/list.ts'
import { NOT_IN_HIDDEN_SERIES } from '../../store/list/hidden-series-condition.ts'
import type { Db } from '../../store/open.ts'
import { findSeries } from '../../store/series/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import {
  bookFilterFromFeedQuery,
  feedPathOf,
  listLanguages,
  makeFacetGroups,
  type ParsedFeedQuery,
} from './feed-filter.ts'
import type { Feed } from './feed-model.ts'
import { feedOfBooks } from './feed-of-items.ts'

export async function makeBookFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
  const book = await findFullBook(db, viewer, id)
  if (!book || book.deletedAt !== null) throw problem('not_found', 'There is no such book.')
  const head = { path: `books/${id}`, title: book.title, up: `series/${book.seriesUid}`, isOneSeries: true } as const
  return feedOfBooks(db, head, { data: [book], total: 1 }, query)
}

/** The books of one series. */
export async function makeSeriesFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery, id: string): Promise<Feed> {
  const series = await findSeries(db, viewer, id)
  if (!series) throw problem('not_found', 'There is no such series.')
  const filter = bookFilterFromFeedQuery(query, { seriesId: { op: 'in', ids: [id] } })
  const sort = [{ field: 'number', direction: 'asc' } as const]
  const found = await listBooks(db, viewer, { filter, sort }, limitAndOffsetOf(query))
  const base = `series/${id}`
  const head = {
    path: feedPathOf(base, query),
    title: series.title,
    up: `libraries/${series.libraryUid}`,
    facets: makeFacetGroups(base, query, []),
    isOneSeries: true,
  } as const
  return feedOfBooks(db, head, found, query)
}

export async function makeAllBooksFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const filter = bookFilterFromFeedQuery(query, NOT_IN_HIDDEN_SERIES)
  const found = await listBooks(db, viewer, { filter }, limitAndOffsetOf(query))
  const facets = makeFacetGroups('books', query, await listLanguages(db, viewer, query.library))
  return feedOfBooks(db, { path: feedPathOf('books', query), title: 'Books', up: '', facets }, found, query)
}

export async function makeRecentlyAddedFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const sort = [{ field: 'created_at', direction: 'desc' } as const]
  const filter = bookFilterFromFeedQuery(query, NOT_IN_HIDDEN_SERIES)
  const found = await listBooks(db, viewer, { filter, sort }, limitAndOffsetOf(query))
  return feedOfBooks(db, { path: feedPathOf('recently-added', query), title: 'Recently added', up: '' }, found, query)
}

export async function makeInProgressFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const found = await listInProgress(db, viewer, { libraryId: query.library }, limitAndOffsetOf(query))
  return feedOfBooks(db, { path: feedPathOf('in-progress', query), title: 'Continue reading', up: '' }, found, query)
}

export async function makeOnDeckFeed(db: Db, viewer: Viewer, query: ParsedFeedQuery): Promise<Feed> {
  const found = await listOnDeck(db, viewer, { libraryId: query.library }, limitAndOffsetOf(query))
  return feedOfBooks(db, { path: feedPathOf('on-deck', query), title: 'On deck', up: '' }, found, query)
}
