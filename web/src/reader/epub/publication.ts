import { queryOptions } from '@tanstack/react-query'
import { findPathOfHref } from '../../../../src/formats/epub/href.ts'
import type { SearchOptions } from '../../../../src/formats/fold-text.ts'
import { api } from '../../api/client.ts'
import type { Book } from '../../api/types.ts'
import { apiUrl } from '../../api/urls.ts'
import { type Locator, pathOfUrl } from './locator.ts'

/** The props of the readers for both layouts. */
export type EpubReaderProps = { book: Book; startAt: number | undefined; incognito: boolean; close: () => void }

export type ReadiumLink = {
  href: string
  type?: string
  title?: string
  width?: number
  height?: number
  /** Unpacked, in bytes. */
  size?: number
  properties?: { page?: 'left' | 'right' | 'center'; layout?: string }
  children?: ReadiumLink[]
}
export type ReadiumManifest = {
  metadata: {
    title?: string | Record<string, string>
    language?: string | string[]
    readingProgression?: string
    layout?: string
    presentation?: { layout?: string; spread?: string }
  }
  readingOrder: ReadiumLink[]
  resources?: ReadiumLink[]
  toc?: ReadiumLink[]
}
export type SpineItem = ReadiumLink & { path: string; url: string }
export type TocItem = { title: string; path: string; fragment: string | undefined; depth: number }
export type SearchHit = {
  href: string
  title: string | null
  locator: Locator
  before: string
  match: string
  after: string
}

/** A book in the form the reader needs: the reading order, URLs and positions. */
export type Publication = {
  order: SpineItem[]
  /** Documents outside the reading order, such as notes: shown when linked to, skipped when reading on. */
  asides: SpineItem[]
  /** The paths of both. */
  paths: ReadonlySet<string>
  toc: TocItem[]
  positions: Locator[]
  rtl: boolean
  /** Whether the package says so; else `rtl` is the direction of the book's language. */
  isDirectionDeclared: boolean
  language: string | undefined
  fixed: boolean
  spread: string
}

export const publicationQuery = (bookId: string) =>
  queryOptions({
    queryKey: ['publication', bookId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Publication> => {
      const [manifest, positions] = await Promise.all([
        api.get<ReadiumManifest>(`/books/${bookId}/manifest`, { signal }),
        api.get<{ positions: Locator[] }>(`/books/${bookId}/positions`, { signal }),
      ])
      return publicationFrom(manifest, positions.positions, new URL(apiUrl(`/books/${bookId}/manifest`), location.href))
    },
  })

export function publicationFrom(manifest: ReadiumManifest, positions: Locator[], base: URL): Publication {
  const { metadata } = manifest
  const declared = /^(ltr|rtl)$/.exec(metadata.readingProgression ?? '')?.[0]
  const layout = metadata.layout ?? metadata.presentation?.layout
  const fixed = layout === 'fixed' || layout === 'pre-paginated'
  const language = [metadata.language].flat()[0]
  const itemOf = (link: ReadiumLink) => ({
    ...link,
    path: pathOfUrl(link.href),
    url: addressOf(link, base, fixed),
  })
  const order = manifest.readingOrder.map(itemOf)
  const asides = (manifest.resources ?? []).filter(({ type }) => /html/.test(type ?? '')).map(itemOf)
  return {
    order,
    asides,
    paths: new Set([...order, ...asides].map(({ path }) => path)),
    toc: flattened(manifest.toc ?? [], 0),
    positions,
    rtl: declared ? declared === 'rtl' : isRightToLeft(language),
    isDirectionDeclared: declared !== undefined,
    language,
    fixed,
    spread: metadata.presentation?.spread ?? 'auto',
  }
}

const rightToLeft = /^(ar|arc|ckb|dv|fa|he|iw|ps|sd|syr|ug|ur|yi)(-(?!Latn)|$)/i

const isRightToLeft = (language: string | undefined) => rightToLeft.test(language ?? '')

/** Hyphenation and direction depend on the language; a file without one gets the book's. */
export function setMissingLanguage({ documentElement, body }: Document, { language }: Pick<Publication, 'language'>) {
  if (language && !documentElement.lang) documentElement.lang = language
  if (isRightToLeft(language) && !documentElement.dir && !body.dir) documentElement.dir = 'rtl'
}

/** An SVG among chapters of text has no body that could be paginated: the server wraps it in a page. */
function addressOf(link: ReadiumLink, base: URL, fixed: boolean): string {
  const url = new URL(link.href, base)
  if (!fixed && link.type === 'image/svg+xml') url.search = '?page'
  return url.href
}

/** More than anyone steps through one by one. */
const maxHits = 500

export function searchInBook(
  bookId: string,
  text: string,
  options?: SearchOptions,
  signal?: AbortSignal,
): Promise<{ hits: SearchHit[]; isComplete: boolean }> {
  return api.get(`/books/${bookId}/search`, { query: { q: text, limit: maxHits, ...options }, signal })
}

/** The target of a link in a book: a location in it, 'outside', or undefined. */
export function resolveLink(
  book: Publication,
  url: URL,
): { index: number; fragment: string | undefined } | 'outside' | undefined {
  if (url.origin !== location.origin) return 'outside'
  const index = indexOfFile(book, pathOfUrl(url.href))
  return index < 0 ? undefined : { index, fragment: decode(url.hash.slice(1)) || undefined }
}

/** The indices of asides follow those of the reading order. */
export function fileAt({ order, asides }: Pick<Publication, 'order' | 'asides'>, index: number): SpineItem | undefined {
  return order[index] ?? asides[index - order.length]
}

export function indexOfFile({ order, asides }: Pick<Publication, 'order' | 'asides'>, path: string): number {
  const index = order.findIndex((item) => item.path === path)
  if (index >= 0) return index
  const beside = asides.findIndex((item) => item.path === path)
  return beside < 0 ? -1 : order.length + beside
}

/** The file of a locator, which another app may have written in its own way. */
export function pathOfLocator({ paths }: Pick<Publication, 'paths'>, { href }: Pick<Locator, 'href'>): string {
  return findPathOfHref(href, paths) ?? href
}

export function indexOfLocator(
  book: Pick<Publication, 'order' | 'asides' | 'paths'>,
  locator: Pick<Locator, 'href'>,
): number {
  return indexOfFile(book, pathOfLocator(book, locator))
}

function flattened(links: ReadiumLink[], depth: number): TocItem[] {
  return links.flatMap((link) => {
    const [, fragment] = link.href.split('#', 2)
    const item = { title: link.title ?? '', path: pathOfUrl(link.href), fragment: fragment && decode(fragment), depth }
    return [item, ...flattened(link.children ?? [], depth + 1)]
  })
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
