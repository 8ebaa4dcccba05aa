import { hash } from 'node:crypto'
import { posix } from 'node:path'
import type { Publication, Resource } from '../../formats/publication.ts'

/**
 * Identifies a book by its contents, regardless of its metadata. Small, since there may be one for every book of a
 * library.
 */
export interface ContentSignature {
  /** Number of pages of a comic. */
  pages: number
  /** Hash of the sizes of all parts; undefined if sizes aren't distinctive. */
  sizes: string | undefined
  /** Hash of their checksums; undefined if the archive stores none. */
  sums: string | undefined
}

export type BookContents = Pick<Publication, 'pages' | 'readingOrder' | 'resources'>

/** A comic is identified by its pages; any other book by its text and pictures. */
export function contentSignature(contents: BookContents): ContentSignature {
  return contents.pages.length > 0 ? signatureOfComic(contents.pages) : signatureOfText(contents)
}

function signatureOfComic(pages: Publication['pages']): ContentSignature {
  const sizes = pages.map((page) => page.size ?? 0)
  const isDistinctive = pages.length >= FEWEST_PAGES && !sizes.includes(0)
  return { pages: pages.length, sizes: isDistinctive ? hashOf(sizes) : undefined, sums: sumsOf(pages) }
}

/** With this many pictures equal sizes are no coincidence; with one or two they may be. */
const FEWEST_PAGES = 3

/**
 * Tools that edit titles and covers don't change the text. Parts that they write themselves are ignored: table of
 * contents, cover, cover page, and fonts, which are obfuscated with the book's identifier.
 */
function signatureOfText({ readingOrder, resources }: BookContents): ContentSignature {
  const text = readingOrder.filter((item) => !isContents(item) && !FRONT.test(posix.basename(item.href)))
  const media = resources.filter((item) => MEDIA.test(item.mediaType) && !isCover(item))
  const parts = [...text, ...media].filter(({ size }) => size > 0)
  const sums = sumsOf(parts)
  const isDistinctive = sums !== undefined && parts.reduce((total, { size }) => total + size, 0) >= FEWEST_BYTES
  return { pages: 0, sizes: isDistinctive ? hashOf(parts.map(({ size }) => size)) : undefined, sums }
}

const isContents = ({ properties }: Resource): boolean => properties?.includes('nav') ?? false
const isCover = ({ properties, href }: Resource): boolean =>
  (properties?.includes('cover-image') ?? false) || /^cover\b/i.test(posix.basename(href))
const FRONT = /^(cover|title_?page|jacket)[^/]*\.[a-z]+$/i
const MEDIA = /^(image|audio|video)\//

/** Shorter contents, such as a wrapper around a picture or an ownership notice, are the same in many books. */
const FEWEST_BYTES = 2000

function sumsOf(parts: readonly { bytes: { crc32: number | null } | null }[]): string | undefined {
  const sums = parts.map(({ bytes }) => bytes?.crc32 ?? null)
  return sums.every((sum) => sum !== null) ? hashOf(sums) : undefined
}

const hashOf = (numbers: readonly number[]): string => hash('sha1', Float64Array.from(numbers).sort(), 'base64url')
