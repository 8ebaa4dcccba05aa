import { addBookMetadata } from '../../store/book/full-book.ts'
import type { BookView } from '../../store/book/view.ts'
import type { ListKind } from '../../store/curated-list/list-kind.ts'
import type { CuratedListView } from '../../store/curated-list/read.ts'
import type { ListPage } from '../../store/list/page-range.ts'
import type { Db } from '../../store/open.ts'
import type { SeriesView } from '../../store/series/view.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ParsedFeedQuery } from './feed-filter.ts'
import type { Feed, NavigationEntry } from './feed-model.ts'

/** The fixed part of a feed; the results fill in the rest. */
type FeedHead = Pick<Feed, 'path' | 'title' | 'up' | 'isOneSeries'> & Partial<Pick<Feed, 'facets'>>

export async function feedOfBooks(
  db: Db,
  head: FeedHead,
  found: ListPage<BookView>,
  query: ParsedFeedQuery,
): Promise<Feed> {
  return { ...feedOf(head, found, query), publications: await addBookMetadata(db, found.data) }
}

export function feedOfSeries(head: FeedHead, found: ListPage<SeriesView>, query: ParsedFeedQuery): Feed {
  return { ...feedOf(head, found, query), navigation: found.data.map(seriesEntry) }
}

/** `base`: the parent path of each list. */
export function feedOfLists(
  head: FeedHead,
  kind: ListKind,
  base: string,
  found: ListPage<CuratedListView>,
  query: ParsedFeedQuery,
): Feed {
  return { ...feedOf(head, found, query), navigation: found.data.map((list) => listEntry(kind, base, list)) }
}

/** The fixed feeds change with the program, not with the books. */
export const SERVER_START_TIME = Date.now()

function feedOf(head: FeedHead, found: ListPage<{ updatedAt: number }>, { page, pageSize }: ParsedFeedQuery): Feed {
  return {
    navigation: [],
    publications: [],
    facets: [],
    updated: newest(found.data),
    ...head,
    paging: { page, pageSize, total: found.total },
  }
}

function listEntry(kind: ListKind, base: string, list: CuratedListView): NavigationEntry {
  const id = bytesToUuid(list.uid)
  const what = kind.member === 'book' ? 'books' : 'series'
  return {
    id: `${kind.table}:${id}`,
    title: list.name,
    path: `${base}/${id}`,
    summary: list.summary ?? `${list.memberCount} ${what}`,
    updated: list.updatedAt,
    count: list.memberCount,
    leadsTo: kind.member === 'book' ? 'acquisition' : 'navigation',
  }
}

function seriesEntry(one: SeriesView): NavigationEntry {
  const count = `${one.bookCount} ${one.bookCount === 1 ? 'book' : 'books'}`
  return {
    id: `series:${one.uid}`,
    title: one.title,
    path: `series/${one.uid}`,
    summary: one.summary ?? count,
    updated: one.updatedAt,
    count: one.bookCount,
    thumbnail: `series/${one.uid}/thumbnail`,
    leadsTo: 'acquisition',
  }
}

const newest = (things: readonly { updatedAt: number }[]): number =>
  things.reduce((latest, thing) => Math.max(latest, thing.updatedAt), 0) || SERVER_START_TIME
