import { applyFolders } from './apply-folders.ts'
import type { FileNameFacts, NameContext } from './facts.ts'
import { readName } from './read-name.ts'

/**
 * What a person would read from the name of a book's file: series, volume, number, year, language and so on.
 * The folders above it help where the name is silent ("Btooom!/Vol.1/Chapter 2/1.cbz").
 */
export function parseFileName(name: string, context: NameContext = {}): FileNameFacts {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const { folders = [] } = context
  const kind = context.kind ?? (BOOKS.test(base) ? 'book' : undefined)
  const facts = readName(base, { kind, shelved: folders.length > 0 })
  return folders.length > 0 ? applyFolders(facts, folders, kind) : facts
}

const BOOKS = /\.(?:epub|mobi|azw3?|fb2)$/i
