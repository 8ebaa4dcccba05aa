import { firstSeenSql } from '../book/first-seen.ts'
import { type DeletedBook, purgeBooks } from '../book/purge.ts'
import { inChunks } from '../in-chunks.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import { libraryIdWithoutIndexSql } from './books-to-compare.ts'
import type { FileStats } from './scan-change.ts'

/** A missing book, and the one that was added in the same scan with the same inode. */
export interface SameInodeBooks {
  missing: { id: number; path: string; seriesId: number; libraryId: number; firstSeenAt: number }
  found: { id: number; file: FileStats }
}

/** Queried once, and only for books added during the scan (ids above `lastKnownId`): cheap for any size of library. */
export async function findSameInodeBooks(
  db: Queryable,
  libraryId: number,
  lastKnownId: number,
  missing: readonly { id: number; inode: string }[],
): Promise<SameInodeBooks[]> {
  const byInode = new Map(missing.filter(({ inode }) => inode !== '').map((book) => [book.inode, book.id]))
  if (byInode.size === 0) return []
  const added = await db.query
    .selectFrom('book')
    .select(['id', 'path', 'file_size as size', 'mtime', 'inode'])
    .where('id', '>', lastKnownId)
    .where(libraryIdWithoutIndexSql, '=', libraryId)
    .where('deleted_at', 'is', null)
    .$if(byInode.size <= MAX_INODES_IN_STATEMENT, (query) => query.where('inode', 'in', [...byInode.keys()]))
    .execute()
  const fitting = Map.groupBy(
    added.filter((row) => byInode.has(row.inode)),
    (row) => row.inode,
  )
  if (fitting.size === 0) return []
  const known = new Map<number, SameInodeBooks['missing']>()
  for (const ids of inChunks([...fitting.keys()].map((inode) => byInode.get(inode)!))) {
    const rows = await db.query
      .selectFrom('book')
      .select(['id', 'path', 'series_id as seriesId', 'library_id as libraryId'])
      .select(firstSeenSql('book').as('firstSeenAt'))
      .where('id', 'in', ids)
      .execute()
    for (const row of rows) known.set(row.id, row)
  }
  return [...fitting].flatMap(([inode, files]) => {
    const book = known.get(byInode.get(inode)!)
    // Two hard links to one file: it's unknown which of them the book became.
    if (!book || files.length > 1) return []
    const { id, ...file } = files[0]!
    return [{ missing: book, found: { id, file } }]
  })
}

/** More would make a statement too long for the database. */
const MAX_INODES_IN_STATEMENT = 500

/** Deletes books whose file turned out to belong to another book. They were only just added. */
export async function deleteSameInodeBooks(
  tx: Tx,
  kind: Db['kind'],
  libraryId: number,
  ids: readonly number[],
): Promise<void> {
  const books: DeletedBook[] = await tx
    .selectFrom('book as b')
    .innerJoin('series as s', 's.id', 'b.series_id')
    .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid', 's.class'])
    .select('b.cover_version as coverVersion')
    .where('b.id', 'in', ids)
    .execute()
  await purgeBooks(tx, kind, libraryId, books)
}
