import type { LibraryKind } from './file-name-facts.ts'

/** The kind of books in a folder, if its name states it: "Manga", "_Comics", "03 eBooks", "Comics (English)". */
export function libraryKindOfFolderName(name: string): LibraryKind | undefined {
  for (const [pattern, kind] of KINDS) if (pattern.test(name)) return kind
  return undefined
}

/** "Manga Dogs" and "Comic Shop News" are series: only a remark may follow the word. */
const called = (words: string) => new RegExp(`^[\\d\\s._-]*(?:${words})(?:[\\s_-]*[([{-].*)?$`, 'iu')

const KINDS: [RegExp, LibraryKind][] = [
  [called('mangas?|manhwas?|manhuas?|漫画|漫畫|マンガ|만화'), 'manga'],
  [called('comics?|comic ?books|(?:us|western|american) comics|graphic novels'), 'comic'],
  [called('e-?books?|books|novels|light ?novels|romane|bücher|livres|libros'), 'book'],
]
