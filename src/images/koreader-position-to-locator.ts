import type { EpubLocator } from '../formats/epub/make-locator.ts'
import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { askEpubFileInThread } from '../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../formats/limits.ts'
import { withLibraryFileForThread } from './limit-library-reads.ts'
import type { FileInLibrary } from './open-file-in-library.ts'

/** Converts a position of KOReader in an EPUB to a locator; undefined if it isn't in the book. */
export type KoreaderPositionToLocator = (file: FileInLibrary, pointer: string) => Promise<EpubLocator | undefined>

export const makeKoreaderPositionToLocator =
  (threads: ReadingThreadPool, limits: Limits): KoreaderPositionToLocator =>
  async (file, pointer) => {
    const ask = { about: 'locator', pointer } as const
    const { locator } = await withLibraryFileForThread(file, (path) =>
      askEpubFileInThread<'locator'>(threads, path, ask, { limits }),
    )
    return locator
  }
