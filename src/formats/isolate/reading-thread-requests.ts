import type { Limits } from '../limits.ts'
import type { RenderRegion } from '../pdf/render.ts'
import type {
  BookText,
  EpubAnswer,
  EpubJob,
  ExtractedEntry,
  FileAnalysis,
  PdfJob,
  TextItem,
} from './reading-thread-messages.ts'
import type { ReadingThreadPool } from './reading-thread-pool.ts'

interface RequestOptions {
  limits: Limits
  /** Sealed (`FilePasswords`). */
  password?: string
  signal?: AbortSignal
}

/** Analyses a file on another thread, within the limits of time and memory. Rejects with FormatError. */
export async function analyseFileInThread(
  threads: ReadingThreadPool,
  path: string,
  options: RequestOptions & { withCover?: boolean },
): Promise<FileAnalysis> {
  const { withCover = false, signal, ...file } = options
  const result = await threads.run({ kind: 'analyse', path, ...file, withCover }, { signal })
  return result as FileAnalysis
}

/**
 * Extracts pages of an archive without random access (RAR, 7z, compressed tar) in one pass, to fill a cache. The
 * requested pages arrive in the archive's order; an entry that can't be unpacked has a problem instead of bytes.
 */
export async function extractPagesInThread(
  threads: ReadingThreadPool,
  path: string,
  /** `entry` of the pages; null: all pictures. */
  entries: number[] | null,
  options: RequestOptions,
  onEntry: (entry: ExtractedEntry) => Promise<boolean | undefined> | boolean | undefined,
): Promise<void> {
  const { signal, ...file } = options
  await threads.run({ kind: 'extract', path, ...file, entries }, { signal, onEntry })
}

/** Renders a page of a PDF (0-based) as JPEG; at least one of width and height is required. */
export async function renderPdfPageInThread(
  threads: ReadingThreadPool,
  path: string,
  page: { index: number; width?: number; height?: number },
  options: RequestOptions,
): Promise<Uint8Array> {
  const { signal, ...file } = options
  return (await threads.run({ kind: 'render', path, ...file, ...page }, { signal })) as Uint8Array
}

/** Renders part of an enlarged page of a PDF (0-based) as JPEG; null if it is outside the page. */
export async function renderPdfRegionInThread(
  threads: ReadingThreadPool,
  path: string,
  index: number,
  region: RenderRegion,
  { signal, ...file }: RequestOptions,
): Promise<Uint8Array | null> {
  return (await threads.run({ kind: 'render', path, ...file, index, region }, { signal })) as Uint8Array | null
}

/** Reads the overview of a PDF (`PdfOverview`), or the content of one of its pages (`PageContent`), as JSON. */
export async function readPdfAsJsonInThread(
  threads: ReadingThreadPool,
  path: string,
  ask: Exclude<PdfJob['ask'], { about: 'text' }>,
  { signal, ...file }: RequestOptions,
): Promise<Uint8Array> {
  return (await threads.run({ kind: 'pdf', path, ...file, ask }, { signal })) as Uint8Array
}

/**
 * Reads the text of all pages of a PDF in order, and passes on each as soon as it is read. `onPage` returns false to
 * stop.
 */
export async function readPdfPageTextsInThread(
  threads: ReadingThreadPool,
  path: string,
  { signal, ...file }: RequestOptions,
  onPage: (index: number, text: string) => boolean,
): Promise<void> {
  await threads.run(
    { kind: 'pdf', path, ...file, ask: { about: 'text' } },
    {
      signal,
      onEntry: ({ entry, content }) =>
        content instanceof Uint8Array ? onPage(entry, Buffer.from(content.buffer).toString()) : true,
    },
  )
}

/** Reads all the text of an EPUB or PDF, in reading order. */
export async function readBookTextInThread(
  threads: ReadingThreadPool,
  path: string,
  { signal, ...file }: RequestOptions,
): Promise<TextItem[]> {
  return ((await threads.run({ kind: 'book-text', path, ...file }, { signal })) as BookText).items
}

/** Reads the panels in the ACBF document of a comic, as JSON of `AcbfPage[]`. */
export async function readAcbfPanelsInThread(
  threads: ReadingThreadPool,
  path: string,
  { signal, ...file }: RequestOptions,
): Promise<Uint8Array> {
  return (await threads.run({ kind: 'frames', path, ...file }, { signal })) as Uint8Array
}

/** Runs a query on an EPUB; the answer has the same `about`. */
export async function askEpubFileInThread<About extends EpubAnswer['about']>(
  threads: ReadingThreadPool,
  path: string,
  ask: Extract<EpubJob['ask'], { about: About }>,
  options: RequestOptions,
): Promise<Extract<EpubAnswer, { about: About }>> {
  const { signal, ...file } = options
  return (await threads.run({ kind: 'epub', path, ...file, ask }, { signal })) as Extract<EpubAnswer, { about: About }>
}
