import { findFilePasswordsInSeries, writeFilePassword } from '../store/book/file-password.ts'
import type { FileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import type { AnalyseDeps } from './analyse-deps.ts'
import { type BookFileContents, readBookFile } from './read-book-file.ts'

/** Reads a book's file. An encrypted one is tried with its own password, or else with those of its series. */
export async function readBookWithPassword(
  deps: AnalyseDeps,
  book: FileToAnalyse,
  options: { withCover: boolean; knownHash: string | undefined; signal: AbortSignal },
): Promise<BookFileContents | undefined> {
  const readWith = (password: string | undefined) =>
    readBookFile(deps, book.file, { ...options, password, root: book.root })
  const read = await readWith(book.password)
  if (!read || !isLocked(read)) return read
  for (const password of await findFilePasswordsInSeries(deps.db, book.id)) {
    const opened = await readWith(password)
    if (!opened || isLocked(opened)) continue
    await deps.db.transaction((tx) => writeFilePassword(tx, book, password))
    return opened
  }
  return read
}

const isLocked = ({ publication, problems }: BookFileContents): boolean =>
  publication === undefined && problems.some(({ details }) => details?.encrypted === true)
