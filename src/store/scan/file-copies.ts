import { sql } from 'kysely'
import { firstSeenSql } from '../book/first-seen.ts'
import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'
import { type BookLocation, libraryIdWithoutIndexSql } from './books-to-compare.ts'

/**
 * Live books with the same content, byte for byte, as one of these; includes these themselves if they still count as
 * live.
 */
export async function findFileCopies(
  db: Queryable,
  ids: readonly number[],
  libraryIds: readonly number[],
): Promise<BookLocation[]> {
  const found: BookLocation[] = []
  for (const some of inChunks(ids)) {
    const hashes = db.query.selectFrom('book').select('hash').where('id', 'in', some).where('hash', '<>', '')
    const rows = await live(db).where('hash', 'in', hashes).where(libraryIdWithoutIndexSql, 'in', libraryIds).execute()
    found.push(...rows)
  }
  return found
}

export interface MissingBookWithCopies {
  id: number
  root: string
  path: string
  firstSeenAt: number
  lastScannedAt: number | null
  /** The live books with the same content in libraries that it couldn't move to. */
  twins: number[]
}

/**
 * Missing books whose content is now in a library with different viewers, so that the book itself wasn't moved there:
 * books in this library that are missing since `missingSince`, and books anywhere whose content was added to this
 * library after `lastIdBeforeFirstAttempt`.
 */
export async function listMissingBooksWithCopies(
  db: Queryable,
  of: { libraryId: number; neighbours: readonly number[]; missingSince: number; lastIdBeforeFirstAttempt: number },
): Promise<MissingBookWithCopies[]> {
  const between = db.query
    .selectFrom('book as o')
    .innerJoin('book as n', (join) => join.onRef('n.hash', '=', 'o.hash').onRef('n.file_size', '=', 'o.file_size'))
    .innerJoin('library as l', 'l.id', 'o.library_id')
    .select(['o.id', 'l.path as root', 'o.path', 'l.last_scanned_at as lastScannedAt'])
    .select(firstSeenSql('o').as('firstSeenAt'))
    .select('n.id as twin')
    .where('o.deleted_at', 'is not', null)
    .where('o.hash', '<>', '')
    .where('n.hash', '<>', '')
    .where('n.deleted_at', 'is', null)
  const gone = await between
    .where('o.library_id', '=', of.libraryId)
    .where('o.deleted_at', '>=', of.missingSince)
    .where(sql<number>`+n.library_id`, 'not in', of.neighbours)
    .execute()
  const added = await between
    .where('n.id', '>', of.lastIdBeforeFirstAttempt)
    .where(sql<number>`+n.library_id`, '=', of.libraryId)
    .where(sql<number>`+o.library_id`, 'not in', of.neighbours)
    .execute()
  const byId = Map.groupBy([...gone, ...added], ({ id }) => id)
  return [...byId.values()].map((rows) => {
    const { twin: _, ...book } = rows[0]!
    return { ...book, twins: rows.map(({ twin }) => twin) }
  })
}

/** Live books that may be copies of one of these: the latest of all, and the latest of their own series. */
export async function listLatestBooks(
  db: Queryable,
  of: { libraryIds: readonly number[]; seriesIds: readonly number[]; lastIdBeforeScan: number },
): Promise<BookLocation[]> {
  const newest = live(db).orderBy('id', 'desc').limit(MAX_COPIES)
  const latest = await newest
    .where('id', '>', of.lastIdBeforeScan - MAX_IDS)
    .where(libraryIdWithoutIndexSql, 'in', of.libraryIds)
    .execute()
  const found = new Map(latest.map((book) => [book.id, book]))
  for (const some of inChunks(of.seriesIds)) {
    for (const book of await newest.where('series_id', 'in', some).execute()) found.set(book.id, book)
  }
  return [...found.values()]
}

function live(db: Queryable) {
  return db.query
    .selectFrom('book')
    .select(['id', 'path', 'series_id as seriesId', 'library_id as libraryId'])
    .where('deleted_at', 'is', null)
}

const MAX_COPIES = 500
const MAX_IDS = 20_000
