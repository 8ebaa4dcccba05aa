import type { Queryable } from '../open.ts'

/** Series whose own folder is one of these. */
export async function findSeriesIdsAtFolders(
  db: Queryable,
  libraryId: number,
  folders: readonly string[],
): Promise<number[]> {
  if (folders.length === 0) return []
  const rows = await db.query
    .selectFrom('series')
    .select('id')
    .where('library_id', '=', libraryId)
    .where('path', 'in', folders)
    .execute()
  return rows.map((row) => row.id)
}

/** Live books directly in this folder, not below it. */
export async function findBookIdsInFolder(db: Queryable, libraryId: number, folder: string): Promise<number[]> {
  const rows = await db.query
    .selectFrom('book')
    .select(['id', 'path'])
    .where('library_id', '=', libraryId)
    .where('deleted_at', 'is', null)
    .$if(folder !== '', (query) => query.where('path', '>', `${folder}/`).where('path', '<', `${folder}0`))
    .execute()
  const start = folder === '' ? 0 : folder.length + 1
  return rows.filter((row) => !row.path.includes('/', start)).map((row) => row.id)
}
