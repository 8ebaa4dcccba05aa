import { FormatError } from '../formats/errors.ts'
import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { readPdfPageTextsInThread } from '../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../formats/limits.ts'
import type { DiskCache } from './disk-cache.ts'
import { withLibraryFileForThread } from './limit-library-reads.ts'
import type { FileToRead } from './open-file-cache.ts'

/** One read of a document in progress. Concurrent callers share it instead of starting another. */
interface Reading {
  pages: string[]
  isEnded: boolean
  isComplete: boolean
  error: unknown
  /** Resolves with the next page, or at the end. */
  next: PromiseWithResolvers<void>
}

/** Text beyond this isn't searched: all of it would have to be in memory. */
const maxLetters = 32_000_000

export type PdfTextReader = (file: FileToRead) => Promise<TextOfPdf>

/** The text of a document, page by page; it may still be growing. */
export interface TextOfPdf {
  /** Returns a page by 0-based index; waits until it is read. Undefined after the last one. */
  page(index: number): Promise<string | undefined>
  /** Whether the text covers the whole document; known after the last page. */
  isComplete(): boolean
}

/** Reads the text of PDFs. The first search reads the document; its text is cached on disk for later ones. */
export function openPdfTextReader(threads: ReadingThreadPool, cache: DiskCache, limits: Limits): PdfTextReader {
  const readings = new Map<string, Promise<Reading>>()

  async function begin(file: FileToRead): Promise<Reading> {
    const key = `pdf text ${file.version}`
    const cached = await cache.find(key)
    if (cached) {
      const { bytes } = cached
      const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
      cached.release()
      readings.delete(file.version)
      return { ...newReading(), ...unpack(whole), isEnded: true }
    }
    const reading = newReading()
    void read(file, reading).then(async () => {
      reading.isEnded = true
      reading.next.resolve()
      if (reading.error === undefined) await cache.put(key, Buffer.from(pack(reading)))
      readings.delete(file.version)
    })
    return reading
  }

  async function read(file: FileToRead, reading: Reading): Promise<void> {
    let letters = 0
    const take = (text: string): boolean => {
      reading.pages.push(text)
      letters += text.length
      reading.next.resolve()
      reading.next = Promise.withResolvers()
      return letters < maxLetters
    }
    try {
      await withLibraryFileForThread(file, (path) =>
        readPdfPageTextsInThread(threads, path, { limits, password: file.password }, (_, text) => take(text)),
      )
      reading.isComplete = letters < maxLetters
    } catch (error) {
      // The pages read before the timeout can still be searched.
      const isSlow = error instanceof FormatError && error.details?.limit === 'analysisMilliseconds'
      if (!isSlow || reading.pages.length === 0) reading.error = error
    }
  }

  return async (file) => {
    let known = readings.get(file.version)
    if (!known) {
      known = begin(file)
      readings.set(file.version, known)
    }
    const reading = await known
    return {
      async page(index) {
        while (index >= reading.pages.length && !reading.isEnded) await reading.next.promise
        if (index >= reading.pages.length && reading.error !== undefined) throw reading.error
        return reading.pages[index]
      },
      isComplete: () => reading.isComplete,
    }
  }
}

function newReading(): Reading {
  return { pages: [], isEnded: false, isComplete: false, error: undefined, next: Promise.withResolvers() }
}

/** Pages are separated by form feeds, which no page's text contains. */
function pack({ pages, isComplete }: Reading): string {
  return [isComplete ? 'complete' : 'partial', ...pages].join('\f')
}

function unpack(whole: string): Pick<Reading, 'pages' | 'isComplete'> {
  const [state, ...pages] = whole.split('\f')
  return { pages, isComplete: state === 'complete' }
}
