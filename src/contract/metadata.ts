import type { Static, TSchema } from 'typebox'
import { Nullable, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const authorRoles = [
  'author',
  'co_author',
  'editor',
  'translator',
  'illustrator',
  'contributor',
  'writer',
  'penciller',
  'inker',
  'colorist',
  'letterer',
  'cover_artist',
] as const
export type AuthorRole = (typeof authorRoles)[number]

export const Author = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 500 }),
    role: Type.Enum([...authorRoles]),
    sortName: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  },
  { title: 'Author' },
)
export type Author = Static<typeof Author>

export const ReadingDirection = Type.Enum(['ltr', 'rtl', 'ttb', 'webtoon'])
export const SeriesStatus = Type.Enum(['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'])
export const BookType = Type.Enum([
  'comic',
  'manga',
  'novel',
  'novella',
  'anthology',
  'artbook',
  'oneshot',
  'omnibus',
  'graphic_novel',
  'magazine',
])

/** The seventeen locks of a series, with the specification's names. `series.locks` contains the locked ones. */
export const lockableSeriesFields = [
  'ageRating',
  'alternateTitles',
  'authorsJsonLock',
  'cover',
  'customMetadata',
  'genres',
  'imprint',
  'language',
  'publisher',
  'readingDirection',
  'status',
  'summary',
  'tags',
  'title',
  'titleSort',
  'totalBookCount',
  'year',
] as const
export type SeriesLock = (typeof lockableSeriesFields)[number]
export const SeriesLocks = Type.Object(flags(lockableSeriesFields), { title: 'MetadataLocks' })
export type SeriesLocks = Static<typeof SeriesLocks>

const text = (maxLength = 2000) => Nullable(Type.String({ maxLength }))
const integer = (minimum = -1_000_000, maximum = 1_000_000_000) =>
  Nullable(Type.Integer({ format: 'int32', minimum, maximum }))
/** A series takes its year from its books, so both have the same bounds. */
const Year = integer(0, 9999)
const Award = Type.Object({
  name: Type.String({ maxLength: 500 }),
  year: Type.Optional(integer()),
  category: Type.Optional(text(500)),
  won: Type.Boolean(),
})

/**
 * Metadata of a book beyond its file: the fields a user can edit. `book_meta.facts` is an object of these (absent =
 * unknown), except that title, titleSort, number, summary and authors have their own columns.
 */
export const bookMetadataFields = {
  title: text(),
  titleSort: text(),
  number: text(50),
  summary: text(100_000),
  publisher: text(500),
  imprint: text(500),
  languageIso: text(50),
  bookType: Nullable(BookType),
  subtitle: text(),
  authors: Nullable(Type.Array(Author, { maxItems: 500 })),
  translator: text(500),
  edition: text(500),
  originalTitle: text(),
  originalYear: integer(),
  seriesPosition: Nullable(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
  seriesTotal: integer(0),
  subjects: Nullable(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 500 })),
  awards: Nullable(Type.Array(Award, { maxItems: 100 })),
  formatDetail: text(500),
  blackAndWhite: Nullable(Type.Boolean()),
  manga: Nullable(Type.Boolean()),
  year: Year,
  month: integer(1, 12),
  day: integer(1, 31),
  volume: integer(),
  chapter: Nullable(Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
  count: integer(0),
  isbns: Nullable(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
} as const satisfies Record<string, TSchema>
export type BookMetadataField = keyof typeof bookMetadataFields

const name = Type.String({ maxLength: 500 })
/** The largest crossovers have a few hundred characters. */
const namesInFile = Nullable(Type.Array(name, { maxItems: 1000 }))

/** Also stored in `facts`, read from files and shown, but not edited field by field. */
export const bookFieldsFromFile = {
  characters: namesInFile,
  teams: namesInFile,
  locations: namesInFile,
  storyArcs: Nullable(Type.Array(Type.Object({ name, number: Type.Optional(text(50)) }), { maxItems: 1000 })),
  seriesGroup: text(500),
  notes: text(100_000),
  scanInformation: text(),
  communityRating: Nullable(Type.Number()),
  gtin: text(50),
  urls: Nullable(Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 1000 })),
} as const satisfies Record<string, TSchema>

/** The locks of a book: the names of its fields, and `cover`, `genres`, `tags` and `customMetadata`. */
export const lockableBookFields = [
  ...(Object.keys(bookMetadataFields) as BookMetadataField[]),
  'cover',
  'genres',
  'tags',
  'customMetadata',
] as const
export type BookLock = (typeof lockableBookFields)[number]
export const BookLocks = Type.Object(flags(lockableBookFields), { title: 'BookMetadataLocks' })
export type BookLocks = Static<typeof BookLocks>

const CustomMetadata = Nullable(Type.Record(Type.String(), Type.Unknown()))
const names = Type.Array(Type.String())

export const BookMetadata = Type.Object(
  {
    id: Uuid,
    bookId: Uuid,
    ...bookMetadataFields,
    ...bookFieldsFromFile,
    genre: Nullable(Type.String({ description: 'The genres, separated by commas.' })),
    genres: names,
    tags: names,
    series: Nullable(Type.String()),
    pageCount: Nullable(Type.Integer()),
    releaseDate: Nullable(Type.String({ description: 'As precise as known: 2004, 2004-05 or 2004-05-01.' })),
    writers: names,
    pencillers: names,
    inkers: names,
    colorists: names,
    letterers: names,
    coverArtists: names,
    editors: names,
    customMetadata: CustomMetadata,
    locks: BookLocks,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'BookMetadata' },
)
export type BookMetadata = Static<typeof BookMetadata>

/** As printed ("1.5", "12a"); a plain number is converted to text. */
export const BookNumberInput = Nullable(Type.Union([Type.String({ maxLength: 50 }), Type.Number()]))

/** All people of one role in one line, separated by commas; authors of other roles stay. */
const creditFields = {
  writer: text(),
  penciller: text(),
  inker: text(),
  colorist: text(),
  letterer: text(),
  coverArtist: text(),
  editor: text(),
} as const satisfies Record<string, TSchema>
export type CreditField = keyof typeof creditFields

/** Absent keeps the value, null clears it, a value sets it; given fields are locked. */
export const bookMetadataPatchFields = {
  ...optional({ ...bookMetadataFields, number: BookNumberInput, ...creditFields }),
  genre: Type.Optional(Nullable(Type.String({ maxLength: 20_000, description: 'Genres, separated by commas.' }))),
  customMetadata: Type.Optional(CustomMetadata),
}
export const BookMetadataPatch = Type.Object(bookMetadataPatchFields, {
  additionalProperties: false,
  title: 'BookMetadataPatch',
})
export type BookMetadataPatch = Static<typeof BookMetadataPatch>

/** Locks that aren't named stay as they are. */
export const BookLocksPatch = Type.Object(optionalFlags(lockableBookFields), {
  additionalProperties: false,
  title: 'BookMetadataLocksPatch',
})
export type BookLocksPatch = Static<typeof BookLocksPatch>

export const seriesMetadataFields = {
  title: Type.String({ minLength: 1, maxLength: 2000 }),
  titleSort: text(),
  summary: text(100_000),
  publisher: text(500),
  imprint: text(500),
  status: Nullable(SeriesStatus),
  ageRating: integer(0, 150),
  language: text(50),
  readingDirection: Nullable(ReadingDirection),
  year: Year,
  totalBookCount: integer(0),
  authors: Nullable(Type.Array(Author, { maxItems: 500 })),
} as const satisfies Record<string, TSchema>

export const SeriesBaseMetadata = Type.Object(
  {
    ...seriesMetadataFields,
    customMetadata: CustomMetadata,
    locks: SeriesLocks,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SeriesFullMetadata' },
)
export type SeriesBaseMetadata = Static<typeof SeriesBaseMetadata>

export const seriesMetadataPatchFields = {
  ...optional(seriesMetadataFields),
  customMetadata: Type.Optional(CustomMetadata),
}
export const SeriesMetadataPatch = Type.Object(seriesMetadataPatchFields, {
  additionalProperties: false,
  title: 'SeriesMetadataPatch',
})
export type SeriesMetadataPatch = Static<typeof SeriesMetadataPatch>

export const SeriesLocksPatch = Type.Object(optionalFlags(lockableSeriesFields), {
  additionalProperties: false,
  title: 'MetadataLocksPatch',
})
export type SeriesLocksPatch = Static<typeof SeriesLocksPatch>

function flags<const Name extends string>(of: readonly Name[]): Record<Name, ReturnType<typeof Type.Boolean>> {
  return Object.fromEntries(of.map((name) => [name, Type.Boolean()])) as Record<Name, ReturnType<typeof Type.Boolean>>
}

function optionalFlags<const Name extends string>(of: readonly Name[]) {
  return Object.fromEntries(of.map((name) => [name, Type.Optional(Nullable(Type.Boolean()))])) as Record<
    Name,
    OptionalFlag
  >
}
type OptionalFlag = ReturnType<typeof Type.Optional<ReturnType<typeof Nullable<ReturnType<typeof Type.Boolean>>>>>

function optional<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof Fields]: ReturnType<typeof Type.Optional<Fields[Name]>>
  }
}
