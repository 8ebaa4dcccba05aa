import type { FileNameFacts, LibraryKind } from './file-name-facts.ts'
import { parseSingleName } from './parse-single-name.ts'

/** What a folder's name says. Cached, because all the files in a folder ask the same. */
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
/** A name always says the same, so it can be shared by whoever reads in this thread. */
const folderFactsCache = new Map<string, FileNameFacts>()
