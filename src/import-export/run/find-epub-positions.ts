import type { EpubLocator } from '../../formats/epub/make-locator.ts'
import { findFilesOfBooks } from '../../store/import/files-of-books.ts'
import type { ImportRunState } from './import-run-state.ts'
import type { MatchedBook } from './match-books.ts'

/** Looks up a position that was found. */
export type EpubPositions = (bookId: number, pointer: string) => EpubLocator | undefined

export interface PositionToFind {
  book: Pick<MatchedBook, 'id' | 'format'>
  /** As KOReader writes it. */
  pointer: string
}

/**
 * Some servers store a position as a path of elements in a document. Only the file says how far into the document that
 * is. Files are read for a limited time per run; a position that isn't found leads to the beginning of its document.
 */
export async function findEpubPositions(
  state: ImportRunState,
  wanted: readonly PositionToFind[],
): Promise<EpubPositions> {
  const found = new Map<string, EpubLocator | undefined>()
  const keyOf = (bookId: number, pointer: string) => `${bookId} ${pointer}`
  const { koreaderPositionToLocator, db } = state.deps
  const inText = wanted.filter(({ book }) => book.format === 'epub')
  if (koreaderPositionToLocator && !state.isDryRun && inText.length > 0 && state.epubReading.msLeft > 0) {
    const files = await findFilesOfBooks(
      db,
      inText.map(({ book }) => book.id),
    )
    for (const { book, pointer } of inText) {
      const [file, key, startedAt] = [files.get(book.id), keyOf(book.id, pointer), performance.now()]
      if (!file || found.has(key) || state.epubReading.msLeft <= 0) continue
      found.set(key, await koreaderPositionToLocator(file, pointer).catch(() => undefined))
      state.epubReading.msLeft -= performance.now() - startedAt
    }
  }
  return (bookId, pointer) => found.get(keyOf(bookId, pointer))
}

/** Enough for thousands of books, and an import of any size ends in time. */
export const EPUB_READING_MS = 60_000

/** Few, as each may be a long book. */
export const PUBLICATIONS_PER_BATCH = 100
