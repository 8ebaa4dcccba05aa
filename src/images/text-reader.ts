import type { EpubLocator } from '../formats/epub/locator.ts'
import type { ServedResource } from '../formats/epub/resource.ts'
import type { SearchResult } from '../formats/epub/search.ts'
import { analyseFile, askEpubFile, readPageText } from '../formats/isolate/analyse-file.ts'
import type { ReadingThreads } from '../formats/isolate/threads.ts'
import type { Limits } from '../formats/limits.ts'
import type { TextRun } from '../formats/pdf/text.ts'
import type { Publication } from '../formats/publication.ts'
import type { DiskCache } from './disk-cache.ts'

/** A file by its place and version. */
export interface TextFile {
  path: string
  version: string
}

/** The text of books: cleaned documents of EPUBs, search, KOReader's places; what stands on a PDF's page. */
export interface TextReader {
  publication(file: TextFile): Promise<Publication>
  /** Undefined: not there, or nothing that may be served. */
  resource(file: TextFile, href: string, mediaType?: string): Promise<ServedResource | undefined>
  search(file: TextFile, query: string, most: number): Promise<SearchResult>
  locatorOf(file: TextFile, pointer: string): Promise<EpubLocator | undefined>
  pointerOf(file: TextFile, place: { href: string; progression: number }): Promise<string | undefined>
  /** What stands on a page of a PDF, 0-based. */
  onPage(file: TextFile, index: number): Promise<TextRun[]>
}

export function openTextReader(threads: ReadingThreads, cache: DiskCache, limits: Limits): TextReader {
  const options = { limits }
  // Every picture and style sheet of a chapter asks for it; of a long book it takes milliseconds to read.
  const recent = new Map<string, Promise<Publication>>()

  async function readPublication({ path, version }: TextFile): Promise<Publication> {
    const bytes = await cache.take(`publication ${version}`, async () => {
      const { publication } = await analyseFile(threads, path, options)
      return Buffer.from(JSON.stringify(publication))
    })
    return JSON.parse(Buffer.from(bytes).toString()) as Publication
  }

  return {
    publication(file) {
      const known = recent.get(file.version) ?? readPublication(file)
      recent.delete(file.version)
      recent.set(file.version, known)
      known.catch(() => recent.delete(file.version))
      if (recent.size > MOST_RECENT) recent.delete(recent.keys().next().value!)
      return known
    },
    async resource({ path, version }, href, mediaType) {
      const bytes = await cache.take(`resource ${version} ${href}`, async () => {
        const { resource } = await askEpubFile<'resource'>(
          threads,
          path,
          { about: 'resource', href, mediaType },
          options,
        )
        return pack(resource)
      })
      return unpack(bytes)
    },
    async search({ path }, query, most) {
      return (await askEpubFile<'search'>(threads, path, { about: 'search', query, most }, options)).found
    },
    async locatorOf({ path }, pointer) {
      return (await askEpubFile<'locator'>(threads, path, { about: 'locator', pointer }, options)).locator
    },
    async onPage({ path, version }, index) {
      const bytes = await cache.take(`text ${version} ${index}`, () => readPageText(threads, path, index, options))
      return JSON.parse(Buffer.from(bytes).toString()) as TextRun[]
    },
    async pointerOf({ path }, place) {
      return (await askEpubFile<'pointer'>(threads, path, { about: 'pointer', ...place }, options)).pointer
    },
  }
}

const MOST_RECENT = 8

/** The type in a first line, then the bytes; an empty line stands for "not there". */
function pack(resource: ServedResource | undefined): Uint8Array {
  return resource ? Buffer.concat([Buffer.from(`${resource.contentType}\n`), resource.bytes]) : Buffer.from('\n')
}

function unpack(bytes: Uint8Array): ServedResource | undefined {
  const end = bytes.indexOf(0x0a)
  if (end <= 0) return undefined
  return { contentType: Buffer.from(bytes.subarray(0, end)).toString(), bytes: bytes.subarray(end + 1) }
}
