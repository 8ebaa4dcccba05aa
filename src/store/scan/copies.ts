import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Asks } from '../open.ts'
import type { Standing } from './newcomers.ts'

/** Live books with the content of one of these, byte for byte. */
export async function findTwins(db: Asks, ids: readonly number[], libraryIds: readonly number[]): Promise<Standing[]> {
  const found: Standing[] = []
  for (const some of inChunks(ids)) {
    const hashes = db.query.selectFrom('book').select('hash').where('id', 'in', some).where('hash', '<>', '')
    const rows = await live(db)
      .where('hash', 'in', hashes)
      .where('id', 'not in', some)
      .where('library_id', 'in', libraryIds)
      .execute()
    found.push(...rows)
  }
  return found
}

/** Live books in which a copy of one of these may be found: the latest of all, and the latest of their own series. */
export async function listLatest(
  db: Asks,
  of: { libraryIds: readonly number[]; seriesIds: readonly number[]; upTo: number },
): Promise<Standing[]> {
  const newest = live(db).orderBy('id', 'desc').limit(MOST)
  // By their ids alone: there is no index by library and id.
  const latest = await newest
    .where('id', '>', of.upTo - MOST_IDS)
    .where(sql<number>`+library_id`, 'in', of.libraryIds)
    .execute()
  const found = new Map(latest.map((book) => [book.id, book]))
  for (const some of inChunks(of.seriesIds)) {
    for (const book of await newest.where('series_id', 'in', some).execute()) found.set(book.id, book)
  }
  return [...found.values()]
}

function live(db: Asks) {
  return db.query
    .selectFrom('book')
    .select(['id', 'path', 'series_id as seriesId', 'library_id as libraryId'])
    .where('deleted_at', 'is', null)
}

const MOST = 500
const MOST_IDS = 20_000
