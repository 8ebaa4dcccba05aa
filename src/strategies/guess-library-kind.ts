import { basename } from 'node:path'
import type { LibraryKind } from '../formats/filename/file-name-facts.ts'
import { libraryKindOfFolderName } from '../formats/filename/library-kind-of-folder-name.ts'

/** The kind of a library, from the name of its folder or its reading direction; file names are parsed accordingly. */
export function guessLibraryKind(path: string, readingDirection?: string | null): LibraryKind | undefined {
  return libraryKindOfFolderName(basename(path)) ?? (readingDirection === 'rtl' ? 'manga' : undefined)
}
