import type { Author, AuthorRole, PublicationMetadata } from '../publication.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { dateParts } from '../values/date.ts'
import { isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, fieldInteger, fieldList, webAddresses } from '../values/text.ts'
import { attributeOf, childOf, childrenOf, descendantOf, textOf, textOfChild, type XmlElement } from '../xml/tree.ts'
import { readSidecarRoot, type SidecarLimits, withoutEmptyFields } from './read-xml.ts'

/** Advanced Comic Book Format: what its `meta-data` says of the book. Text layers are not read. */
export function readAcbf(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  const root = readSidecarRoot(bytes, limits, 'ACBF')
  const book = descendantOf(root, 'book-info')
  const publication = descendantOf(root, 'publish-info')
  const language = attributeOf(childOf(childOf(book, 'languages'), 'text-layer'), 'lang')
  const sequence = childOf(book, 'sequence')
  const date = childOf(publication, 'publish-date')
  const direction = textOfChild(book, 'reading-direction')?.toLowerCase()
  return withoutEmptyFields({
    title: textOf(inLanguage(childrenOf(book, 'book-title'), language)),
    series: attributeOf(sequence, 'title'),
    number: textOf(sequence),
    volume: fieldInteger(attributeOf(sequence, 'volume'), 0, 9999),
    summary: paragraphs(inLanguage(childrenOf(book, 'annotation'), language)),
    authors: childrenOf(book, 'author').flatMap(author),
    genres: distinctTexts(childrenOf(book, 'genre').map((genre) => textOf(genre)?.replaceAll('_', ' '))),
    tags: fieldList(textOf(inLanguage(childrenOf(book, 'keywords'), language))),
    characters: distinctTexts(childrenOf(childOf(book, 'characters'), 'name').map((name) => textOf(name))),
    ageRating: ageOfRating(textOfChild(book, 'content-rating')),
    language: languageTag(language),
    readingDirection: direction === 'rtl' || direction === 'ltr' ? direction : undefined,
    publisher: textOfChild(publication, 'publisher'),
    ...dateParts(attributeOf(date, 'value') ?? textOf(date)),
    isbn: isbn13(textOfChild(publication, 'isbn')),
    urls: webAddresses(childrenOf(book, 'databaseref').map((reference) => textOf(reference))),
  })
}

/** The panels of one page in reading order, as corners in pixels of the picture that `href` names. */
export interface AcbfPage {
  href: string
  frames: { x: number; y: number }[][]
}

/** What the document says of panels; pages without any are left out. */
export function readAcbfFrames(bytes: Uint8Array, limits: SidecarLimits): AcbfPage[] {
  const root = readSidecarRoot(bytes, limits, 'ACBF')
  const cover = childrenOf(descendantOf(root, 'book-info'), 'coverpage')
  return [...cover, ...childrenOf(childOf(root, 'body'), 'page')].flatMap((page) => {
    const href = attributeOf(childOf(page, 'image'), 'href')
    const frames = childrenOf(page, 'frame').flatMap((frame) => corners(attributeOf(frame, 'points')))
    return href && frames.length > 0 ? [{ href, frames: frames.slice(0, MOST_FRAMES) }] : []
  })
}

const MOST_FRAMES = 200

/** `"45,36 500,35 500,445"`; nothing where that is no area. */
function corners(points: string | undefined): { x: number; y: number }[][] {
  const found = (points ?? '')
    .trim()
    .split(/\s+/)
    .slice(0, 1000)
    .map((point) => {
      const [x, y] = point.split(',').map(Number)
      return { x: x ?? Number.NaN, y: y ?? Number.NaN }
    })
  return found.length > 1 && found.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)) ? [found] : []
}

/** Titles and texts come once per language; without the wanted one, the first will do. No `lang` means English (ACBF 1.1). */
function inLanguage(elements: XmlElement[], language: string | undefined): XmlElement | undefined {
  return elements.find((element) => (attributeOf(element, 'lang') ?? 'en') === (language ?? 'en')) ?? elements[0]
}

function paragraphs(element: XmlElement | undefined): string | undefined {
  const lines = childrenOf(element, 'p').map((line) => textOf(line) ?? '')
  return lines.join('\n').trim() || textOf(element)
}

const roles: Record<string, AuthorRole> = {
  writer: 'writer',
  adapter: 'writer',
  artist: 'penciller',
  penciller: 'penciller',
  inker: 'inker',
  colorist: 'colorist',
  letterer: 'letterer',
  coverartist: 'cover_artist',
  editor: 'editor',
  assistanteditor: 'editor',
  translator: 'translator',
  photographer: 'illustrator',
}

function author(element: XmlElement): Author[] {
  const names = ['first-name', 'middle-name', 'last-name'].map((part) => textOfChild(element, part)).filter(Boolean)
  const name = names.join(' ') || textOfChild(element, 'nickname')
  if (!name) return []
  const activity = attributeOf(element, 'activity')
    ?.toLowerCase()
    .replace(/[\s_-]/g, '')
  const role = activity ? (roles[activity] ?? 'contributor') : 'author'
  const last = textOfChild(element, 'last-name')
  return [{ name, role, ...(last && names.length > 1 && { sortName: `${last}, ${names.slice(0, -1).join(' ')}` }) }]
}
