import type { EpubLocator } from '../epub/make-locator.ts'
import type { SanitisedResource } from '../epub/read-sanitised-resource.ts'
import type { EpubSearchResult } from '../epub/search-epub.ts'
import type { FormatProblem } from '../errors.ts'
import type { SearchOptions } from '../fold-text.ts'
import type { Limits } from '../limits.ts'
import type { RenderRegion } from '../pdf/render.ts'
import type { Publication } from '../publication.ts'

/** A job for a reading thread. Plain data, since it is sent between threads. */
export type ReadingThreadJob = AnalyseJob | ExtractJob | RenderJob | PdfJob | BookTextJob | AcbfPanelsJob | EpubJob

interface FileJob {
  path: string
  /** Sealed until the pool passes the job to a thread. */
  password?: string
  limits: Limits
}

export interface AnalyseJob extends FileJob {
  kind: 'analyse'
  /** Also return the bytes of the cover, while the file is open; that of a PDF is rendered. */
  withCover: boolean
}

export interface ExtractJob extends FileJob {
  kind: 'extract'
  /** `entry` of the wanted pages, most important first; null: every picture. */
  entries: number[] | null
}

export interface RenderJob extends FileJob {
  kind: 'render'
  /** Page of a PDF, 0-based. */
  index: number
  width?: number
  height?: number
  /** Part of the page, instead of all of it. */
  region?: RenderRegion
}

/** A query on a PDF. The result is JSON, ready to be cached; the text of all pages is sent in pieces. */
export interface PdfJob extends FileJob {
  kind: 'pdf'
  ask: { about: 'document' } | { about: 'page'; index: number } | { about: 'text' }
}

/** Reads the panels in the ACBF document of a comic; the result is JSON of `AcbfPage[]`, ready to be cached. */
export interface AcbfPanelsJob extends FileJob {
  kind: 'frames'
}

/** All the text of an EPUB or PDF, in reading order. */
export interface BookTextJob extends FileJob {
  kind: 'book-text'
}

/** A document of an EPUB or a page of a PDF, with what its locators need. */
export interface TextItem {
  text: string
  /** EPUB: path inside the book. */
  href?: string
  mediaType: string
  title?: string
  /** Number of positions before it, in it, and in the whole book; for a PDF these are pages. */
  before: number
  count: number
  total: number
}

/** A query on the contents of an EPUB. */
export interface EpubJob extends FileJob {
  kind: 'epub'
  ask:
    | { about: 'resource'; href: string; mediaType?: string }
    | { about: 'search'; query: string; max: number; options: SearchOptions }
    /** KOReader's pointer → locator. */
    | { about: 'locator'; pointer: string }
    /** The reverse. */
    | { about: 'pointer'; href: string; progression: number }
    /** Writes the book as a KEPUB to `target`. */
    | { about: 'kepub'; target: string }
    /** The Kobo span at a position, and the reverse. */
    | { about: 'span'; href: string; progression: number }
    | { about: 'spanProgression'; href: string; span: string }
}

export type EpubAnswer =
  | { about: 'resource'; resource: SanitisedResource | undefined }
  | { about: 'search'; found: EpubSearchResult }
  | { about: 'locator'; locator: EpubLocator | undefined }
  | { about: 'pointer'; pointer: string | undefined }
  | { about: 'kepub' }
  | { about: 'span'; span: string | undefined }
  | { about: 'spanProgression'; progression: number | undefined }

/** Replies: any number of pieces, then one `done` or `failed`. */
export type ReadingThreadReply =
  | { kind: 'piece'; piece: ExtractedEntry }
  /** `workMs`: how long it took, without the time in which other threads had the processors. */
  | { kind: 'done'; result: JobResult; workMs: number }
  | { kind: 'failed'; problem: FormatProblem; workMs: number }

/** Null if everything was sent in pieces, or if there is nothing to render. */
export type JobResult = FileAnalysis | Uint8Array | EpubAnswer | BookText | null

export interface BookText {
  items: TextItem[]
}

export interface FileAnalysis {
  publication: Publication
  cover: ExtractedCover | null
}

export interface ExtractedCover {
  mediaType: string
  bytes: Uint8Array
}

export interface ExtractedEntry {
  entry: number
  name: string
  content: Uint8Array | FormatProblem
}
