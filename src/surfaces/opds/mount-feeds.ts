import { kavitaFeeds, opdsRoutes } from '../../contract/opds.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { answerWithRevisionEtag } from '../edge/etag.ts'
import { cacheFeed, type TextWithMediaType } from '../edge/response-cache.ts'
import { responseRevision } from '../edge/response-revision.ts'
import { escapeXml } from '../present/escape-xml.ts'
import { type OpenSurface, serve, type ViewerRequest } from '../serve.ts'
import type { CatalogueFeeds } from './catalogue-feeds.ts'
import type { ParsedFeedQuery } from './feed-filter.ts'
import type { Feed } from './feed-model.ts'
import { makeOpdsUrlBuilder, type OpdsEndpoint } from './opds-url-builder.ts'
import {
  acquisitionFeedMediaType,
  atomFeedMediaTypeOf,
  navigationFeedMediaType,
  renderAtomFeed,
} from './render-atom.ts'
import { opdsFeedMediaType, renderJsonFeed } from './render-opds-json.ts'

/** Feeds with other names in Kavita. */
export function mountKavitaFeeds(
  surface: OpenSurface,
  context: AppContext,
  catalogue: CatalogueFeeds,
  root: OpdsEndpoint,
): void {
  const routes = kavitaFeeds(root.path)
  const sendFeed = feedSender(context, root)
  serve(surface, routes.recentlyUpdated, (input) =>
    sendFeed(input, () => catalogue.recentlyAdded(input.viewer, input.query)),
  )
  serve(surface, routes.readLists, (input) => sendFeed(input, () => catalogue.readLists(input.viewer, input.query)))
  serve(surface, routes.readList, (input) =>
    sendFeed(input, () => catalogue.readList(input.viewer, input.query, input.params.id)),
  )
  serve(surface, routes.wantToRead, (input) => sendFeed(input, () => catalogue.wantToRead(input.viewer, input.query)))
  serve(surface, routes.volume, (input) =>
    sendFeed(input, () => catalogue.oneSeries(input.viewer, input.query, input.params.id)),
  )
  serve(surface, routes.chapter, (input) =>
    sendFeed(input, () => catalogue.oneBook(input.viewer, input.query, input.params.chapterId)),
  )
}

/** The feeds of the catalogue below one root. */
export function mountFeeds(
  surface: OpenSurface,
  context: AppContext,
  catalogue: CatalogueFeeds,
  root: OpdsEndpoint,
): void {
  const routes = opdsRoutes(root.path, root.as)
  const sendFeed = feedSender(context, root)

  for (const route of [routes.root, routes.catalog]) {
    serve(surface, route, (input) =>
      sendFeed(input, () => catalogue.home(input.viewer, { withGroups: root.as === 'json', ...input.query })),
    )
  }
  serve(surface, routes.libraries, (input) => sendFeed(input, () => catalogue.libraries(input.viewer)))
  for (const [route, make] of [
    [routes.allSeries, catalogue.allSeries],
    [routes.latestSeries, catalogue.latestSeries],
    [routes.publishers, catalogue.publishers],
    [routes.allBooks, catalogue.allBooks],
    [routes.recentlyAdded, catalogue.recentlyAdded],
    [routes.onDeck, catalogue.onDeck],
    [routes.inProgress, catalogue.inProgress],
    [routes.collections, catalogue.collections],
    [routes.readLists, catalogue.readLists],
    [
      routes.search,
      (viewer: Viewer, query: ParsedFeedQuery) =>
        catalogue.search(viewer, query, query.q ?? query.query ?? '', { withSeries: root.as === 'json' }),
    ],
  ] as const) {
    serve(surface, route, (input) => sendFeed(input, () => make(input.viewer, input.query)))
  }
  for (const [route, make] of [
    [routes.library, catalogue.library],
    [routes.oneSeries, catalogue.oneSeries],
    [routes.collection, catalogue.collection],
    [routes.readList, catalogue.readList],
  ] as const) {
    serve(surface, route, (input) => sendFeed(input, () => make(input.viewer, input.query, input.params.id)))
  }
  serve(surface, routes.openSearch, (input) => writeOpenSearch(makeOpdsUrlBuilder(root, input), input.query.target))
}

/** The start of the catalogue at a separate path; its links lead to `root`. */
export function mountStartFeed(
  surface: OpenSurface,
  context: AppContext,
  catalogue: CatalogueFeeds,
  path: string,
  root: OpdsEndpoint,
): void {
  const sendFeed = feedSender(context, root)
  serve(surface, opdsRoutes(path, root.as).root, (input) =>
    sendFeed(input, () => catalogue.home(input.viewer, { withGroups: root.as === 'json' })),
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
