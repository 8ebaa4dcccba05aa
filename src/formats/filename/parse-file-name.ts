import type { FileNameFacts, LibraryKind, NameContext } from './file-name-facts.ts'
import { fillFactsFromFolders } from './fill-facts-from-folders.ts'
import { libraryKindOfFolderName } from './library-kind-of-folder-name.ts'
import { parseSingleName } from './parse-single-name.ts'

/**
 * Parses the file name of a book: series, volume, number, year, language and so on. The folders above it supply what
 * the name lacks ("Btooom!/Vol.1/Chapter 2/1.cbz").
 */
export function parseFileName(name: string, context: NameContext = {}): FileNameFacts {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const { folders = [] } = context
  const kind = BOOKS.test(base) ? 'book' : (innermostKind(folders) ?? context.kind)
  const facts = parseSingleName(base, { kind, inFolder: folders.length > 0 })
  return folders.length > 0 ? fillFactsFromFolders(facts, folders, kind) : facts
}

/** "Shelf/Manga/Akira": the folder nearest to the file wins. */
function innermostKind(folders: readonly string[]): LibraryKind | undefined {
  return folders.reduce<LibraryKind | undefined>((kind, folder) => libraryKindOfFolderName(folder) ?? kind, undefined)
}

const BOOKS = /\.(?:epub|mobi|azw3?|fb2)$/i
