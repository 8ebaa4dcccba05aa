import { pdfTileSide } from '../contract/pdf.ts'
import type { SearchOptions } from '../formats/fold-text.ts'
import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { readPdfAsJsonInThread, renderPdfRegionInThread } from '../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../formats/limits.ts'
import type { PageContent } from '../formats/pdf/page-content.ts'
import type { PdfOverview } from '../formats/pdf/pdf-overview.ts'
import type { PooledBuffer } from './buffer-pool.ts'
import type { DiskCache } from './disk-cache.ts'
import { withLibraryFileForThread } from './limit-library-reads.ts'
import type { FileToRead } from './open-file-cache.ts'
import { openPdfTextReader } from './pdf-text-reader.ts'
import { type PdfHit, searchPdf } from './search-pdf.ts'

/** Part of the cache key, so that results of an older version aren't reused. */
const DOCUMENT_VERSION = 2
const PAGE_VERSION = 5

/** What a PDF viewer needs besides page images. Everything is computed once and cached by the file's version. */
export interface PdfReader {
  document(file: FileToRead): Promise<PdfOverview>
  /** The content of a page (0-based): text with positions, links, comments, pictures. */
  page(file: FileToRead, index: number): Promise<PageContent>
  /** Part of a page rendered at `scaledWidth` pixels, as JPEG. Undefined: there is no such tile. */
  tile(file: FileToRead, index: number, tile: Tile): Promise<PooledBuffer | undefined>
  /** Yields hits in reading order as they're found. The return value says whether the results are complete. */
  search(
    file: FileToRead,
    query: string,
    max: number,
    options?: SearchOptions,
  ): AsyncGenerator<PdfHit, { isComplete: boolean }>
}

export interface Tile {
  scaledWidth: number
  column: number
  row: number
}

export function openPdfReader(threads: ReadingThreadPool, cache: DiskCache, limits: Limits): PdfReader {
  const optionsFor = ({ password }: FileToRead) => ({ limits, password })
  const texts = openPdfTextReader(threads, cache, limits)

  async function readJson<T>(key: string, make: () => Promise<Uint8Array>): Promise<T> {
    const { bytes, release } = await cache.take(key, make)
    try {
      return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as T
    } finally {
      release()
    }
  }

  return {
    document: (file) =>
      readJson(`pdf document ${DOCUMENT_VERSION} ${file.version}`, () =>
        withLibraryFileForThread(file, (path) =>
          readPdfAsJsonInThread(threads, path, { about: 'document' }, optionsFor(file)),
        ),
      ),
    page: (file, index) =>
      readJson(`pdf page ${PAGE_VERSION} ${file.version} ${index}`, () =>
        withLibraryFileForThread(file, (path) =>
          readPdfAsJsonInThread(threads, path, { about: 'page', index }, optionsFor(file)),
        ),
      ),
    async tile(file, index, { scaledWidth, column, row }) {
      const region = {
        scaledWidth,
        left: column * pdfTileSide,
        top: row * pdfTileSide,
        width: pdfTileSide,
        height: pdfTileSide,
      }
      if (region.left >= scaledWidth) return undefined
      const key = `pdf tile ${file.version} ${index} ${scaledWidth} ${column} ${row}`
      const tile = await cache.take(key, async () => {
        const drawn = await withLibraryFileForThread(file, (path) =>
          renderPdfRegionInThread(threads, path, index, region, optionsFor(file)),
        )
        return drawn ?? new Uint8Array()
      })
      if (tile.bytes.byteLength > 0) return tile
      tile.release()
      return undefined
    },
    search: (file, query, max, options) => searchPdf(texts, file, query, max, options),
  }
}
