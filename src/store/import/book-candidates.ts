import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'

/** The fields of one of our books that are needed to match it. */
export interface BookCandidate {
  id: number
  uid: Uid
  seriesId: number
  libraryId: number
  /** Relative to its library. */
  path: string
  fileName: string
  size: number
  syncHash: string | null
  hash: string
  format: string
  pageCount: number
  /** Its content is known, or it is known to be unreadable. */
  isAnalysed: boolean
  isDeleted: boolean
}

type Ask = Pick<Queryable, 'query'>

export const findCandidatesBySyncHash = (db: Ask, hashes: readonly string[]): Promise<BookCandidate[]> =>
  readIn(hashes, (some) => books(db).where('sync_hash', 'in', some).execute())

export const findCandidatesByHash = (db: Ask, hashes: readonly string[]): Promise<BookCandidate[]> =>
  readIn(hashes, (some) => books(db).where('hash', 'in', some).execute())

export const findCandidatesByPath = (db: Ask, libraryId: number, paths: readonly string[]): Promise<BookCandidate[]> =>
  readIn(paths, (some) => books(db).where('library_id', '=', libraryId).where('path', 'in', some).execute())

export const findCandidatesByFileName = (db: Ask, names: readonly string[]): Promise<BookCandidate[]> =>
  readIn(names, (some) => books(db).where('file_name', 'in', some).execute())

export const findCandidatesByUid = (db: Ask, uids: readonly Uid[]): Promise<BookCandidate[]> =>
  readIn(uids, (some) => books(db).where('uid', 'in', some).execute())

/** All books, a few thousand at a time. */
export async function* readAllCandidates(db: Ask): AsyncGenerator<BookCandidate[]> {
  for (let after = 0; ; ) {
    const rows = await books(db).where('id', '>', after).orderBy('id').limit(AT_ONCE).execute()
    if (rows.length === 0) return
    yield rows.map(candidateOf)
    after = rows.at(-1)!.id
  }
}

const AT_ONCE = 5000

async function readIn<T>(keys: readonly T[], read: (some: T[]) => Promise<Row[]>): Promise<BookCandidate[]> {
  const found: BookCandidate[] = []
  for (const some of inChunks([...new Set(keys)])) found.push(...(await read(some)).map(candidateOf))
  return found
}

const books = ({ query }: Ask) =>
  query
    .selectFrom('book')
    .select(['id', 'uid', 'series_id', 'library_id', 'path', 'file_name', 'file_size', 'sync_hash', 'hash'])
    .select(['format', 'page_count', 'analyzed', 'analysis_error', 'deleted_at'])

type Row = Awaited<ReturnType<ReturnType<typeof books>['execute']>>[number]

const candidateOf = (row: Row): BookCandidate => ({
  id: row.id,
  uid: row.uid,
  seriesId: row.series_id,
  libraryId: row.library_id,
  path: row.path,
  fileName: row.file_name,
  size: row.file_size,
  syncHash: row.sync_hash,
  hash: row.hash,
  format: row.format,
  pageCount: row.page_count,
  isAnalysed: row.analyzed === 1 || row.analysis_error !== null,
  isDeleted: row.deleted_at !== null,
})
