import type { BookLock } from '../../contract/metadata.ts'
import type { Author, PublicationMetadata } from '../../formats/publication.ts'
import {
  type BookFacts,
  type FileContent,
  type FileMetadata,
  factsOfMetadata,
  fileMetadata,
  type SeriesFromImport,
} from './book-facts.ts'

/** The metadata of a book before its file is read (again). */
export interface StoredBookMetadata {
  facts: BookFacts
  locks: readonly string[]
  summary: string | null
  authors: readonly Author[]
}

export interface MergedBookMetadata {
  facts: BookFacts
  summary: string | null
  authors: readonly Author[]
  /** Undefined: locked, so they stay as they are. */
  genres: readonly string[] | undefined
  tags: readonly string[] | undefined
}

/**
 * Merges the file's metadata into the book's, except for locked fields, which never change. A field that the file once
 * had and no longer has is cleared; one from another source stays.
 */
export function mergeBookMetadata(
  before: StoredBookMetadata,
  metadata: PublicationMetadata,
  content?: FileContent,
): MergedBookMetadata {
  const isLocked = (lock: BookLock) => before.locks.includes(lock)
  const factsInFile = factsOfMetadata(metadata, content)
  const facts: BookFacts = { ...before.facts }
  for (const field of before.facts.file?.fields ?? []) {
    if (!isLocked(field as BookLock)) delete facts[field as keyof BookFacts]
  }
  for (const [field, value] of Object.entries(factsInFile)) {
    if (!isLocked(field as BookLock)) Object.assign(facts, { [field]: value })
  }
  const file = fileMetadata(metadata, factsInFile)
  if (metadata.summary) file.fields.push('summary')
  if (metadata.authors) file.fields.push('authors')
  const { seriesFromImport: imported } = facts
  if (imported && saysSameSeries(file, imported.inFile)) {
    file.series = imported.series
    if (imported.number !== undefined) file.number = imported.number
  } else delete facts.seriesFromImport
  facts.file = file
  const gave = (field: string) => before.facts.file?.fields.includes(field) ?? false
  const text = (lock: BookLock, value: string | undefined, known: string | null) =>
    isLocked(lock) ? known : (value ?? (gave(lock) ? null : known))
  return {
    facts,
    summary: text('summary', metadata.summary, before.summary),
    authors: isLocked('authors')
      ? before.authors
      : (shortNames(metadata.authors) ?? (gave('authors') ? [] : before.authors)),
    genres: isLocked('genres') ? undefined : (metadata.genres ?? []),
    tags: isLocked('tags') ? undefined : (metadata.tags ?? []),
  }
}

const saysSameSeries = (file: FileMetadata, then: SeriesFromImport['inFile']): boolean =>
  file.series === then.series && file.number === then.number

/** Limits authors to the API's number and length; a file may contain a whole paragraph there. */
const shortNames = (authors: readonly Author[] | undefined): readonly Author[] | undefined =>
  authors
    ?.slice(0, MAX_AUTHORS)
    .map((author) =>
      author.name.length > MAX_NAME_LENGTH
        ? { ...author, name: author.name.slice(0, MAX_NAME_LENGTH).toWellFormed() }
        : author,
    )

const MAX_AUTHORS = 500
const MAX_NAME_LENGTH = 500
