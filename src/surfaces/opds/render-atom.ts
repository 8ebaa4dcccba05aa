import type { FullBookView } from '../../store/book/view.ts'
import type { HasCaches } from '../../store/cache/caches.ts'
import { bookMediaTypeOf } from '../deliver/book-media-type.ts'
import { escapeXml } from '../present/escape-xml.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { bookPaths } from './book-paths.ts'
import { cacheTextPerBook } from './cache-text-per-book.ts'
import { type Feed, feedPathAtPage, lastPageNumber, type NavigationEntry } from './feed-model.ts'
import { xmlAttribute, xmlElement, xmlLink } from './xml-writer.ts'

export const navigationFeedMediaType = 'application/atom+xml;profile=opds-catalog;kind=navigation'
export const acquisitionFeedMediaType = 'application/atom+xml;profile=opds-catalog;kind=acquisition'
export const atomEntryMediaType = 'application/atom+xml;type=entry;profile=opds-catalog'

/**
 * A feed as OPDS 1.2. `to` turns a path of the catalogue into a URL. `namesSeries`: where books of several series are
 * mixed, their titles start with the series and the number, as in Komga.
 */
export function renderAtomFeed(
  owner: HasCaches,
  feed: Feed,
  to: (path: string) => string,
  { namesSeries = false } = {},
): string {
  const feedEntry = namesSeries && !feed.isOneSeries ? entryNamingSeries : entryOfBook
  const entries = [
    ...feed.navigation.map((entry) => navigationEntry(entry, to)),
    ...feed.publications.map((book) => feedEntry(owner, book, to)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed ${namespaces}>
${xmlElement('id', `urn:lectern:${feed.path || 'catalog'}`)}
${xmlElement('title', feed.title)}
${xmlElement('updated', formatTimestamp(feed.updated))}
<author><name>Lectern</name></author>
${feedLinks(feed, to).join('\n')}
${paging(feed)}${entries.join('\n')}
</feed>
`
}

/** One book as a separate document. */
export function renderAtomBookEntry(book: FullBookView, to: (path: string) => string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${bookEntry(book, to, { spaces: ` ${namespaces}` })}\n`
}

/** The type depends on the feed, not on the content of this page: an empty list of books is still one of books. */
export const atomFeedMediaTypeOf = (feed: Feed): string =>
  feed.publications.length > 0 || isListOfBooks(feed) ? acquisitionFeedMediaType : navigationFeedMediaType

const namespaces = [
  'xmlns="http://www.w3.org/2005/Atom"',
  'xmlns:dc="http://purl.org/dc/terms/"',
  'xmlns:opds="http://opds-spec.org/2010/catalog"',
  'xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"',
  'xmlns:thr="http://purl.org/syndication/thread/1.0"',
  'xmlns:pse="http://vaemendis.net/opds-pse/ns"',
].join(' ')

const isListOfBooks = ({ path, navigation }: Feed): boolean =>
  navigation.length === 0 &&
  /^(books|in-progress|on-deck|recently-added|search|series\/(?!latest)|readlists\/)/.test(path)

function feedLinks(feed: Feed, to: (path: string) => string): string[] {
  const links = [
    xmlLink({ rel: 'self', href: to(feed.path), type: atomFeedMediaTypeOf(feed) }),
    xmlLink({ rel: 'start', href: to(''), type: navigationFeedMediaType, title: 'Lectern' }),
    xmlLink({ rel: 'search', href: to('opensearch.xml'), type: 'application/opensearchdescription+xml' }),
  ]
  if (feed.up !== undefined) links.push(xmlLink({ rel: 'up', href: to(feed.up), type: navigationFeedMediaType }))
  if (feed.paging) {
    const { page } = feed.paging
    const last = lastPageNumber(feed.paging)
    const at = (rel: string, number: number) =>
      xmlLink({ rel, href: to(feedPathAtPage(feed.path, number)), type: atomFeedMediaTypeOf(feed) })
    links.push(at('first', 1), at('last', last))
    if (page > 1) links.push(at('previous', Math.min(page - 1, last)))
    if (page < last) links.push(at('next', page + 1))
  }
  for (const { title: group, options } of feed.facets) {
    for (const { title, path, isActive, count } of options) {
      const attributes: Record<string, string> = {
        rel: 'http://opds-spec.org/facet',
        href: to(path),
        type: atomFeedMediaTypeOf(feed),
      }
      attributes.title = title
      attributes['opds:facetGroup'] = group
      if (isActive) attributes['opds:activeFacet'] = 'true'
      if (count !== undefined) attributes['thr:count'] = String(count)
      links.push(xmlLink(attributes))
    }
  }
  return links
}

function paging({ paging: of }: Feed): string {
  if (!of) return ''
  return `${[
    xmlElement('opensearch:totalResults', String(of.total)),
    xmlElement('opensearch:itemsPerPage', String(of.pageSize)),
    xmlElement('opensearch:startIndex', String((of.page - 1) * of.pageSize + 1)),
  ].join('\n')}\n`
}

function navigationEntry(entry: NavigationEntry, to: (path: string) => string): string {
  const type = entry.leadsTo === 'acquisition' ? acquisitionFeedMediaType : navigationFeedMediaType
  const picture = entry.thumbnail
    ? xmlLink({ rel: 'http://opds-spec.org/image/thumbnail', href: to(entry.thumbnail), type: 'image/jpeg' })
    : ''
  return `<entry>
${xmlElement('title', entry.title)}
${xmlElement('id', `urn:lectern:${entry.id}`)}
${xmlElement('updated', formatTimestamp(entry.updated))}
${entry.summary ? `<content type="text">${escapeXml(entry.summary)}</content>\n` : ''}${xmlLink({ rel: entry.rel ?? 'subsection', href: to(entry.path), type })}
${picture}</entry>`
}

/**
 * Apps show the first author: writers come first, everyone else is a contributor. Without a writer, all are authors.
 */
function creditsOf(
  authors: readonly { name: string; role: string }[],
): { name: string; tag: 'author' | 'contributor' }[] {
  const writers = new Set(authors.filter(({ role }) => WRITERS.has(role)).map(({ name }) => name))
  const others = new Set(authors.map(({ name }) => name).filter((name) => !writers.has(name)))
  if (writers.size === 0) return [...others].map((name) => ({ name, tag: 'author' }))
  return [
    ...[...writers].map((name) => ({ name, tag: 'author' as const })),
    ...[...others].map((name) => ({ name, tag: 'contributor' as const })),
  ]
}

const WRITERS: ReadonlySet<string> = new Set(['writer', 'author', 'co_author'])

const entryOfBook = cacheTextPerBook('opds_entries', (book, to) => bookEntry(book, to))
const entryNamingSeries = cacheTextPerBook('opds_entries_naming_series', (book, to) =>
  bookEntry(book, to, { title: `${seriesAndNumber(book)}: ${book.title}` }),
)

const seriesAndNumber = ({ seriesTitle, numberText }: FullBookView): string =>
  numberText ? `${seriesTitle} ${numberText}` : seriesTitle

function bookEntry(
  book: FullBookView,
  to: (path: string) => string,
  { title = book.title, spaces = '' }: { title?: string; spaces?: string } = {},
): string {
  const paths = bookPaths(book)
  const { meta } = book
  const facts = meta.facts as { publisher?: string; isbns?: string[] }
  const lines = [
    xmlElement('title', title),
    xmlElement('id', `urn:uuid:${book.uid}`),
    xmlElement('updated', formatTimestamp(book.updatedAt)),
    xmlElement('published', formatTimestamp(book.createdAt)),
    ...creditsOf(meta.authors).map(({ name, tag }) => `<${tag}>${xmlElement('name', name)}</${tag}>`),
    ...[...meta.genres, ...meta.tags].map(
      ({ name }) => `<category${xmlAttribute('term', name)}${xmlAttribute('label', name)}/>`,
    ),
    book.language && xmlElement('dc:language', book.language),
    facts.publisher && xmlElement('dc:publisher', facts.publisher),
    issued(book) && xmlElement('dc:issued', issued(book)!),
    ...(facts.isbns ?? []).map((isbn) => xmlElement('dc:identifier', `urn:isbn:${isbn}`)),
    `<summary type="text">${escapeXml(meta.summary ?? '')}</summary>`,
    `<content type="text">${escapeXml(describe(book))}</content>`,
    xmlLink({ rel: 'http://opds-spec.org/image', href: to(paths.cover), type: 'image/jpeg' }),
    xmlLink({ rel: 'http://opds-spec.org/image/thumbnail', href: to(paths.thumbnail), type: 'image/jpeg' }),
    xmlLink({
      rel: 'http://opds-spec.org/acquisition',
      href: to(paths.file),
      type: bookMediaTypeOf(book),
      length: String(book.fileSize),
    }),
    xmlLink({ rel: 'alternate', href: to(paths.entry), type: atomEntryMediaType }),
    book.pageCount > 0 && book.layout === 'pages' && stream(book, to(paths.page)),
  ]
  return `<entry${spaces}>\n${lines.filter(Boolean).join('\n')}\n</entry>`
}

/** OPDS-PSE 1.2. The template's braces stay unescaped. */
function stream(book: FullBookView, href: string): string {
  const { progress } = book
  const read = progress
    ? { 'pse:lastRead': String(progress.page), 'pse:lastReadDate': formatTimestamp(progress.readAt) }
    : undefined
  const count = { 'pse:count': String(book.pageCount) }
  return xmlLink({ rel: 'http://vaemendis.net/opds-pse/stream', href, type: 'image/jpeg', ...count, ...read })
}

function describe(book: FullBookView): string {
  const number = book.numberText ? ` #${book.numberText}` : ''
  const pages = `${book.pageCount} ${book.pageCount === 1 ? 'page' : 'pages'}`
  return `${book.seriesTitle}${number} · ${book.format.toUpperCase()} · ${pages}`
}

function issued({ releaseDate, year }: FullBookView): string | undefined {
  if (!releaseDate) return year ? String(year).padStart(4, '0') : undefined
  const digits = String(releaseDate).padStart(8, '0')
  const [y, m, d] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
  if (m === '00') return y
  return d === '00' ? `${y}-${m}` : `${y}-${m}-${d}`
}
