import { basename } from 'node:path'
import type { LibraryKind } from '../formats/filename/file-name-facts.ts'
import { kindOfFolder } from '../formats/filename/kind-of-folder.ts'

/** What a library holds, as far as its folder or the way it is read says so; its files' names are read by that habit. */
export function guessLibraryKind(path: string, readingDirection?: string | null): LibraryKind | undefined {
  return kindOfFolder(basename(path)) ?? (readingDirection === 'rtl' ? 'manga' : undefined)
}
