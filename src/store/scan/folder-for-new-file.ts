import { dirname } from 'node:path'
import { readLibrarySummaries } from '../list/library-summaries.ts'
import type { Db } from '../open.ts'
import type { Uid } from '../uid.ts'

/** The folder for a new file of a series: that of its first book. */
export interface FolderForNewFile {
  libraryId: number
  seriesUid: Uid
  root: string
  /** Relative to the library; empty: its root folder. */
  folder: string
  /** The book whose file is replaced. */
  book: { id: number; uid: Uid; path: string } | undefined
  /** The root folders of all libraries. */
  roots: string[]
}

export async function findFolderForNewFile(
  db: Db,
  { seriesId, bookId }: { seriesId: number; bookId?: number },
): Promise<FolderForNewFile | undefined> {
  const series = await db.query
    .selectFrom('series')
    .select(['uid', 'library_id as libraryId'])
    .where('id', '=', seriesId)
    .executeTakeFirst()
  const books = db.query.selectFrom('book').select(['id', 'uid', 'path']).where('series_id', '=', seriesId)
  const first = await books.where('deleted_at', 'is', null).orderBy('path').limit(1).executeTakeFirst()
  const book = bookId === undefined ? undefined : await books.where('id', '=', bookId).executeTakeFirst()
  if (!series || !first || (bookId !== undefined && !book)) return undefined
  const libraries = await readLibrarySummaries(db)
  const folder = dirname((book ?? first).path)
  return {
    libraryId: series.libraryId,
    seriesUid: series.uid,
    root: libraries.get(series.libraryId)!.path,
    folder: folder === '.' ? '' : folder,
    book,
    roots: [...libraries.values()].map((library) => library.path),
  }
}
