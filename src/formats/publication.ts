import type { FormatProblem } from './errors.ts'
import { visibleText, visibleValues } from './values/visible-text.ts'

/**
 * The result of every reader, whatever the format: the only type that passes from formats/ to the analyser. Plain data:
 * it can be cloned to another thread or serialised as JSON. `undefined` means "the file doesn't contain it".
 */
export interface Publication {
  kind: 'comic' | 'epub' | 'pdf'
  /** The API's value: 7z is reported as cbr, tar as cbz; `container` is exact. */
  fileFormat: 'cbz' | 'cbr' | 'epub' | 'pdf'
  container: Container
  /** The count that readers display: pages of comics, PDFs and image-only EPUBs, positions of other EPUBs. */
  pageCount: number
  /** Pages of a comic or PDF, and of an image-only EPUB (`divina`); else empty. */
  pages: Page[]
  /** EPUB: the spine, in order. Empty for comics and PDF. */
  readingOrder: Resource[]
  /** EPUB: every other file of the manifest (images, styles, fonts, …). */
  resources: Resource[]
  /** Table of contents. Comics: bookmarks of ComicInfo. PDF: the outline. */
  toc: TocEntry[]
  layout: 'reflowable' | 'fixed'
  /** EPUB `rendition:spread`: when to show two pages side by side. */
  spread?: 'none' | 'landscape' | 'both' | 'auto'
  /** An image-only EPUB, which can be read as a comic through `pages`. */
  divina: boolean
  metadata: PublicationMetadata
  /** The document each field comes from: `metadataSources.title === 'comicinfo'`. */
  metadataSources: MetadataFieldSources
  cover: CoverReference | null
  /** EPUB: Readium positions. Empty for comics and PDF, whose positions are their pages. */
  positions: Position[]
  /** Problems that don't stop the analysis: a page that can't be unpacked, a sidecar that doesn't parse. */
  warnings: FormatProblem[]
}

/** `rar` is RAR 5, `rar4` any earlier version: the API reports which. */
export type Container = 'zip' | 'rar' | 'rar4' | '7z' | 'tar' | 'pdf'

export interface Page {
  /** The entry's name in the archive (a label, never a path to open); for a PDF, `page-0001`. */
  fileName: string
  /** Detected from the bytes; from the name where they aren't recognised. */
  mediaType: string
  /** Pixels; points for PDF. Null when the image is damaged or unreadable. */
  width: number | null
  height: number | null
  /** Unpacked size in bytes as declared by the container; null for PDF. */
  size: number | null
  /** Index of the entry in its archive; null for PDF. Unique, unlike names. */
  entry: number | null
  /** The byte range, for pages that can be read directly at an offset (ZIP, plain tar); else null. */
  bytes: EntryByteRange | null
}

/** Enough to read an entry's bytes later with one positioned read, without the archive's directory. */
export interface EntryByteRange {
  /** Offset of the data, after the entry's header. */
  offset: number
  packedSize: number
  size: number
  /** ZIP methods: 0 stored, 8 deflate. */
  method: 0 | 8
  /** Null where the container stores none (tar). */
  crc32: number | null
}

export interface Resource {
  /** Path inside the archive, percent-decoded, relative to its root; equals the entry's name. */
  href: string
  mediaType: string
  /** Unpacked size in bytes; 0 when the manifest lists a missing file. */
  size: number
  bytes: EntryByteRange | null
  title?: string
  /** Manifest properties and Readium's own: `nav`, `cover-image`, `scripted`, `mathml`, … */
  properties?: string[]
  /** Override of the publication's layout for this item. */
  layout?: 'reflowable' | 'fixed'
  /** Its side of a spread. */
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
  /** EPUB: the path of a file, as in `Resource`. */
  href?: string
  /** EPUB: the id of an element in it. */
  fragment?: string
  /** Comic and PDF: page number, 1-based. */
  page?: number
  children: TocEntry[]
}

export type CoverReference = { page: number } | { href: string }

/** A compact Readium locator: one per 1,024 packed bytes of a spine item. */
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

/** All metadata a file contains. Absent = not specified; lists are never empty when present. */
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
  /** Planned number of books in the series. */
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
  /** Minimum age of the reader in years: 0, 6, 10, 13, 15, 17, 18. */
  ageRating?: number
  readingDirection?: ReadingDirection
  manga?: boolean
  blackAndWhite?: boolean
  /** "Annual", "TPB", "One-Shot", … as written. */
  format?: string
  edition?: string
  /** Digits only, ISBN-13 where possible. */
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
  /** Last change of the metadata as stored in the file, ISO 8601. */
  modified?: string
  /** "ongoing", "ended", … for the whole series, if the file contains it. */
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

/** ComicInfo's data for one page; `page` is 0-based into `pages`. */
export interface PageFacts {
  page: number
  /** FrontCover, InnerCover, Roundup, Story, Advertisement, Editorial, Letters, Preview, BackCover, Other, Deleted. */
  type?: string
  bookmark?: string
  doublePage?: boolean
}

/**
 * Merges the metadata of several documents field by field; earlier documents win, and the source of each field is
 * recorded. Identifiers are combined: different documents tend to have the ids of different shops.
 */
export function mergePublicationMetadata(
  documents: ReadonlyArray<{ source: MetadataSource; metadata: PublicationMetadata }>,
): {
  metadata: PublicationMetadata
  metadataSources: MetadataFieldSources
} {
  const metadata: PublicationMetadata = {}
  const metadataSources: MetadataFieldSources = {}
  const identifiers = new Map<string, string>()
  for (const { source, metadata: said } of documents) {
    for (const field of Object.keys(said) as (keyof PublicationMetadata)[]) {
      if (metadata[field] !== undefined || field === 'identifiers') continue
      const value = visibleValues(said[field])
      if (value === undefined) continue
      Object.assign(metadata, { [field]: value })
      metadataSources[field] = source
    }
    for (const [scheme, value] of Object.entries(said.identifiers ?? {})) {
      const [name, id] = [visibleText(scheme), visibleText(value)]
      if (!name || !id || identifiers.has(name)) continue
      identifiers.set(name, id)
      metadataSources.identifiers ??= source
    }
  }
  if (identifiers.size > 0) metadata.identifiers = Object.fromEntries(identifiers)
  return { metadata, metadataSources }
}

/** An empty publication: readers spread it and fill in what they know. */
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

/** A publication whose file is open: its data, and access to the bytes. */
export interface OpenPublication {
  publication: Publication
  /** Reads a page by 0-based index. PDF pages aren't bytes in the file: pdf/ renders them. */
  readPage(index: number): Promise<Uint8Array>
  /** Reads an EPUB resource by href; undefined when there is none. */
  readResource(href: string): Promise<Uint8Array | undefined>
  close(): void
}
