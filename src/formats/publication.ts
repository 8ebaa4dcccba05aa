import type { FormatProblem } from './errors.ts'

/**
 * What every reader makes of a file, whatever its format: the one thing that crosses from formats/ to the analyser.
 * Plain data: it can be cloned to another thread or printed as JSON. `undefined` means "the file does not say".
 */
export interface Publication {
  kind: 'comic' | 'epub' | 'pdf'
  /** What the API calls it: 7z reports cbr, tar reports cbz; `container` has the truth. */
  fileFormat: 'cbz' | 'cbr' | 'epub' | 'pdf'
  container: Container
  /** What readers count: pages of comics, PDFs and image-only EPUBs, positions of other EPUBs. */
  pageCount: number
  /** Pages of a comic or PDF, and of an EPUB that is nothing but pictures (`divina`); else empty. */
  pages: Page[]
  /** EPUB: the spine, in order. Empty for comics and PDF. */
  readingOrder: Resource[]
  /** EPUB: every other file of the manifest (images, styles, fonts, …). */
  resources: Resource[]
  /** Table of contents. Comics: bookmarks of ComicInfo. PDF: the outline. */
  toc: TocEntry[]
  layout: 'reflowable' | 'fixed'
  /** EPUB `rendition:spread`: when two pages are to be shown side by side. */
  spread?: 'none' | 'landscape' | 'both' | 'auto'
  /** An EPUB that is only pictures and can be read as a comic by its `pages`. */
  divina: boolean
  metadata: PublicationMetadata
  /** Which document said it: `metadataSources.title === 'comicinfo'`. */
  metadataSources: MetadataFieldSources
  cover: CoverReference | null
  /** EPUB: Readium positions. Empty for comics and PDF, whose positions are their pages. */
  positions: Position[]
  /** What was wrong without ending the analysis: a page that cannot be unpacked, a sidecar that does not parse. */
  warnings: FormatProblem[]
}

/** `rar` is RAR 5, `rar4` what was before it: apps are told which. */
export type Container = 'zip' | 'rar' | 'rar4' | '7z' | 'tar' | 'pdf'

export interface Page {
  /** The entry's name in the archive (a label, never a path to open); for a PDF, `page-0001`. */
  fileName: string
  /** From the bytes, not from the name; from the name where the bytes say nothing. */
  mediaType: string
  /** Pixels; points for PDF. Null when the image is broken or cannot be reached. */
  width: number | null
  height: number | null
  /** Bytes unpacked, as far as the container tells; null for PDF. */
  size: number | null
  /** Place of the entry in its archive; null for PDF. Names may be double, this is not. */
  entry: number | null
  /** Where the bytes lie, for pages that can be read at an offset (ZIP, plain tar); else null. */
  bytes: EntryByteRange | null
}

/** Enough to read an entry's bytes later with one positioned read and no look at the archive's directory. */
export interface EntryByteRange {
  /** Of the data itself, after the entry's header. */
  offset: number
  packedSize: number
  size: number
  /** ZIP methods: 0 stored, 8 deflate. */
  method: 0 | 8
  /** Null where the container keeps none (tar). */
  crc32: number | null
}

export interface Resource {
  /** Path inside the archive, percent-decoded, relative to its root; equals the entry's name. */
  href: string
  mediaType: string
  /** Bytes unpacked; 0 when the manifest names a file that is not there. */
  size: number
  bytes: EntryByteRange | null
  title?: string
  /** Manifest properties and Readium's own: `nav`, `cover-image`, `scripted`, `mathml`, … */
  properties?: string[]
  /** Override of the publication's layout for this item. */
  layout?: 'reflowable' | 'fixed'
  /** Which half of a spread. */
  spread?: 'left' | 'right' | 'center'
  /** `linear="no"` in the spine. */
  linear?: boolean
  width?: number
  height?: number
  /** EPUB 3 media overlays and fallbacks, hrefs. */
  mediaOverlay?: string
  fallback?: string
}

export interface TocEntry {
  title: string
  /** EPUB: href with fragment. */
  href?: string
  /** Comic and PDF: page number, 1-based. */
  page?: number
  children: TocEntry[]
}

export type CoverReference = { page: number } | { href: string }

/** A Readium locator, kept small: one per 1,024 packed bytes of a spine item. */
export interface Position {
  href: string
  mediaType: string
  /** 1-based over the whole publication. */
  position: number
  progression: number
  totalProgression: number
}

export type ReadingDirection = 'ltr' | 'rtl' | 'ttb' | 'webtoon'

export type AuthorRole =
  | 'author'
  | 'co_author'
  | 'editor'
  | 'translator'
  | 'illustrator'
  | 'contributor'
  | 'writer'
  | 'penciller'
  | 'inker'
  | 'colorist'
  | 'letterer'
  | 'cover_artist'

export interface Author {
  name: string
  role: AuthorRole
  sortName?: string
}

export type MetadataSource = 'comicinfo' | 'metroninfo' | 'comet' | 'acbf' | 'opf' | 'pdf' | 'series_json' | 'filename'

/** Everything a file says about itself. Absent = not said; lists are never empty when present. */
export interface PublicationMetadata {
  title?: string
  sortTitle?: string
  subtitle?: string
  originalTitle?: string
  series?: string
  seriesSort?: string
  localizedSeries?: string
  seriesGroup?: string
  /** The exact text: "1.5", "12a", "½". */
  number?: string
  volume?: number
  /** How many books the series is to have. */
  count?: number
  alternateSeries?: AlternateSeries[]
  storyArcs?: StoryArc[]
  collections?: StoryArc[]
  summary?: string
  review?: string
  notes?: string
  publisher?: string
  imprint?: string
  year?: number
  month?: number
  day?: number
  /** BCP 47. */
  language?: string
  authors?: Author[]
  genres?: string[]
  tags?: string[]
  /** Youngest reader in years: 0, 6, 10, 13, 15, 17, 18. */
  ageRating?: number
  readingDirection?: ReadingDirection
  manga?: boolean
  blackAndWhite?: boolean
  /** "Annual", "TPB", "One-Shot", … as written. */
  format?: string
  edition?: string
  /** Digits only, ISBN-13 where it can be told. */
  isbn?: string
  gtin?: string
  /** Other identifiers by scheme, lower-case: `uuid`, `asin`, `comicvine`, `doi`, … */
  identifiers?: Record<string, string>
  urls?: string[]
  characters?: string[]
  teams?: string[]
  locations?: string[]
  mainCharacterOrTeam?: string
  /** 0–5. */
  communityRating?: number
  scanInformation?: string
  /** Last change of the file's metadata as it says itself, ISO 8601. */
  modified?: string
  /** "ongoing", "ended", … of the whole series, where a file tells. */
  seriesStatus?: 'ongoing' | 'ended' | 'hiatus' | 'abandoned'
  /** Year the series began (Mylar, MetronInfo). */
  seriesYear?: number
  pageFacts?: PageFacts[]
}

export type MetadataFieldSources = Partial<Record<keyof PublicationMetadata, MetadataSource>>

export interface AlternateSeries {
  name: string
  number?: string
  count?: number
}

export interface StoryArc {
  name: string
  number?: string
}

/** What ComicInfo says of one page; `page` is 0-based into `pages`. */
export interface PageFacts {
  page: number
  /** FrontCover, InnerCover, Roundup, Story, Advertisement, Editorial, Letters, Preview, BackCover, Other, Deleted. */
  type?: string
  bookmark?: string
  doublePage?: boolean
}

/**
 * One metadata out of several documents, the first the strongest; field by field, and noted where each came from.
 * Identifiers are joined: each document tends to know another shop.
 */
export function mergePublicationMetadata(
  documents: ReadonlyArray<{ source: MetadataSource; metadata: PublicationMetadata }>,
): {
  metadata: PublicationMetadata
  metadataSources: MetadataFieldSources
} {
  const metadata: PublicationMetadata = {}
  const metadataSources: MetadataFieldSources = {}
  const identifiers: Record<string, string> = {}
  for (const { source, metadata: said } of documents) {
    for (const field of Object.keys(said) as (keyof PublicationMetadata)[]) {
      if (metadata[field] !== undefined || said[field] === undefined) continue
      Object.assign(metadata, { [field]: said[field] })
      metadataSources[field] = source
    }
    for (const [scheme, value] of Object.entries(said.identifiers ?? {})) identifiers[scheme] ??= value
  }
  if (metadata.identifiers) metadata.identifiers = identifiers
  return { metadata, metadataSources }
}

/** A publication with nothing in it yet: readers spread it and fill what they know. */
export function emptyPublication(
  kind: Publication['kind'],
  fileFormat: Publication['fileFormat'],
  container: Container,
): Publication {
  return {
    kind,
    fileFormat,
    container,
    pageCount: 0,
    pages: [],
    readingOrder: [],
    resources: [],
    toc: [],
    layout: kind === 'epub' ? 'reflowable' : 'fixed',
    divina: false,
    metadata: {},
    metadataSources: {},
    cover: null,
    positions: [],
    warnings: [],
  }
}

/** A publication whose file is open: the data, and the bytes behind it. */
export interface OpenPublication {
  publication: Publication
  /** Page by 0-based index. PDF pages are not bytes in the file: ask pdf/ to render them. */
  readPage(index: number): Promise<Uint8Array>
  /** EPUB resource by href; undefined when there is none. */
  readResource(href: string): Promise<Uint8Array | undefined>
  close(): void
}
