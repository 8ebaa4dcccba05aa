import { extname } from 'node:path'
import type { FullBookView } from '../../store/book/view.ts'

/**
 * Paths of a book's resources, below the catalogue's root. The URL ends with the file name: some apps read the type
 * from it.
 */
export const bookPaths = (book: Pick<FullBookView, 'uid' | 'fileName' | 'cover'>) => {
  const at = `books/${book.uid}`
  const version = book.cover.version > 0 ? `?v=${book.cover.version.toString(36)}` : ''
  return {
    entry: at,
    file: `${at}/file/${encodeURIComponent(safeName(book.fileName))}`,
    cover: `${at}/cover${version}`,
    thumbnail: `${at}/thumbnail${version}`,
    page: `${at}/pages/{pageNumber}?width={maxWidth}`,
    manifest: `${at}/manifest`,
    progression: `${at}/progression`,
  }
}

/** The extension stays complete; the name before it may be cut. */
function safeName(fileName: string): string {
  const ending = extname(fileName).slice(0, 10)
  const stem = fileName.slice(0, fileName.length - ending.length)
  return `${stem
    .toWellFormed()
    .slice(0, 150)
    .replace(/[\p{Cc}/\\]/gu, '_')}${ending}`
}
