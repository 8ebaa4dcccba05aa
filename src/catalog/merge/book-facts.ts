import type { Static } from 'typebox'
import { bookFieldsFromFile, bookMetadataFields } from '../../contract/metadata.ts'
import type { Publication, PublicationMetadata } from '../../formats/publication.ts'

type Editable = Omit<typeof bookMetadataFields, 'title' | 'titleSort' | 'number' | 'summary' | 'authors'>

/** `book_meta.facts`: metadata of a book beyond its columns; absent = unknown. */
export type BookFacts = {
  [Field in keyof Editable]?: Static<Editable[Field]>
} & {
  [Field in keyof typeof bookFieldsFromFile]?: Static<(typeof bookFieldsFromFile)[Field]>
} & {
  /** The metadata of the file itself, whatever users edited: naming and series are based on this. */
  file?: FileMetadata
  /** The series that was named by another program's database, and not by its files. */
  seriesFromImport?: SeriesFromImport
}

/** Overrides `file` as long as the file's own series metadata is unchanged; a later change of the file is newer. */
export interface SeriesFromImport {
  series: string
  number?: string
  inFile: { series?: string; number?: string }
}

export interface FileMetadata {
  title?: string
  /** The sort form of that title. */
  titleSort?: string
  series?: string
  number?: string
  authors?: string[]
  year?: number
  ofSeries?: SeriesFactsInFile
  /** Fields that the file has a value for: when it no longer does, they are cleared. */
  fields: string[]
}

/** Metadata of the whole series in a book's file. */
export interface SeriesFactsInFile {
  sort?: string
  localized?: string
  status?: PublicationMetadata['seriesStatus']
  year?: number
  ageRating?: number
  direction?: PublicationMetadata['readingDirection']
}

/** The content of a file, used for what its metadata lacks. */
export type FileContent = Pick<Publication, 'kind' | 'layout'>

/** The metadata of a file as the API names it. */
export function factsOfMetadata(metadata: PublicationMetadata, content?: FileContent): BookFacts {
  const { authors = [] } = metadata
  const facts: BookFacts = {
    publisher: metadata.publisher,
    imprint: metadata.imprint,
    languageIso: metadata.language,
    subtitle: metadata.subtitle,
    translator: authors.find((author) => author.role === 'translator')?.name,
    edition: metadata.edition,
    originalTitle: metadata.originalTitle,
    seriesPosition: positionOf(metadata.number),
    seriesTotal: countOf(metadata.count),
    subjects: metadata.tags,
    formatDetail: metadata.format,
    blackAndWhite: metadata.blackAndWhite,
    manga: metadata.manga,
    bookType: bookTypeOf(metadata, content),
    year: metadata.year,
    month: metadata.month,
    day: metadata.day,
    volume: wholeVolume(metadata.volume),
    count: countOf(metadata.count),
    isbns: metadata.isbn ? [metadata.isbn] : undefined,
    characters: metadata.characters,
    teams: metadata.teams,
    locations: metadata.locations,
    storyArcs: metadata.storyArcs,
    seriesGroup: metadata.seriesGroup,
    notes: metadata.notes,
    scanInformation: metadata.scanInformation,
    communityRating: metadata.communityRating,
    gtin: metadata.gtin,
    urls: metadata.urls,
  }
  for (const key of Object.keys(facts) as (keyof BookFacts)[]) {
    Object.assign(facts, { [key]: cut(facts[key], boundsOfFields[key] ?? {}) })
    if (facts[key] === undefined) delete facts[key]
  }
  return facts
}

interface Bounds {
  anyOf?: Bounds[]
  items?: Bounds
  properties?: Record<string, Bounds>
  maxLength?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

const boundsOfFields = { ...bookMetadataFields, ...bookFieldsFromFile } as Partial<Record<string, Bounds>>

const cutText = (text: string | undefined, field: 'title' | 'titleSort' | 'number') =>
  cut(text, bookMetadataFields[field] as Bounds) as string | undefined

/** Shortens values to the API's limits: a file may contain a whole book there. A number out of range is dropped. */
function cut(value: unknown, bounds: Bounds): unknown {
  const { items, properties, maxLength, maxItems, minimum, maximum } = bounds.anyOf?.[0] ?? bounds
  if (typeof value === 'number') return value < minimum! || value > maximum! ? undefined : value
  if (typeof value === 'string' && value.length > (maxLength ?? Number.POSITIVE_INFINITY))
    return value.slice(0, maxLength).toWellFormed()
  if (Array.isArray(value)) return items ? value.slice(0, maxItems).map((item) => cut(item, items)) : value
  if (!properties || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part, properties[key] ?? {})]))
}

export function fileMetadata(metadata: PublicationMetadata, facts: BookFacts): FileMetadata {
  const metadataInFile: FileMetadata = {
    title: cutText(metadata.title, 'title'),
    titleSort: cutText(metadata.sortTitle, 'titleSort'),
    series: cutText(metadata.series, 'title'),
    number: cutText(metadata.number, 'number'),
    authors: metadata.authors?.map((author) => author.name).slice(0, 5),
    year: metadata.year,
    ofSeries: seriesFactsOf(metadata),
    fields: Object.keys(facts),
  }
  for (const key of Object.keys(metadataInFile) as (keyof FileMetadata)[])
    if (metadataInFile[key] === undefined) delete metadataInFile[key]
  return metadataInFile
}

/** The file's sort title belongs to the file's title only, and not to one that the library's naming made. */
export function sortTitleFromFile(
  title: string,
  inFile: { title?: string; titleSort?: string } | undefined,
): string | null {
  return inFile?.title === title ? (inFile.titleSort ?? null) : null
}

function seriesFactsOf(metadata: PublicationMetadata): SeriesFactsInFile | undefined {
  const facts: SeriesFactsInFile = {
    sort: metadata.seriesSort,
    localized: metadata.localizedSeries,
    status: metadata.seriesStatus,
    year: metadata.seriesYear,
    ageRating: metadata.ageRating,
    direction: metadata.readingDirection,
  }
  return Object.values(facts).some((value) => value !== undefined) ? facts : undefined
}

/** The digits of a date, so that they sort: 20040501; zeros for unknown parts. */
export function sortableReleaseDateOf(date: {
  year?: number | null
  month?: number | null
  day?: number | null
}): number | null {
  if (!date.year) return null
  return date.year * 10_000 + (date.month ?? 0) * 100 + (date.month ? (date.day ?? 0) : 0)
}

function positionOf(number: string | undefined): number | undefined {
  const value = number === undefined ? Number.NaN : Number(number)
  return Number.isFinite(value) ? value : undefined
}

/** Comics also number volumes by year; both are whole numbers. */
function wholeVolume(volume: number | undefined): number | undefined {
  return volume === undefined ? undefined : Math.trunc(volume)
}

/** From the file's metadata, else from its content. For a text or PDF without metadata nothing is guessed. */
function bookTypeOf(metadata: PublicationMetadata, content: FileContent | undefined): BookFacts['bookType'] {
  const format = metadata.format?.toLowerCase() ?? ''
  for (const [pattern, type] of BOOK_TYPES) if (pattern.test(format)) return type
  if (metadata.manga) return 'manga'
  if (content?.kind === 'comic' || (content?.kind === 'epub' && content.layout === 'fixed')) {
    return metadata.readingDirection === 'rtl' ? 'manga' : 'comic'
  }
  const subjects = [...(metadata.genres ?? []), ...(metadata.tags ?? [])].join(' ').toLowerCase()
  if (/\bnovellas?\b/.test(subjects)) return 'novella'
  return /(?<!\bnon-?\s?)\b(fiction|novels?)\b/.test(subjects) && content?.kind === 'epub' ? 'novel' : undefined
}

const BOOK_TYPES: [RegExp, NonNullable<BookFacts['bookType']>][] = [
  [/one.?shot/, 'oneshot'],
  [/omnibus/, 'omnibus'],
  [/graphic novel|^gn$|hardcover|^hc$|tpb|trade/, 'graphic_novel'],
  [/anthology/, 'anthology'],
  [/art ?book/, 'artbook'],
  [/magazine/, 'magazine'],
  [/novella/, 'novella'],
]

/** Some tools write -1 for an unknown count. */
const countOf = (count: number | undefined): number | undefined =>
  count !== undefined && count < 0 ? undefined : count
