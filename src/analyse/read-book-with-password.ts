import { findFilePasswordsInSeries, forgetFilePassword, writeFilePassword } from '../store/book/file-password.ts'
import type { FileToAnalyse } from '../store/book/find-file-to-analyse.ts'
import type { AnalyseDeps } from './analyse-deps.ts'
import { type BookFileContents, readBookFile } from './read-book-file.ts'

/**
 * Reads a book's file. An encrypted one is tried with its own password, or else with those of its series. A file that
 * isn't encrypted has replaced one that was, if the book has a password.
 */
export async function readBookWithPassword(
  deps: AnalyseDeps,
  book: FileToAnalyse,
  options: { withCover: boolean; knownHash: string | undefined; signal: AbortSignal },
): Promise<BookFileContents | undefined> {
  const readWith = (password: string | undefined) =>
    readBookFile(deps, book.file, { ...options, password, root: book.root })
  const read = await readWith(undefined)
  if (!read || !isLocked(read)) {
    if (read && book.password !== undefined) await deps.db.transaction((tx) => forgetFilePassword(tx, book))
    return read
  }
  const own = book.password === undefined ? undefined : await readWith(book.password)
  if (own && !isLocked(own)) return own
  for (const password of await findFilePasswordsInSeries(deps.db, book.id)) {
    const opened = await readWith(password)
    if (!opened || isLocked(opened)) continue
    await deps.db.transaction((tx) => writeFilePassword(tx, book, password))
    return opened
  }
  return own ?? read
}

const isLocked = ({ problems }: BookFileContents): boolean =>
  problems.some(({ details }) => details?.encrypted === true)
