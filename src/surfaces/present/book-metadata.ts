import {
  type Author,
  authorRoles,
  type BookMetadata,
  bookFieldsFromFile,
  bookMetadataFields,
  lockableBookFields,
} from '../../contract/metadata.ts'
import type { AuthorView, FullBookView } from '../../store/book/view.ts'
import { formatTimestamp } from './format-time.ts'

/** The metadata object of a book: every field is present, unknown ones are null. */
export function presentBookMetadata(view: FullBookView): BookMetadata {
  const { meta } = view
  const { facts } = meta
  const known = Object.fromEntries(FACT_NAMES.map((name) => [name, facts[name] ?? null]))
  return {
    ...(known as Pick<BookMetadata, (typeof FACT_NAMES)[number]>),
    id: view.uid,
    bookId: view.uid,
    title: view.title,
    titleSort: view.titleSort,
    number: view.numberText ?? (view.number === null ? null : String(view.number)),
    summary: meta.summary,
    authors: meta.authors.map(presentAuthor),
    volume: typeof facts.volume === 'number' ? facts.volume : wholeOrNull(view.volume),
    chapter: typeof facts.chapter === 'number' ? facts.chapter : view.chapter,
    year: typeof facts.year === 'number' ? facts.year : view.year,
    genre: meta.genres.length === 0 ? null : meta.genres.map((genre) => genre.name).join(', '),
    genres: meta.genres.map((genre) => genre.name),
    tags: meta.tags.map((tag) => tag.name),
    series: view.seriesTitle,
    pageCount: view.pageCount,
    releaseDate: view.releaseDate === null ? null : formatDateDigits(view.releaseDate),
    writers: named(meta.authors, 'writer'),
    pencillers: named(meta.authors, 'penciller'),
    inkers: named(meta.authors, 'inker'),
    colorists: named(meta.authors, 'colorist'),
    letterers: named(meta.authors, 'letterer'),
    coverArtists: named(meta.authors, 'cover_artist'),
    editors: named(meta.authors, 'editor'),
    customMetadata: meta.customMetadata,
    locks: Object.fromEntries(
      lockableBookFields.map((lock) => [lock, meta.locks.includes(lock)]),
    ) as BookMetadata['locks'],
    createdAt: formatTimestamp(view.createdAt),
    updatedAt: formatTimestamp(view.updatedAt),
  }
}

const FACT_NAMES = [...Object.keys(bookMetadataFields), ...Object.keys(bookFieldsFromFile)] as (
  | keyof typeof bookMetadataFields
  | keyof typeof bookFieldsFromFile
)[]

export function presentAuthor({ name, role, sortName }: AuthorView): Author {
  return { name, role: presentAuthorRole(role), sortName }
}

/** Apps made for Komga may use any name for a role. Unknown ones become `contributor`. */
export const presentAuthorRole = (role: string): Author['role'] =>
  authorRoles.find((known) => known === role) ?? 'contributor'

/** 20040501 → 2004-05-01; 20040500 → 2004-05; 20040000 → 2004. */
export function formatDateDigits(digits: number): string {
  const [year, month, day] = [Math.floor(digits / 10_000), Math.floor(digits / 100) % 100, digits % 100]
  const two = (part: number) => String(part).padStart(2, '0')
  if (!month) return String(year).padStart(4, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}${day ? `-${two(day)}` : ''}`
}

const named = (authors: readonly AuthorView[], role: string): string[] =>
  authors.filter((author) => author.role === role).map((author) => author.name)

const wholeOrNull = (value: number | null): number | null => (value === null ? null : Math.trunc(value))
