import type { Publication, PublicationMetadata, Resource, TocEntry } from '../publication.ts'
import { wordTable } from '../values/word-table.ts'
import { encodePath } from './href.ts'
import { isBitmap, isHtml } from './media-type.ts'
import { webpubContributorsOf } from './webpub-contributors.ts'

export interface WebpubOptions {
  /** Returns the URL of a file of the book for its path in the archive; by default the path itself, percent-encoded. */
  hrefOf?: (path: string) => string
  /**
   * Returns the URL of the page that wraps a picture in the spine (see `imagePageHtml`); without it the picture itself
   * is linked.
   */
  pageAround?: (path: string) => string
  /** `self`, the position list, search, … */
  links?: WebpubLink[]
  /** Fallback for a book without a title. */
  title?: string
}

export interface WebpubLink {
  href: string
  type?: string
  rel?: string | string[]
  title?: string
  templated?: boolean
  width?: number
  height?: number
  /** Unpacked, in bytes. */
  size?: number
  properties?: Record<string, unknown>
  children?: WebpubLink[]
}

export interface WebpubManifest {
  '@context': string
  metadata: Record<string, unknown>
  links: WebpubLink[]
  readingOrder: WebpubLink[]
  resources: WebpubLink[]
  toc: WebpubLink[]
}

/** The Readium Web Publication Manifest of an EPUB: what a browser-based reader needs to open it. A pure function. */
export function webpubManifest(book: Publication, options: WebpubOptions = {}): WebpubManifest {
  const address = options.hrefOf ?? encodePath
  const linear = book.readingOrder.filter((item) => item.linear !== false)
  const order = linear.length > 0 ? linear : book.readingOrder
  const others = [...book.readingOrder.filter((item) => !order.includes(item)), ...book.resources]
  return {
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: metadataOf(book, options.title),
    links: options.links ?? [],
    readingOrder: onceEach(order.map((item) => spineLink(item, book, address, options.pageAround))),
    resources: onceEach(others.map((item) => resourceLink(item, book, address))),
    toc: book.toc.map((entry) => tocLink(entry, address)),
  }
}

/** A manifest lists a file once, even if the spine lists it twice. */
function onceEach(links: WebpubLink[]): WebpubLink[] {
  const seen = new Set<string>()
  return links.filter(({ href }) => !seen.has(href) && seen.add(href))
}

function spineLink(
  item: Resource,
  book: Publication,
  address: (path: string) => string,
  pageAround: WebpubOptions['pageAround'],
): WebpubLink {
  const shown = displayable(item, book)
  const link = resourceLink(shown, book, address)
  const wrapped =
    pageAround && isBitmap(shown.mediaType)
      ? { href: pageAround(shown.href), type: 'application/xhtml+xml' }
      : undefined
  const dimensions =
    item.width && item.height ? { width: Math.round(item.width), height: Math.round(item.height) } : undefined
  return {
    ...link,
    ...wrapped,
    ...(item.title && { title: item.title }),
    ...dimensions,
    // Readers lay out long chapters differently; packed sizes, which positions count, don't tell.
    ...(!wrapped && shown.href === item.href && item.size > 0 && { size: item.size }),
  }
}

/** Replaces a spine item that browsers can't display with its first fallback that they can (EPUB 3.3 §3.5). */
function displayable(item: Resource, book: Publication): Resource {
  let candidate: Resource | undefined = item
  for (let steps = 0; candidate && steps < 10; steps++) {
    const { href, mediaType, fallback }: Resource = candidate
    if (isHtml(mediaType) || mediaType.startsWith('image/')) return { ...item, href, mediaType }
    const isNext = (other: Resource) => other.href === fallback
    candidate = fallback === undefined ? undefined : (book.resources.find(isNext) ?? book.readingOrder.find(isNext))
  }
  return item
}

const contained = wordTable<string>({
  mathml: 'mathml',
  svg: 'svg',
  scripted: 'js',
  'remote-resources': 'remote-resources',
})

function resourceLink(item: Resource, book: Publication, address: (path: string) => string): WebpubLink {
  const contains = item.properties?.flatMap((property) => contained[property] ?? []) ?? []
  const properties = {
    ...(item.spread && { page: item.spread }),
    ...(item.layout && { layout: item.layout }),
    ...(contains.length > 0 && { contains }),
  }
  const isCover = book.cover && 'href' in book.cover && book.cover.href === item.href
  return {
    href: address(item.href),
    type: item.mediaType,
    ...(isCover ? { rel: 'cover' } : item.properties?.includes('nav') ? { rel: 'contents' } : undefined),
    ...(Object.keys(properties).length > 0 && { properties }),
  }
}

function tocLink(entry: TocEntry, address: (path: string) => string): WebpubLink {
  const { href, fragment } = entry
  const target = href === undefined ? '' : address(href)
  return {
    href: fragment || href === undefined ? `${target}#${encodeURIComponent(fragment ?? '')}` : target,
    title: entry.title,
    ...(entry.children.length > 0 && { children: entry.children.map((child) => tocLink(child, address)) }),
  }
}

function metadataOf(book: Publication, title: string | undefined): Record<string, unknown> {
  const { metadata } = book
  const direction = metadata.readingDirection
  return withoutEmpty({
    '@type': 'http://schema.org/Book',
    conformsTo: `https://readium.org/webpub-manifest/profiles/${book.divina ? 'divina' : 'epub'}`,
    identifier: identifierOf(metadata),
    title: metadata.title ?? title ?? '?',
    sortAs: metadata.sortTitle,
    subtitle: metadata.subtitle,
    ...webpubContributorsOf(metadata.authors ?? []),
    publisher: metadata.publisher,
    language: metadata.language,
    published: publicationDate(metadata),
    modified:
      metadata.modified && !Number.isNaN(Date.parse(metadata.modified))
        ? new Date(metadata.modified).toISOString()
        : undefined,
    description: metadata.summary,
    subject: metadata.genres,
    belongsTo: withoutEmpty({
      series: metadata.series && [
        withoutEmpty({ name: metadata.series, sortAs: metadata.seriesSort, position: numeric(metadata.number) }),
      ],
      collection: metadata.collections?.map(({ name, number }) => withoutEmpty({ name, position: numeric(number) })),
    }),
    readingProgression: direction === 'rtl' || direction === 'ltr' ? direction : undefined,
    layout: book.layout,
    presentation: withoutEmpty({ layout: book.layout, spread: book.spread }),
    numberOfPages: book.divina ? book.pageCount : undefined,
  })
}

function identifierOf({ isbn, identifiers }: PublicationMetadata): string | undefined {
  if (isbn) return `urn:isbn:${isbn}`
  if (identifiers?.uuid) return `urn:uuid:${identifiers.uuid}`
  return identifiers?.url
}

/** The schema requires a full date: an unknown month or day becomes 1. */
function publicationDate({ year, month = 1, day = 1 }: PublicationMetadata): string | undefined {
  if (year === undefined) return undefined
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

function numeric(written: string | undefined): number | undefined {
  const value = Number(written ?? Number.NaN)
  return Number.isNaN(value) ? undefined : value
}

function withoutEmpty(record: Record<string, unknown>): Record<string, unknown> {
  const isPresent = (value: unknown) =>
    value !== undefined &&
    value !== '' &&
    !(typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  return Object.fromEntries(Object.entries(record).filter(([, value]) => isPresent(value)))
}
