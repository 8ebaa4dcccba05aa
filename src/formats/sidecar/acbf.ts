import type { Author, AuthorRole, PublicationMetadata } from '../publication.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { parseDateParts } from '../values/date.ts'
import { isbn13 } from '../values/isbn.ts'
import { languageTag } from '../values/language.ts'
import { distinctTexts, parseIntegerField, parseListField, webAddresses } from '../values/text.ts'
import { wordTable } from '../values/word-table.ts'
import {
  attributeOf,
  childrenNamed,
  firstChildNamed,
  firstDescendantNamed,
  textOf,
  textOfChild,
  type XmlElement,
} from '../xml/tree.ts'
import { readSidecarRoot, type SidecarLimits, withoutEmptyFields } from './read-sidecar-xml.ts'

/** Advanced Comic Book Format: reads the `meta-data` of the book. Text layers are ignored. */
export function readAcbf(bytes: Uint8Array, limits: SidecarLimits): PublicationMetadata {
  const root = readSidecarRoot(bytes, limits, 'ACBF')
  const book = firstDescendantNamed(root, 'book-info')
  const publication = firstDescendantNamed(root, 'publish-info')
  const language = attributeOf(firstChildNamed(firstChildNamed(book, 'languages'), 'text-layer'), 'lang')
  const sequence = firstChildNamed(book, 'sequence')
  const date = firstChildNamed(publication, 'publish-date')
  const direction = textOfChild(book, 'reading-direction')?.toLowerCase()
  return withoutEmptyFields({
    title: textOf(inLanguage(childrenNamed(book, 'book-title'), language)),
    series: attributeOf(sequence, 'title'),
    number: textOf(sequence),
    volume: parseIntegerField(attributeOf(sequence, 'volume'), 0, 9999),
    summary: paragraphs(inLanguage(childrenNamed(book, 'annotation'), language)),
    authors: childrenNamed(book, 'author').flatMap(author),
    genres: distinctTexts(childrenNamed(book, 'genre').map((genre) => textOf(genre)?.replaceAll('_', ' '))),
    tags: parseListField(textOf(inLanguage(childrenNamed(book, 'keywords'), language))),
    characters: distinctTexts(childrenNamed(firstChildNamed(book, 'characters'), 'name').map((name) => textOf(name))),
    ageRating: ageOfRating(textOfChild(book, 'content-rating')),
    language: languageTag(language),
    readingDirection: direction === 'rtl' || direction === 'ltr' ? direction : undefined,
    publisher: textOfChild(publication, 'publisher'),
    ...parseDateParts(attributeOf(date, 'value') ?? textOf(date)),
    isbn: isbn13(textOfChild(publication, 'isbn')),
    urls: webAddresses(childrenNamed(book, 'databaseref').map((reference) => textOf(reference))),
  })
}

/** The panels of one page in reading order, as corners in pixels of the picture at `href`. */
export interface AcbfPage {
  href: string
  frames: { x: number; y: number }[][]
}

/** Reads the panels in the document; pages without any are left out. */
export function readAcbfFrames(bytes: Uint8Array, limits: SidecarLimits): AcbfPage[] {
  const root = readSidecarRoot(bytes, limits, 'ACBF')
  const cover = childrenNamed(firstDescendantNamed(root, 'book-info'), 'coverpage')
  return [...cover, ...childrenNamed(firstChildNamed(root, 'body'), 'page')].flatMap((page) => {
    const href = attributeOf(firstChildNamed(page, 'image'), 'href')
    const frames = childrenNamed(page, 'frame').flatMap((frame) => corners(attributeOf(frame, 'points')))
    return href && frames.length > 0 ? [{ href, frames: frames.slice(0, MAX_FRAMES) }] : []
  })
}

const MAX_FRAMES = 200

/** `"45,36 500,35 500,445"`; empty if it isn't a valid area. */
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

/** Titles and texts exist once per language; falls back to the first. No `lang` means English (ACBF 1.1). */
function inLanguage(elements: XmlElement[], language: string | undefined): XmlElement | undefined {
  return elements.find((element) => (attributeOf(element, 'lang') ?? 'en') === (language ?? 'en')) ?? elements[0]
}

function paragraphs(element: XmlElement | undefined): string | undefined {
  const lines = childrenNamed(element, 'p').map((line) => textOf(line) ?? '')
  return lines.join('\n').trim() || textOf(element)
}

const roles = wordTable<AuthorRole>({
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
})

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
