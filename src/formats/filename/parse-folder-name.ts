import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import { parseSingleName } from './parse-single-name.ts'

/** Parses a folder name. Cached, because it is the same for all files in a folder. */
export function parseFolderName(name: string, kind?: LibraryKind): Readonly<FileNameFacts> {
  const key = `${kind ?? ''}/${name}`
  const known = folderFactsCache.get(key)
  if (known) return known
  const facts = parseSingleName(name, { kind, folder: true })
  if (folderFactsCache.size >= MAX_FOLDERS) folderFactsCache.clear()
  folderFactsCache.set(key, facts)
  return facts
}

const MAX_FOLDERS = 500
/** The result depends only on the name, so all callers on this thread can share it. */
const folderFactsCache = new Map<string, FileNameFacts>()
