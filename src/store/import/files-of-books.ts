import { join } from 'node:path'
import { inChunks } from '../in-chunks.ts'
import type { Queryable } from '../open.ts'

interface FileOfBook {
  path: string
  /** The folder of its library. */
  root: string
}

/** The files of these books; those of deleted books are missing. */
export async function findFilesOfBooks(
  db: Pick<Queryable, 'query'>,
  bookIds: readonly number[],
): Promise<Map<number, FileOfBook>> {
  const files = new Map<number, FileOfBook>()
  for (const some of inChunks([...new Set(bookIds)])) {
    const rows = await db.query
      .selectFrom('book as b')
      .innerJoin('library as l', 'l.id', 'b.library_id')
      .select(['b.id', 'b.path', 'l.path as root'])
      .where('b.id', 'in', some)
      .where('b.deleted_at', 'is', null)
      .execute()
    for (const { id, path, root } of rows) files.set(id, { path: join(root, path), root })
  }
  return files
}
