import { hash } from 'node:crypto'
import { posix } from 'node:path'
import type { Publication, Resource } from '../../formats/publication.ts'

/** What a book is known by, whatever its file says of itself. Kept small: there may be as many as a library has. */
export interface ContentSignature {
  /** How many pages a comic has. */
  pages: number
  /** One word for the sizes of all parts; undefined where sizes say nothing. */
  sizes: string | undefined
  /** The same of their checksums; undefined where the archive keeps none. */
  sums: string | undefined
}

export type BookContents = Pick<Publication, 'pages' | 'readingOrder' | 'resources'>

/** A comic is its pages; any other book its text and its pictures. */
export function contentSignature(contents: BookContents): ContentSignature {
  return contents.pages.length > 0 ? insideOfComic(contents.pages) : insideOfText(contents)
}

function insideOfComic(pages: Publication['pages']): ContentSignature {
  const sizes = pages.map((page) => page.size ?? 0)
  const isDelivering = pages.length >= FEWEST_PAGES && !sizes.includes(0)
  return { pages: pages.length, sizes: isDelivering ? wordFor(sizes) : undefined, sums: sumsOf(pages) }
}

/** As many pictures of the same sizes are no accident, but one or two may be. */
const FEWEST_PAGES = 3

/**
 * Tools that write titles and covers leave the text alone. What they write themselves does not count: table of contents,
 * cover, the page that shows it, and fonts, which are veiled with the book's own number.
 */
function insideOfText({ readingOrder, resources }: BookContents): ContentSignature {
  const text = readingOrder.filter((item) => !isContents(item) && !FRONT.test(posix.basename(item.href)))
  const media = resources.filter((item) => MEDIA.test(item.mediaType) && !isCover(item))
  const parts = [...text, ...media].filter(({ size }) => size > 0)
  const sums = sumsOf(parts)
  const isDelivering = sums !== undefined && parts.reduce((total, { size }) => total + size, 0) >= FEWEST_BYTES
  return { pages: 0, sizes: isDelivering ? wordFor(parts.map(({ size }) => size)) : undefined, sums }
}

const isContents = ({ properties }: Resource): boolean => properties?.includes('nav') ?? false
const isCover = ({ properties, href }: Resource): boolean =>
  (properties?.includes('cover-image') ?? false) || /^cover\b/i.test(posix.basename(href))
const FRONT = /^(cover|title_?page|jacket)[^/]*\.[a-z]+$/i
const MEDIA = /^(image|audio|video)\//

/** A frame around a picture, or a page that says only whose book it is, is the same in many books. */
const FEWEST_BYTES = 2000

function sumsOf(parts: readonly { bytes: { crc32: number | null } | null }[]): string | undefined {
  const sums = parts.map(({ bytes }) => bytes?.crc32 ?? null)
  return sums.every((sum) => sum !== null) ? wordFor(sums) : undefined
}

const wordFor = (numbers: readonly number[]): string => hash('sha1', Float64Array.from(numbers).sort(), 'base64url')
