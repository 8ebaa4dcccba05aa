import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { BookCandidate } from '../store/import/book-candidates.ts'
import { findCandidatesByFileName } from '../store/import/book-candidates.ts'
import { readAllLibraryRoots } from '../store/library/read.ts'
import type { Db } from '../store/open.ts'
import { type FolderProposal, folderNameOf, makePathMapper, proposalBelow, proposeFolder } from './map-folders.ts'
import type { SourceReader } from './readers/source-reader.ts'
import { writeRecordArchive } from './record-archive.ts'
import type { BookRecord, ImportRecord, SourceKind } from './records.ts'
import { shortCopy } from './run/short-copy.ts'

/** The contents of a source, for the user who decides what to import. */
export interface SourceSummary {
  records: number
  counts: Record<string, number>
  libraries: { id: string; name: string; path: string; books: number; settings?: Record<string, unknown> }[]
  people: { id: string; username: string; email: string | null; role: string; hasPassword: boolean; rows: number }[]
  /** Their folders → ours. */
  proposals: FolderProposal[]
}

/**
 * Reads a source once from beginning to end into our own archive, which all runs use: the other server's file is no
 * longer needed, and data for a library that is added later is still available.
 */
export async function archiveImportSource(
  db: Db,
  reader: SourceReader,
  archive: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (records: number) => void } = {},
): Promise<SourceSummary> {
  await mkdir(dirname(archive), { recursive: true, mode: 0o700 })
  const counts: Record<string, number> = {}
  const libraries: SourceSummary['libraries'] = []
  const people = new Map<string, SourceSummary['people'][number]>()
  const samples = new Map<string, { path: string; size: number | null; seen: number }[]>()
  const booksOf = new Map<string, number>()
  let seen = 0
  const note = (record: ImportRecord) => {
    if (record.type !== 'skipped') counts[record.type] = (counts[record.type] ?? 0) + 1
    if (record.type === 'library') {
      const { id, name, path, settings } = record
      const named = { id, name: shortCopy(name), path: shortCopy(path, MAX_PATH) }
      if (libraries.length < 1000) libraries.push({ ...named, books: 0, ...(settings && { settings }) })
    } else if (record.type === 'user') {
      const { id, username, email, role } = record
      if (people.size < MAX_LISTED_PEOPLE)
        people.set(id, {
          ...{ id, username: shortCopy(username), email: email && shortCopy(email), role, rows: 0 },
          hasPassword: record.passwordHash !== null,
        })
    } else if (record.type === 'book') {
      const key = record.libraryId ?? ''
      const count = (booksOf.get(key) ?? 0) + 1
      booksOf.set(key, count)
      keepSample(samples, key, withoutFickleSize(record, reader.kind), count)
    } else if ('userId' in record && record.userId !== null) {
      const person = people.get(record.userId)
      if (person) person.rows += 1
    }
  }
  async function* watched(): AsyncGenerator<ImportRecord> {
    for await (const record of reader.records()) {
      if (signal?.aborted) throw signal.reason
      note(record)
      seen += 1
      if (seen % 1000 === 0) {
        onProgress?.(seen)
        await new Promise((resolve) => setImmediate(resolve))
      }
      yield record
    }
  }
  const header = { format: 'lectern-export', version: 1, kind: reader.kind, sourceVersion: reader.version } as const
  const records = await writeRecordArchive(archive, { ...header, createdAt: new Date().toISOString() }, watched())
  for (const library of libraries) library.books = booksOf.get(library.id) ?? 0
  const proposals = await propose(db, [...samples.values()].flat(), libraries)
  return { records, counts, libraries, people: [...people.values()], proposals }
}

/** Proposes folders again, for libraries that didn't exist when the source was read. */
export async function proposeFoldersFor(
  db: Db,
  source: Pick<SourceReader, 'records'>,
  kind: SourceKind,
): Promise<Record<string, string>> {
  const libraries: { path: string }[] = []
  const samples: Samples = new Map()
  const booksOf = new Map<string, number>()
  for await (const record of source.records()) {
    if (record.type === 'library') libraries.push(record)
    else if (record.type === 'book') {
      const key = record.libraryId ?? ''
      const count = (booksOf.get(key) ?? 0) + 1
      booksOf.set(key, count)
      keepSample(samples, key, withoutFickleSize(record, kind), count)
    } else if (booksOf.size > 0) break
  }
  const proposals = await propose(db, [...samples.values()].flat(), libraries)
  return Object.fromEntries(proposals.map(({ theirs, ours }) => [theirs, ours]))
}

/** Calibre writes metadata into files without updating their stored size, so the size is ignored. */
const withoutFickleSize = (book: BookRecord, kind: SourceKind): { path: string; size: number | null } =>
  kind.startsWith('calibre') ? { path: book.path, size: null } : book

type Samples = Map<string, { path: string; size: number | null; seen: number }[]>

/** Samples the whole library: its first books may all be in one folder that doesn't exist here. */
function keepSample(
  samples: Map<string, { path: string; size: number | null; seen: number }[]>,
  key: string,
  { path, size }: { path: string; size: number | null },
  count: number,
): void {
  const sample = samples.get(key) ?? []
  samples.set(key, sample)
  if (sample.length < SAMPLE) sample.push({ path, size, seen: count })
  else if (count % (1 + Math.floor(count / SAMPLE)) === 0) sample[count % SAMPLE] = { path, size, seen: count }
}

const SAMPLE = 300
/** No system opens a longer one. */
const MAX_PATH = 4096
export const MAX_LISTED_PEOPLE = 10_000

async function propose(
  db: Db,
  sample: readonly { path: string; size: number | null }[],
  libraries: readonly { path: string }[],
): Promise<FolderProposal[]> {
  const roots = await readAllLibraryRoots(db)
  const rootOf = new Map(roots.map((root) => [root.id, root.path]))
  const names = sample.map(({ path }) => folderNameOf(path))
  const byName = new Map<string, BookCandidate[]>()
  for (const book of await findCandidatesByFileName(db, names)) {
    const name = book.fileName.normalize('NFC')
    byName.set(name, [...(byName.get(name) ?? []), book])
  }
  const folders = [...new Set(libraries.map((library) => library.path))]
  return folders.flatMap((folder) => {
    const within = sample.filter(
      ({ path }) => path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`),
    )
    const best = within.length > 0 ? proposeFolder(within, byName, rootOf) : undefined
    if (!best) return []
    const found = proposalBelow(best, folder)
    const isHereAlready = makePathMapper({}, roots)(`${folder}/x`) !== undefined && found.theirs === found.ours
    return isHereAlready ? [] : [found]
  })
}
