import { kavitaFeeds, opdsRoutes } from '../../contract/opds.ts'
import type { AppContext } from '../app-context.ts'
import { answerWithRevisionEtag } from '../edge/etag.ts'
import { cacheFeed, type TextWithMediaType } from '../edge/response-cache.ts'
import { responseRevision } from '../edge/response-revision.ts'
import { escapeXml } from '../present/escape-xml.ts'
import { type OpenSurface, serve, type ViewerRequest } from '../serve.ts'
import {
  makeAllBooksFeed,
  makeBookFeed,
  makeInProgressFeed,
  makeOnDeckFeed,
  makeRecentlyAddedFeed,
  makeSeriesFeed,
} from './book-feeds.ts'
import type { Feed } from './feed-model.ts'
import { makeHomeFeed } from './home-feed.ts'
import {
  makeCollectionFeed,
  makeCollectionsFeed,
  makeReadListFeed,
  makeReadListsFeed,
  makeWantToReadFeed,
} from './list-feeds.ts'
import { makeOpdsUrlBuilder, type OpdsEndpoint } from './opds-url-builder.ts'
import {
  acquisitionFeedMediaType,
  atomFeedMediaTypeOf,
  navigationFeedMediaType,
  renderAtomFeed,
} from './render-atom.ts'
import { opdsFeedMediaType, renderJsonFeed } from './render-opds-json.ts'
import { makeSearchFeed } from './search-feeds.ts'
import {
  makeAllSeriesFeed,
  makeLatestSeriesFeed,
  makeLibrariesFeed,
  makeLibraryFeed,
  makePublishersFeed,
} from './series-feeds.ts'

/** Feeds with other names in Kavita. */
export function mountKavitaFeeds(surface: OpenSurface, context: AppContext, root: OpdsEndpoint): void {
  const { db } = context
  const routes = kavitaFeeds(root.path)
  const sendFeed = feedSender(context, root)
  for (const [route, make] of [
    [routes.recentlyUpdated, makeRecentlyAddedFeed],
    [routes.readLists, makeReadListsFeed],
    [routes.wantToRead, makeWantToReadFeed],
  ] as const) {
    serve(surface, route, (input) => sendFeed(input, () => make(db, input.viewer, input.query)))
  }
  for (const [route, make] of [
    [routes.readList, makeReadListFeed],
    [routes.volume, makeSeriesFeed],
  ] as const) {
    serve(surface, route, (input) => sendFeed(input, () => make(db, input.viewer, input.query, input.params.id)))
  }
  serve(surface, routes.chapter, (input) =>
    sendFeed(input, () => makeBookFeed(db, input.viewer, input.query, input.params.chapterId)),
  )
}

/** The feeds of the catalogue below one root. */
export function mountFeeds(surface: OpenSurface, context: AppContext, root: OpdsEndpoint): void {
  const { db } = context
  const routes = opdsRoutes(root.path, root.as)
  const sendFeed = feedSender(context, root)

  for (const route of [routes.root, routes.catalog]) {
    serve(surface, route, (input) =>
      sendFeed(input, () => makeHomeFeed(db, input.viewer, { withGroups: root.as === 'json', ...input.query })),
    )
  }
  serve(surface, routes.libraries, (input) => sendFeed(input, () => makeLibrariesFeed(db, input.viewer)))
  for (const [route, make] of [
    [routes.allSeries, makeAllSeriesFeed],
    [routes.latestSeries, makeLatestSeriesFeed],
    [routes.publishers, makePublishersFeed],
    [routes.allBooks, makeAllBooksFeed],
    [routes.recentlyAdded, makeRecentlyAddedFeed],
    [routes.onDeck, makeOnDeckFeed],
    [routes.inProgress, makeInProgressFeed],
    [routes.collections, makeCollectionsFeed],
    [routes.readLists, makeReadListsFeed],
  ] as const) {
    serve(surface, route, (input) => sendFeed(input, () => make(db, input.viewer, input.query)))
  }
  for (const [route, make] of [
    [routes.library, makeLibraryFeed],
    [routes.oneSeries, makeSeriesFeed],
    [routes.collection, makeCollectionFeed],
    [routes.readList, makeReadListFeed],
  ] as const) {
    serve(surface, route, (input) => sendFeed(input, () => make(db, input.viewer, input.query, input.params.id)))
  }
  serve(surface, routes.search, (input) =>
    sendFeed(input, () => makeSearchFeed(db, input.viewer, input.query, { withLinks: root.as === 'json' })),
  )
  serve(surface, routes.openSearch, (input) => writeOpenSearch(makeOpdsUrlBuilder(root, input), input.query.target))
}

/** The start of the catalogue at a separate path; its links lead to `root`. */
export function mountStartFeed(surface: OpenSurface, context: AppContext, path: string, root: OpdsEndpoint): void {
  const { db } = context
  const sendFeed = feedSender(context, root)
  serve(surface, opdsRoutes(path, root.as).root, (input) =>
    sendFeed(input, () => makeHomeFeed(db, input.viewer, { withGroups: root.as === 'json' })),
  )
}

function feedSender({ db }: AppContext, root: OpdsEndpoint) {
  /** Apps set up for Komga expect its titles. */
  const namesSeries = ({ request }: ViewerRequest) => request.server.edge.basePath.isAtAlias(request)

  return (input: ViewerRequest, make: () => Feed | Promise<Feed>) => {
    const under = (revision: string) => answerWithRevisionEtag(input, revision, () => send(revision, input, make))
    const revision = responseRevision(db, input.viewer, SHAPE, 'access')
    return typeof revision === 'string' ? under(revision) : revision.then(under)
  }

  async function send(
    revision: string,
    input: ViewerRequest,
    make: () => Feed | Promise<Feed>,
  ): Promise<string | Buffer> {
    // Links contain the base path, which a proxy may set, and the path may contain a key; never the host.
    const name = `${root.path} ${revision} ${namesSeries(input)} ${input.href(input.request.url)}`
    const { type, text } = await cacheFeed(db, name, () => write(input, make))
    input.reply.header('content-type', type)
    return text
  }

  async function write(input: ViewerRequest, make: () => Feed | Promise<Feed>): Promise<TextWithMediaType> {
    const feed = await make()
    const to = makeOpdsUrlBuilder(root, input)
    if (root.as === 'json') return { type: opdsFeedMediaType, text: renderJsonFeed(db, feed, to) }
    return {
      type: `${atomFeedMediaTypeOf(feed)}; charset=utf-8`,
      text: renderAtomFeed(db, feed, to, { namesSeries: namesSeries(input) }),
    }
  }
}

const SHAPE = 'o7'

function writeOpenSearch(to: (path: string) => string, target: 'series' | undefined): string {
  const [path, type] = target ? ['series?query', navigationFeedMediaType] : ['search?q', acquisitionFeedMediaType]
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Lectern</ShortName>
<Description>Search books and series</Description>
<InputEncoding>UTF-8</InputEncoding>
<OutputEncoding>UTF-8</OutputEncoding>
<Url type="${type}" template="${escapeXml(to(path))}={searchTerms}"/>
</OpenSearchDescription>
`
}
