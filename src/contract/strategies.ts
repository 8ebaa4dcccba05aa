import type { Static, TSchema } from 'typebox'
import Type from './type.ts'

/** One way of doing something, with what can be said about it: what it does, and the shape of its configuration. */
export interface StrategyPromise<Config extends TSchema = TSchema> {
  /** One sentence for people. */
  description: string
  config: Config
}

// Unknown keys are refused: a misspelt key that silently does nothing costs an evening.
const closed = { additionalProperties: false } as const
const Pattern = Type.String({ minLength: 1, maxLength: 1000, description: 'A regular expression (RE2 syntax).' })
const Nothing = Type.Object({}, closed)

const titleFromMetadata = Type.Optional(
  Type.Boolean({
    default: true,
    description:
      'Title the series by what its files say (ComicInfo, series.json, OPF, EPUB, MetronInfo) when they agree; else by its folder.',
  }),
)

/** Strategies by which a folder is a series. */
export const FolderConfig = Type.Object({ titleFromMetadata }, closed)
export type FolderConfig = Static<typeof FolderConfig>

export const FlatConfig = Type.Object(
  {
    filenamePatterns: Type.Optional(
      Type.Array(Pattern, {
        maxItems: 20,
        default: [],
        description: 'Tried in order on the file name; the group `series`, else the first group, is the series.',
      }),
    ),
    requireMetadata: Type.Optional(
      Type.Boolean({ default: false, description: 'Only what the file says inside counts; all others are "Unknown".' }),
    ),
  },
  closed,
)
export type FlatConfig = Static<typeof FlatConfig>

export const PublisherHierarchyConfig = Type.Object(
  {
    titleFromMetadata,
    skipDepth: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, default: 1, description: 'How many folders stand above the series.' }),
    ),
    storeSkippedAs: Type.Optional(
      Type.Enum(['publisher', 'imprint', 'author', 'none'], {
        default: 'publisher',
        description: 'What the skipped folders name.',
      }),
    ),
  },
  closed,
)
export type PublisherHierarchyConfig = Static<typeof PublisherHierarchyConfig>

export const CalibreConfig = Type.Object(
  {
    stripIdSuffix: Type.Optional(
      Type.Boolean({ default: true, description: 'Leave out the number that calibre adds: "Title (12)".' }),
    ),
    seriesMode: Type.Optional(
      Type.Enum(['standalone', 'by_author', 'from_metadata'], {
        default: 'from_metadata',
        description: 'Every title by itself, one series per author, or the series that the metadata names.',
      }),
    ),
    readOpfMetadata: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Use what metadata.opf says; calibre spells folders in plain ASCII.',
      }),
    ),
    authorFromFolder: Type.Optional(
      Type.Boolean({ default: true, description: 'Take the author from the first folder where nothing else tells.' }),
    ),
  },
  closed,
)
export type CalibreConfig = Static<typeof CalibreConfig>

export const CustomSeriesConfig = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'A regular expression (RE2 syntax) over the path below the library, with the named groups series, publisher, imprint, author, volume, year, book.',
      examples: ['^(?<publisher>[^/]+)/(?<series>[^/]+) \\((?<year>\\d{4})\\)/'],
    }),
    seriesNameTemplate: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, default: '{series}', examples: ['{series} ({year})'] }),
    ),
  },
  closed,
)
export type CustomSeriesConfig = Static<typeof CustomSeriesConfig>

/** How folders become series. */
export const seriesStrategies = {
  series_volume: {
    description:
      'The folder that holds the files is the series; folders for volumes, chapters or specials belong to it.',
    config: FolderConfig,
  },
  series_volume_chapter: {
    description: 'The first folder is the series; folders below it are volumes, files are chapters.',
    config: FolderConfig,
  },
  flat: {
    description: 'Folders do not count; the series is read from the metadata, else from the file name.',
    config: FlatConfig,
  },
  publisher_hierarchy: {
    description: 'The first folders name the publisher; the folder below them that holds the files is the series.',
    config: PublisherHierarchyConfig,
  },
  calibre: {
    description:
      'A calibre library (Author/Title (id)/file); the series comes from the metadata, the author or the title.',
    config: CalibreConfig,
  },
  custom: {
    description: 'A regular expression over the path names the series; what does not match goes by its folder.',
    config: CustomSeriesConfig,
  },
} as const satisfies Record<string, StrategyPromise>

export const SmartNamingConfig = Type.Object(
  {
    additionalGenericPatterns: Type.Optional(
      Type.Array(Pattern, {
        maxItems: 20,
        default: [],
        description: 'Titles that match one of these say nothing, like "Volume 3".',
      }),
    ),
  },
  closed,
)
export type SmartNamingConfig = Static<typeof SmartNamingConfig>

export const CustomNamingConfig = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'A regular expression (RE2 syntax) over the file name without its extension, with the named groups series, volume, chapter, number, year, title.',
    }),
    titleTemplate: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        default: '{title}',
        description: 'Made of the named groups and {filename}.',
      }),
    ),
    fallback: Type.Optional(
      Type.Enum(['filename', 'metadata_first', 'smart', 'series_name'], {
        default: 'filename',
        description: 'What names a book whose file name does not match.',
      }),
    ),
  },
  closed,
)
export type CustomNamingConfig = Static<typeof CustomNamingConfig>

/** How a book gets its title. */
export const bookStrategies = {
  filename: { description: 'The file name without its extension.', config: Nothing },
  metadata_first: { description: 'The title inside the file, else the file name.', config: Nothing },
  smart: {
    description:
      'The title inside the file unless it says no more than a number ("Volume 3"), else the series and number that the file name gives ("Saga #1").',
    config: SmartNamingConfig,
  },
  series_name: { description: 'The series with the volume, chapter or number behind it.', config: Nothing },
  custom: { description: 'A regular expression over the file name and a template.', config: CustomNamingConfig },
} as const satisfies Record<string, StrategyPromise>

/** How the books of a series are numbered. */
export const numberStrategies = {
  file_order: { description: 'By their place in the natural order of the file names.', config: Nothing },
  metadata: { description: 'Only by the number inside the file.', config: Nothing },
  filename: { description: 'Only by the number in the file name.', config: Nothing },
  smart: { description: 'By the number inside the file, else in its name, else by place.', config: Nothing },
} as const satisfies Record<string, StrategyPromise>

export type SeriesStrategyName = keyof typeof seriesStrategies
export type BookStrategyName = keyof typeof bookStrategies
export type NumberStrategyName = keyof typeof numberStrategies

export const SeriesStrategyName = Type.Enum(namesOf(seriesStrategies), { default: 'series_volume' })
export const BookStrategyName = Type.Enum(namesOf(bookStrategies), { default: 'smart' })
export const NumberStrategyName = Type.Enum(namesOf(numberStrategies), { default: 'smart' })

/** What `POST /libraries/preview-scan` answers. */
export const SeriesPreview = Type.Object(
  {
    detectedSeries: Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.String({ description: 'Relative to the folder; empty for files that lie in it.' }),
        bookCount: Type.Integer({ minimum: 1 }),
        sampleBooks: Type.Array(Type.String(), { maxItems: 5 }),
        metadata: Type.Optional(
          Type.Object({
            publisher: Type.Optional(Type.String()),
            imprint: Type.Optional(Type.String()),
            author: Type.Optional(Type.String()),
            year: Type.Optional(Type.Integer()),
          }),
        ),
      }),
    ),
    totalFiles: Type.Integer({ minimum: 0 }),
  },
  { title: 'SeriesPreview' },
)
export type SeriesPreview = Static<typeof SeriesPreview>

function namesOf<Strategies extends object>(strategies: Strategies): (keyof Strategies & string)[] {
  return Object.keys(strategies) as (keyof Strategies & string)[]
}
