import {
  gzipHeaderAndTrailer,
  inflatePage,
  readPackedBytes,
  readPackedBytesSync,
} from '../formats/archive/packed-bytes.ts'
import { FormatError } from '../formats/errors.ts'
import type { Limits } from '../formats/limits.ts'
import type { Container, Page } from '../formats/publication.ts'
import { openRepeatDetector } from '../store/cache/revision-cache.ts'
import { type PooledBuffer, sharedBufferPool, unpooledBuffer } from './buffer-pool.ts'
import type { DiskCache } from './disk-cache.ts'
import { withLibraryFileForThread } from './limit-library-reads.ts'
import { type FileToRead, type OpenFileCache, openFileCache } from './open-file-cache.ts'

/** A book's file as analysed. `version` changes when the file does. */
export interface PagedBookFile extends FileToRead {
  container: Container
  pages: readonly Page[]
}

export interface PageBytes extends PooledBuffer {
  mediaType: string
  /** The bytes are a gzip stream: deflated in the archive and passed on without inflating. */
  gzip: boolean
}

export interface PageReader {
  /** Reads a page by 0-based index. `gzip`: deflated bytes may be returned as they are, wrapped as gzip. */
  read(book: PagedBookFile, index: number, options?: { gzip?: boolean; width?: number }): Promise<PageBytes>
  /** Reads a page synchronously; undefined where that isn't possible. */
  readNow(file: FileToRead, page: Page, options?: { gzip?: boolean }): PageBytes | undefined
  close(): Promise<void>
}

/** Readers that run in worker threads, because they're slow or may crash. */
export interface ThreadedPageSource {
  /** Unpacks these entries in one pass. */
  extract(
    path: string,
    entries: readonly number[],
    take: (entry: number, bytes: Uint8Array) => void,
    password?: string,
  ): Promise<void>
  /** One page of a PDF as JPEG. */
  render(path: string, index: number, width: number, password?: string): Promise<Uint8Array>
}

/**
 * Reads pages of any book. Entries of ZIP and plain tar are read at their offset from a file that stays open;
 * everything else is unpacked or rendered once and stored in the disk cache, as is a deflated page that has to be
 * inflated a second time.
 */
export function openPageReader(heavy: ThreadedPageSource, cache: DiskCache, limits: Limits): PageReader {
  const files = openFileCache()
  const unpack = unpackOnce(heavy, cache)
  const isAskedAgain = openRepeatDetector<string>(MAX_ASKED)

  async function read(book: PagedBookFile, index: number, options: { gzip?: boolean; width?: number } = {}) {
    const page = book.pages[index]
    if (!page) throw new RangeError(`the book has ${book.pages.length} pages`)
    if (page.bytes) {
      const atOffset = () => readAtOffset({ files, limits }, book, page, options.gzip ?? false)
      if (page.bytes.method === 0 || options.gzip) return atOffset()
      const key = `inflated ${book.version} ${index}`
      if (!isAskedAgain(key)) return atOffset()
      const inflated = await cache.take(key, async () => (await atOffset()).bytes)
      return { ...inflated, mediaType: page.mediaType, gzip: false }
    }
    if (book.container === 'pdf') {
      const width = renderWidth(options.width)
      const drawn = await cache.take(`pdf ${book.version} ${index} ${width}`, () =>
        withLibraryFileForThread(book, (path) => heavy.render(path, index, width, book.password)),
      )
      return { ...drawn, mediaType: 'image/jpeg', gzip: false }
    }
    return { ...(await unpack(book, index)), mediaType: page.mediaType, gzip: false }
  }
  return {
    read,
    readNow: (file, page, { gzip = false } = {}) => readNowAtOffset({ files, limits }, file, page, gzip),
    close: () => files.close(),
  }
}

/** Only for pages that are sent as they are in the file. */
function readNowAtOffset(
  { files, limits }: { files: OpenFileCache; limits: Limits },
  file: FileToRead,
  page: Page,
  mayGzip: boolean,
): PageBytes | undefined {
  const index = page.bytes
  if (!index || index.packedSize > MAX_AT_ONCE || index.packedSize > limits.entryBytes) return undefined
  const frame = mayGzip ? gzipHeaderAndTrailer(index) : null
  if (index.method !== 0 && !frame) return undefined
  return files.tryNow(file, index.offset, (fd) => {
    const before = frame?.header.length ?? 0
    const pooled = sharedBufferPool.acquire(before + index.packedSize + (frame?.trailer.length ?? 0))
    const { bytes, release } = pooled
    if (!readPackedBytesSync(fd, index, bytes.subarray(before, before + index.packedSize))) {
      release()
      return undefined
    }
    if (frame) {
      bytes.set(frame.header)
      bytes.set(frame.trailer, before + index.packedSize)
    }
    return { bytes, mediaType: page.mediaType, gzip: frame !== null, release }
  })
}

/** Copying more would block other requests longer than a round trip to another thread takes. */
const MAX_AT_ONCE = 1024 * 1024

async function readAtOffset(
  { files, limits }: { files: OpenFileCache; limits: Limits },
  book: PagedBookFile,
  { bytes, mediaType }: Page,
  mayGzip: boolean,
): Promise<PageBytes> {
  const index = bytes!
  const frame = mayGzip ? gzipHeaderAndTrailer(index) : null
  const [before, after] = frame ? [frame.header.length, frame.trailer.length] : [0, 0]
  let pooled: PooledBuffer<Buffer> | undefined
  const packed = await files.use(book, index.offset, (handle) =>
    readPackedBytes(handle.fd, index, limits, (size) => {
      pooled = sharedBufferPool.acquire(before + size + after)
      return pooled.bytes.subarray(before, before + size)
    }),
  )
  const { bytes: whole, release } = pooled!
  if (index.method === 0) return { bytes: whole, mediaType, gzip: false, release }
  if (frame) {
    whole.set(frame.header)
    whole.set(frame.trailer, before + packed.length)
    return { bytes: whole, mediaType, gzip: true, release }
  }
  const inflated = await inflatePage(packed, index, limits)
  release()
  return { ...unpooledBuffer(inflated), mediaType, gzip: false }
}

/**
 * Archives without random access are unpacked in one pass per book, the requested page and those after it first;
 * callers waiting for a page get it as soon as it is unpacked.
 */
function unpackOnce(
  heavy: ThreadedPageSource,
  cache: DiskCache,
): (book: PagedBookFile, index: number) => Promise<PooledBuffer> {
  const passes = new Map<string, Pass>()
  const keyOf = (book: PagedBookFile, index: number) => `entry ${book.version} ${book.pages[index]!.entry}`

  function begin(book: PagedBookFile, first: number): Pass {
    const order = [...book.pages.keys()].map((offset) => (first + offset) % book.pages.length)
    const byEntry = new Map(order.map((index) => [book.pages[index]!.entry!, index]))
    const pass: Pass = { waiting: new Map(), past: new Map(), ended: Promise.resolve() }
    const take = (entry: number, bytes: Uint8Array) => {
      const index = byEntry.get(entry)
      if (index === undefined) return
      for (const give of pass.waiting.get(index) ?? []) give(bytes)
      pass.waiting.delete(index)
      pass.past.set(index, cache.put(keyOf(book, index), bytes))
    }
    pass.ended = withLibraryFileForThread(book, (path) => heavy.extract(path, [...byEntry.keys()], take, book.password))
      .then(() => Promise.all(pass.past.values()))
      .then(() => {})
      .finally(() => passes.delete(book.version))
    pass.ended.catch(() => {})
    passes.set(book.version, pass)
    return pass
  }

  async function unpack(book: PagedBookFile, index: number): Promise<PooledBuffer> {
    const cached = await cache.find(keyOf(book, index))
    if (cached) return cached
    const pass = passes.get(book.version) ?? begin(book, index)
    if (pass.past.has(index)) {
      await pass.past.get(index)
      const put = await cache.find(keyOf(book, index))
      if (put) return put
      // The cache had no room for it, or it was evicted: retry.
      await pass.ended
      return unpack(book, index)
    }
    const cameBy = new Promise<PooledBuffer>((resolve) => {
      const give = (bytes: Uint8Array) => resolve(unpooledBuffer(bytes))
      pass.waiting.set(index, [...(pass.waiting.get(index) ?? []), give])
    })
    const afterwards = pass.ended.then(async () => {
      const bytes = await cache.find(keyOf(book, index))
      if (bytes) return bytes
      throw new FormatError('page_extraction', 'The page is damaged and can’t be extracted.')
    })
    return Promise.race([cameBy, afterwards])
  }
  return unpack
}

interface Pass {
  waiting: Map<number, ((bytes: Uint8Array) => void)[]>
  /** The pages already unpacked; each promise resolves when the page is cached. */
  past: Map<number, Promise<void>>
  ended: Promise<void>
}

/** Inflating a page costs less than writing it to disk: only pages requested again are cached. */
const MAX_ASKED = 2000

/** Only a few widths, so that not every phone model fills the cache with its own. */
const RENDER_WIDTHS = [400, 800, 1200, 1600, 2400]

function renderWidth(wanted: number | undefined): number {
  return RENDER_WIDTHS.find((width) => width >= (wanted ?? 1600)) ?? RENDER_WIDTHS.at(-1)!
}
