import {
  divinaMediaType,
  opdsPublicationMediaType,
  progressionMediaType,
  webpubMediaType,
} from '../../contract/readium-media-types.ts'
import { webpubContributorsOf } from '../../formats/epub/webpub-contributors.ts'
import type { FullBookView } from '../../store/book/view.ts'
import type { HasCaches } from '../../store/cache/caches.ts'
import { bookMediaTypeOf } from '../deliver/book-media-type.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { bookPaths } from './book-paths.ts'
import { cacheTextPerBook } from './cache-text-per-book.ts'
import { type Feed, type FeedGroup, feedPathAtPage, lastPageNumber, type NavigationEntry } from './feed-model.ts'

export const opdsFeedMediaType = 'application/opds+json'
export const opdsAuthenticationMediaType = 'application/opds-authentication+json'

interface JsonLink {
  href: string
  type?: string
  rel?: string | string[]
  title?: string
  templated?: boolean
  properties?: Record<string, unknown>
  width?: number
  height?: number
}

/** A feed as OPDS 2.0. Titles are plain strings: language maps crash some readers. */
export function renderJsonFeed(owner: HasCaches, feed: Feed, to: (path: string) => string): string {
  const { publications, paging, groups = [] } = feed
  // A group links to its whole list: KOReader would show both as the same line twice.
  const navigation = feed.navigation.filter(({ path }) => !groups.some((group) => group.path === path))
  const isEmpty = navigation.length === 0 && publications.length === 0
  const isSearch = feed.path.startsWith('search')
  const counts = paging && { numberOfItems: paging.total, itemsPerPage: paging.pageSize, currentPage: paging.page }
  const head = JSON.stringify({
    metadata: { title: feed.title, modified: formatTimestamp(feed.updated), ...counts },
    links: feedLinks(feed, to),
    ...(feed.facets.length > 0 && { facets: feed.facets.map((group) => facetGroup(group, to)) }),
    ...(navigation.length > 0 && { navigation: navigation.map((entry) => navigationLink(entry, to)) }),
    ...(groups.length > 0 && { groups: groups.map((group) => writeGroup(group, to)) }),
    // The schema doesn't allow an empty feed: one without content links to the start. An empty search result must not
    // look like a hit.
    ...(isEmpty && isSearch && { groups: [] }),
    ...(isEmpty &&
      !isSearch && { navigation: [{ href: to(''), title: 'Lectern', type: opdsFeedMediaType, rel: 'start' }] }),
  })
  if (publications.length === 0) return head
  return `${head.slice(0, -1)},"publications":[${publications.map((book) => publicationText(owner, book, to)).join(',')}]}`
}

function writeGroup({ title, path, total, publications }: FeedGroup, to: (path: string) => string) {
  return {
    metadata: { title, numberOfItems: total },
    links: [{ rel: 'self', href: to(path), type: opdsFeedMediaType }],
    publications: publications.map((book) => presentOpdsPublication(book, to)),
  }
}

const publicationText = cacheTextPerBook('opds_publications', (book, to) =>
  JSON.stringify(presentOpdsPublication(book, to)),
)

export function presentOpdsPublication(book: FullBookView, to: (path: string) => string): Record<string, unknown> {
  const paths = bookPaths(book)
  const isPaged = book.layout === 'pages' && book.pageCount > 0
  const self = { rel: 'self', href: to(paths.entry), type: opdsPublicationMediaType }
  const manifest = { href: to(paths.manifest), type: isPaged ? divinaMediaType : webpubMediaType, rel: 'alternate' }
  const hasManifest = isPaged || book.format === 'epub'
  const progression: JsonLink[] = [
    { rel: 'http://opds-spec.org/progression', href: to(paths.progression), type: 'application/opds-progression+json' },
    {
      rel: 'http://www.cantook.com/api/progression',
      href: to(paths.progression),
      type: progressionMediaType,
    },
  ]
  return {
    metadata: presentOpdsPublicationMetadata(book, to),
    links: [
      self,
      {
        rel: 'http://opds-spec.org/acquisition',
        href: to(paths.file),
        type: bookMediaTypeOf(book),
        properties: { size: book.fileSize },
      },
      ...(hasManifest ? [manifest] : []),
      ...(hasManifest ? progression : []),
    ] satisfies JsonLink[],
    images: [
      { href: to(paths.cover), type: 'image/jpeg', ...sizeOf(book) },
      { href: to(paths.thumbnail), type: 'image/jpeg' },
    ] satisfies JsonLink[],
  }
}

export function presentOpdsPublicationMetadata(
  book: FullBookView,
  to: (path: string) => string,
): Record<string, unknown> {
  const { meta } = book
  const facts = meta.facts as { publisher?: string; imprint?: string; subtitle?: string }
  const subjects = [...meta.genres, ...meta.tags].map(({ name }) => name)
  const series = { href: to(`series/${book.seriesUid}`), type: opdsFeedMediaType }
  const direction = book.readingDirection === 'webtoon' ? 'ttb' : book.readingDirection
  return {
    '@type': book.format === 'epub' ? 'http://schema.org/Book' : 'http://schema.org/ComicIssue',
    title: plain(book.title),
    ...(book.titleSort && { sortAs: plain(book.titleSort) }),
    ...(facts.subtitle && { subtitle: plain(facts.subtitle) }),
    identifier: `urn:uuid:${book.uid}`,
    modified: formatTimestamp(book.updatedAt),
    ...webpubContributorsOf(meta.authors),
    ...(facts.publisher && { publisher: facts.publisher }),
    ...(facts.imprint && { imprint: facts.imprint }),
    ...(book.language && isLanguage(book.language) && { language: book.language }),
    ...(published(book) && { published: published(book) }),
    ...(meta.summary && { description: plain(meta.summary) }),
    ...(subjects.length > 0 && { subject: subjects }),
    belongsTo: {
      series: [
        { name: plain(book.seriesTitle), ...(book.number !== null && { position: book.number }), links: [series] },
      ],
    },
    readingProgression: direction,
    ...(book.pageCount > 0 && { numberOfPages: book.pageCount }),
  }
}

function feedLinks(feed: Feed, to: (path: string) => string): JsonLink[] {
  const links: JsonLink[] = [
    { rel: 'self', href: to(feed.path), type: opdsFeedMediaType },
    { rel: 'start', href: to(''), type: opdsFeedMediaType, title: 'Lectern' },
    { rel: 'search', href: `${to('search')}{?query}`, type: opdsFeedMediaType, templated: true },
  ]
  if (feed.up !== undefined) links.push({ rel: 'up', href: to(feed.up), type: opdsFeedMediaType })
  if (!feed.paging) return links
  const { page } = feed.paging
  const last = lastPageNumber(feed.paging)
  const at = (rel: string, number: number): JsonLink => ({
    rel,
    href: to(feedPathAtPage(feed.path, number)),
    type: opdsFeedMediaType,
  })
  links.push(at('first', 1), at('last', last))
  if (page > 1) links.push(at('previous', Math.min(page - 1, last)))
  if (page < last) links.push(at('next', page + 1))
  return links
}

function navigationLink(entry: NavigationEntry, to: (path: string) => string): JsonLink {
  return {
    href: to(entry.path),
    title: plain(entry.title),
    type: opdsFeedMediaType,
    rel: entry.rel ?? 'subsection',
    ...(entry.count !== undefined && { properties: { numberOfItems: entry.count } }),
  }
}

function facetGroup({ title, options }: Feed['facets'][number], to: (path: string) => string) {
  return {
    metadata: { title },
    links: options.map(({ title: name, path, isActive, count }) => ({
      href: to(path),
      type: opdsFeedMediaType,
      title: name,
      ...(isActive && { rel: 'self' }),
      ...(count !== undefined && { properties: { numberOfItems: count } }),
    })),
  }
}

const sizeOf = ({ cover }: FullBookView) =>
  cover.width && cover.height ? { width: cover.width, height: cover.height } : {}

function published({ releaseDate, year }: FullBookView): string | undefined {
  if (!releaseDate) return year && year > 0 ? `${String(year).padStart(4, '0')}-01-01` : undefined
  const digits = String(releaseDate).padStart(8, '0')
  const part = (text: string) => (text === '00' ? '01' : text)
  return `${digits.slice(0, 4)}-${part(digits.slice(4, 6))}-${part(digits.slice(6))}`
}

/** The schema's own pattern is stricter than the values in files. */
const isLanguage = (tag: string): boolean => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/.test(tag)
/** An empty title isn't allowed. */
const plain = (value: string): string => value.toWellFormed() || '—'
