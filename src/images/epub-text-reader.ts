import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KEPUB_CONVERTER_VERSION } from '../formats/epub/kepub/kepub-document.ts'
import type { EpubLocator } from '../formats/epub/make-locator.ts'
import type { SanitisedResource } from '../formats/epub/read-sanitised-resource.ts'
import { RESOURCE_VERSION } from '../formats/epub/read-sanitised-resource.ts'
import type { EpubSearchResult } from '../formats/epub/search-epub.ts'
import type { SearchOptions } from '../formats/fold-text.ts'
import type { EpubAnswer, EpubJob, ExtractedCover } from '../formats/isolate/reading-thread-messages.ts'
import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { analyseFileInThread, askEpubFileInThread } from '../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../formats/limits.ts'
import type { Publication } from '../formats/publication.ts'
import { NO_REVISION, RevisionCache } from '../store/cache/revision-cache.ts'
import type { PooledBuffer } from './buffer-pool.ts'
import type { DiskCache } from './disk-cache.ts'
import { withLibraryFileForThread } from './limit-library-reads.ts'
import type { FileToRead } from './open-file-cache.ts'

/** Reads the text of EPUBs: sanitised documents, search, KOReader's positions. */
export interface EpubTextReader {
  publication(file: FileToRead): Promise<Publication>
  /** Undefined: missing, or must not be served. */
  resource(file: FileToRead, href: string, mediaType?: string): Promise<(SanitisedResource & PooledBuffer) | undefined>
  search(file: FileToRead, query: string, max: number, options?: SearchOptions): Promise<EpubSearchResult>
  locatorOf(file: FileToRead, pointer: string): Promise<EpubLocator | undefined>
  pointerOf(file: FileToRead, place: { href: string; progression: number }): Promise<string | undefined>
  /** The book with Kobo spans; converted once and kept in the disk cache. */
  kepub(file: FileToRead): Promise<PooledBuffer>
  /** The Kobo span at a position in a document of an EPUB, and the reverse. */
  spanAt(file: FileToRead, place: { href: string; progression: number }): Promise<string | undefined>
  progressionOfSpan(file: FileToRead, place: { href: string; span: string }): Promise<number | undefined>
  /** The embedded cover of a book without pages. */
  cover(file: FileToRead): Promise<ExtractedCover | undefined>
}

/** Part of the cache key: change it whenever the publication of the same file changes. */
const PUBLICATION_VERSION = 2

export function openEpubTextReader(threads: ReadingThreadPool, cache: DiskCache, limits: Limits): EpubTextReader {
  const optionsFor = ({ password }: FileToRead) => ({ limits, password })
  // Needed for every picture and stylesheet of a chapter; parsing it takes milliseconds for a long book.
  const publicationCache = new RevisionCache<string, Publication>({ maxEntries: 8 })

  async function readPublication(file: FileToRead): Promise<Publication> {
    const { bytes, release } = await cache.take(`publication ${PUBLICATION_VERSION} ${file.version}`, async () => {
      const { publication } = await withLibraryFileForThread(file, (path) =>
        analyseFileInThread(threads, path, optionsFor(file)),
      )
      return Buffer.from(JSON.stringify(publication))
    })
    const publication = JSON.parse(textOf(bytes)) as Publication
    release()
    return publication
  }

  async function ask<About extends EpubAnswer['about']>(
    file: FileToRead,
    question: Extract<EpubJob['ask'], { about: About }>,
  ) {
    return withLibraryFileForThread(file, (path) =>
      askEpubFileInThread<About>(threads, path, question, optionsFor(file)),
    )
  }

  return {
    async publication(file) {
      return publicationCache.load(file.version, NO_REVISION, () => readPublication(file))
    },
    async resource(file, href, mediaType) {
      const { bytes, release } = await cache.take(`resource ${RESOURCE_VERSION} ${file.version} ${href}`, async () =>
        pack((await ask<'resource'>(file, { about: 'resource', href, mediaType })).resource),
      )
      return unpack({ bytes, release })
    },
    async search(file, query, max, options = {}) {
      return (await ask<'search'>(file, { about: 'search', query, max, options })).found
    },
    async locatorOf(file, pointer) {
      return (await ask<'locator'>(file, { about: 'locator', pointer })).locator
    },
    kepub(file) {
      return cache.take(`kepub ${KEPUB_CONVERTER_VERSION} ${file.version}`, async () => {
        const target = join(tmpdir(), `lectern-kepub-${randomUUID()}`)
        try {
          await ask<'kepub'>(file, { about: 'kepub', target })
          return await readFile(target)
        } finally {
          await rm(target, { force: true })
        }
      })
    },
    async spanAt(file, place) {
      return (await ask<'span'>(file, { about: 'span', ...place })).span
    },
    async progressionOfSpan(file, place) {
      return (await ask<'spanProgression'>(file, { about: 'spanProgression', ...place })).progression
    },
    async cover(file) {
      const read = await withLibraryFileForThread(file, (path) =>
        analyseFileInThread(threads, path, { ...optionsFor(file), withCover: true }),
      )
      return read.cover ?? undefined
    },
    async pointerOf(file, place) {
      return (await ask<'pointer'>(file, { about: 'pointer', ...place })).pointer
    },
  }
}

/** The type in the first line, then the bytes; an empty line means "missing". */
function pack(resource: SanitisedResource | undefined): Uint8Array {
  return resource ? Buffer.concat([Buffer.from(`${resource.contentType}\n`), resource.bytes]) : Buffer.from('\n')
}

function unpack({ bytes, release }: PooledBuffer): (SanitisedResource & PooledBuffer) | undefined {
  const end = bytes.indexOf(0x0a)
  if (end <= 0) return undefined
  return { contentType: textOf(bytes.subarray(0, end)), bytes: bytes.subarray(end + 1), release }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
