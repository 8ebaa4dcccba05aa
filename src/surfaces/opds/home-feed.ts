import { problem } from '../../contract/problems.ts'
import type { BookFilter } from '../../store/book/filter.ts'
import { addBookMetadata } from '../../store/book/full-book.ts'
import { listInProgress, listOnDeck } from '../../store/book/home-rows.ts'
import { listBooks } from '../../store/book/list.ts'
import { findVisibleLibrary } from '../../store/library/visible-libraries.ts'
import { filterByAll } from '../../store/list/combine-filters.ts'
import { NOT_IN_HIDDEN_SERIES } from '../../store/list/hidden-series-condition.ts'
import type { Db } from '../../store/open.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { Feed, FeedGroup, NavigationEntry } from './feed-model.ts'
import { SERVER_START_TIME } from './feed-of-items.ts'

interface HomeFeedOptions {
  withGroups: boolean
  /** Public id: the first feed of one library. */
  library?: string
}

/** The first feed: the navigation, and what readers most likely came for. */
export async function makeHomeFeed(db: Db, viewer: Viewer, options: HomeFeedOptions): Promise<Feed> {
  const uid = options.library === undefined ? undefined : parseUid(options.library)
  const library = uid && (await findVisibleLibrary(db, viewer, uid))
  if (options.library !== undefined && !library) throw problem('not_found', 'There is no such library.')
  const below = library ? `?library=${options.library}` : ''
  const groups = options.withGroups ? await readGroups(db, viewer, options.library) : []
  return {
    path: library ? `catalog${below}` : '',
    title: library?.name ?? 'Lectern',
    ...(library && { up: 'libraries' }),
    updated: SERVER_START_TIME,
    groups: groups.map((group) => ({ ...group, path: group.path + below })),
    publications: [],
    facets: [],
    navigation: NAVIGATION.filter(({ path }) => !library || path !== 'libraries').map((one) => ({
      ...one,
      path: one.path + below,
    })),
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

const NAVIGATION: readonly NavigationEntry[] = [
  entry('in-progress', 'Continue reading', 'Books in progress', 'acquisition'),
  entry('on-deck', 'On deck', 'The next book of each series you are reading', 'acquisition'),
  entry('recently-added', 'Recently added', 'Recently added books', 'acquisition'),
  entry('libraries', 'Libraries', 'By library', 'navigation'),
  entry('series', 'Series', 'All series', 'navigation'),
  entry('series/latest', 'Latest series', 'Series with the newest files', 'navigation'),
  entry('books', 'Books', 'All books', 'acquisition'),
  entry('publishers', 'Publishers', 'Series by publisher', 'navigation'),
  entry('collections', 'Collections', 'Series grouped together', 'navigation'),
  entry('readlists', 'Read lists', 'Books in a chosen order', 'navigation'),
]

/** Shows the first books without another step. */
async function readGroups(db: Db, viewer: Viewer, libraryId: string | undefined): Promise<FeedGroup[]> {
  const few = { limit: 10, offset: 0 }
  const newestFirst = [{ field: 'created_at', direction: 'desc' } as const]
  const filter = filterByAll<BookFilter>([
    libraryId === undefined ? undefined : { library: { op: 'in', ids: [libraryId] } },
    NOT_IN_HIDDEN_SERIES,
  ])
  const lists = [
    ['in-progress', 'Continue reading', await listInProgress(db, viewer, { libraryId }, few)],
    ['on-deck', 'On deck', await listOnDeck(db, viewer, { libraryId }, few)],
    ['recently-added', 'Recently added', await listBooks(db, viewer, { filter, sort: newestFirst }, few)],
  ] as const
  const groups = lists.map(async ([path, title, { data, total }]) => ({
    path,
    title,
    total,
    publications: await addBookMetadata(db, data),
  }))
  return (await Promise.all(groups)).filter((group) => group.publications.length > 0)
}
