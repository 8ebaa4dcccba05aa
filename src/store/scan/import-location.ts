import { dirname } from 'node:path'
import { fileNameHash } from '../book/file-name-hash.ts'
import { readLibrarySummaries } from '../list/library-summaries.ts'
import type { Db, Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import type { Uid } from '../uid.ts'
import { fileNameOf } from './insert-books.ts'

/** Where a new file of a series belongs: beside its first book. */
export interface ImportLocation {
  libraryId: number
  seriesUid: Uid
  root: string
  /** Within the library; empty: its own folder. */
  folder: string
  /** The book whose file is to be replaced. */
  book: { id: number; uid: Uid; path: string } | undefined
  /** Of all libraries. */
  roots: string[]
}

export async function findImportLocation(
  db: Db,
  { seriesId, bookId }: { seriesId: number; bookId?: number },
): Promise<ImportLocation | undefined> {
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

/** The book stays what it is; its file has another name. */
export async function renameBook(tx: Tx, bookId: number, path: string): Promise<void> {
  await tx
    .updateTable('book')
    .set({ path, file_name: fileNameOf(path), name_hash: fileNameHash(fileNameOf(path)), updated_at: Date.now() })
    .where('id', '=', bookId)
    .execute()
  await bumpRevisions(tx, 'catalog')
}
