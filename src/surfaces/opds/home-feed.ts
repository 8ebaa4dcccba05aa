import { addBookMetadata } from '../../store/book/full-book.ts'
import { listInProgress, listOnDeck } from '../../store/book/home-rows.ts'
import { listBooks } from '../../store/book/list.ts'
import type { Db } from '../../store/open.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { Feed, FeedGroup, NavigationEntry } from './feed-model.ts'
import { SERVER_START_TIME } from './make-feeds.ts'

/** The first feed: where one can go, and what a reader most likely came for. */
export async function makeHomeFeed(db: Db, viewer: Viewer, options: { withGroups: boolean }): Promise<Feed> {
  return {
    path: '',
    title: 'Lectern',
    updated: SERVER_START_TIME,
    groups: options.withGroups ? await readGroups(db, viewer) : [],
    publications: [],
    facets: [],
    navigation: [
      entry('in-progress', 'Continue reading', 'Books in progress', 'acquisition'),
      entry('on-deck', 'On deck', 'The next book of each series you are reading', 'acquisition'),
      entry('recently-added', 'Recently added', 'Recently added books', 'acquisition'),
      entry('libraries', 'Libraries', 'By library', 'navigation'),
      entry('series', 'Series', 'All series', 'navigation'),
      entry('books', 'Books', 'All books', 'acquisition'),
      entry('collections', 'Collections', 'Series grouped together', 'navigation'),
      entry('readlists', 'Read lists', 'Books in a chosen order', 'navigation'),
    ],
  }
}

const entry = (path: string, title: string, summary: string, leadsTo: NavigationEntry['leadsTo']): NavigationEntry => ({
  id: path,
  title,
  path,
  summary,
  updated: SERVER_START_TIME,
  leadsTo,
  ...(path === 'recently-added' && { rel: 'http://opds-spec.org/sort/new' as const }),
})

/** Without another step. */
async function readGroups(db: Db, viewer: Viewer): Promise<FeedGroup[]> {
  const few = { limit: 10, offset: 0 }
  const newestFirst = [{ field: 'created_at', direction: 'desc' } as const]
  const lists = [
    ['in-progress', 'Continue reading', await listInProgress(db, viewer, {}, few)],
    ['on-deck', 'On deck', await listOnDeck(db, viewer, {}, few)],
    ['recently-added', 'Recently added', await listBooks(db, viewer, { sort: newestFirst }, few)],
  ] as const
  const groups = lists.map(async ([path, title, { data, total }]) => ({
    path,
    title,
    total,
    publications: await addBookMetadata(db, data),
  }))
  return (await Promise.all(groups)).filter((group) => group.publications.length > 0)
}
