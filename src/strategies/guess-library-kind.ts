import { basename } from 'node:path'
import type { LibraryKind } from '../formats/filename/file-name-facts.ts'
import { libraryKindOfFolderName } from '../formats/filename/library-kind-of-folder-name.ts'

/** What a library holds, as far as its folder or the way it is read says so; its files' names are read by that habit. */
export function guessLibraryKind(path: string, readingDirection?: string | null): LibraryKind | undefined {
  return libraryKindOfFolderName(basename(path)) ?? (readingDirection === 'rtl' ? 'manga' : undefined)
}
