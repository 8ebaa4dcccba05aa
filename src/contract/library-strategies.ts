import type { Static, TSchema } from 'typebox'
import Type from './typebox.ts'

/** A strategy as shown to users: what it does, and the schema of its configuration. */
export interface StrategyDescription<Config extends TSchema = TSchema> {
  /** One sentence for users. */
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
      'Use the series title from the files (ComicInfo, series.json, OPF, EPUB, MetronInfo) if they agree, otherwise the folder name.',
  }),
)

/** For the strategies that make each folder a series. */
export const FolderSeriesConfig = Type.Object({ titleFromMetadata }, closed)
export type FolderSeriesConfig = Static<typeof FolderSeriesConfig>

export const FlatConfig = Type.Object(
  {
    filenamePatterns: Type.Optional(
      Type.Array(Pattern, {
        maxItems: 20,
        default: [],
        description:
          'Patterns for the file name, tried in order. The group `series`, or else the first group, is the series.',
      }),
    ),
    requireMetadata: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Use only the metadata inside the file. Files without it go to the series "Unknown".',
      }),
    ),
  },
  closed,
)
export type FlatConfig = Static<typeof FlatConfig>

export const PublisherHierarchyConfig = Type.Object(
  {
    titleFromMetadata,
    skipDepth: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 1,
        description: 'How many folder levels are above the series.',
      }),
    ),
    storeSkippedAs: Type.Optional(
      Type.Enum(['publisher', 'imprint', 'author', 'none'], {
        default: 'publisher',
        description: 'What the names of the skipped folders are stored as.',
      }),
    ),
  },
  closed,
)
export type PublisherHierarchyConfig = Static<typeof PublisherHierarchyConfig>

export const CalibreSeriesConfig = Type.Object(
  {
    stripIdSuffix: Type.Optional(
      Type.Boolean({ default: true, description: 'Ignore the number that calibre adds, as in "Title (12)".' }),
    ),
    seriesMode: Type.Optional(
      Type.Enum(['standalone', 'by_author', 'from_metadata'], {
        default: 'from_metadata',
        description: 'One series per title, one per author, or the series named in the metadata.',
      }),
    ),
    readOpfMetadata: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Read metadata.opf, because calibre writes folder names in plain ASCII.',
      }),
    ),
    authorFromFolder: Type.Optional(
      Type.Boolean({ default: true, description: 'Use the first folder as the author if no other source names one.' }),
    ),
  },
  closed,
)
export type CalibreSeriesConfig = Static<typeof CalibreSeriesConfig>

export const CustomSeriesConfig = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'A regular expression (RE2 syntax) for the path below the library, with the named groups series, publisher, imprint, author, volume, year, book.',
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
      'The folder that contains the files is the series. Folders for volumes, chapters or specials belong to it.',
    config: FolderSeriesConfig,
  },
  series_volume_chapter: {
    description: 'The first folder is the series, folders below it are volumes, and files are chapters.',
    config: FolderSeriesConfig,
  },
  flat: {
    description: 'Folders are ignored. The series comes from the metadata, or else from the file name.',
    config: FlatConfig,
  },
  publisher_hierarchy: {
    description: 'The first folders name the publisher. The folder below them that contains the files is the series.',
    config: PublisherHierarchyConfig,
  },
  calibre: {
    description:
      'A calibre library (Author/Title (id)/file). The series comes from the metadata, the author or the title.',
    config: CalibreSeriesConfig,
  },
  custom: {
    description: 'A regular expression for the path names the series. Files that do not match use their folder.',
    config: CustomSeriesConfig,
  },
} as const satisfies Record<string, StrategyDescription>

export const SmartNamingConfig = Type.Object(
  {
    additionalGenericPatterns: Type.Optional(
      Type.Array(Pattern, {
        maxItems: 20,
        default: [],
        description: 'Patterns for generic titles to ignore, such as "Volume 3".',
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
        'A regular expression (RE2 syntax) for the file name without its extension, with the named groups series, volume, chapter, number, year, title.',
    }),
    titleTemplate: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        default: '{title}',
        description: 'A template with the named groups and {filename}.',
      }),
    ),
    fallback: Type.Optional(
      Type.Enum(['filename', 'metadata_first', 'smart', 'series_name'], {
        default: 'filename',
        description: 'The strategy for books whose file name does not match.',
      }),
    ),
  },
  closed,
)
export type CustomNamingConfig = Static<typeof CustomNamingConfig>

/** How a book gets its title. */
export const bookStrategies = {
  filename: { description: 'The file name without its extension.', config: Nothing },
  metadata_first: { description: 'The title inside the file, or else the file name.', config: Nothing },
  smart: {
    description:
      'The title inside the file, unless it is generic ("Volume 3"). Then the series and number from the file name ("Saga #1").',
    config: SmartNamingConfig,
  },
  series_name: { description: 'The series name followed by the volume, chapter or number.', config: Nothing },
  custom: { description: 'A regular expression for the file name, and a template.', config: CustomNamingConfig },
} as const satisfies Record<string, StrategyDescription>

/** How the books of a series are numbered. */
export const numberStrategies = {
  file_order: { description: 'By position in the natural order of the file names.', config: Nothing },
  metadata: { description: 'Only the number inside the file.', config: Nothing },
  filename: { description: 'Only the number in the file name.', config: Nothing },
  smart: { description: 'The number inside the file, else the one in its name, else its position.', config: Nothing },
} as const satisfies Record<string, StrategyDescription>

export type SeriesStrategyName = keyof typeof seriesStrategies
export type BookStrategyName = keyof typeof bookStrategies
export type NumberStrategyName = keyof typeof numberStrategies

export const SeriesStrategyName = Type.Enum(namesOf(seriesStrategies), { default: 'series_volume' })
export const BookStrategyName = Type.Enum(namesOf(bookStrategies), { default: 'smart' })
export const NumberStrategyName = Type.Enum(namesOf(numberStrategies), { default: 'smart' })

/** The response of `POST /libraries/preview-scan`. */
export const DetectedSeriesPreview = Type.Object(
  {
    detectedSeries: Type.Array(
      Type.Object({
        name: Type.String(),
        path: Type.String({ description: 'Path relative to the folder; empty for files directly in it.' }),
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
export type DetectedSeriesPreview = Static<typeof DetectedSeriesPreview>

function namesOf<Strategies extends object>(strategies: Strategies): (keyof Strategies & string)[] {
  return Object.keys(strategies) as (keyof Strategies & string)[]
}
