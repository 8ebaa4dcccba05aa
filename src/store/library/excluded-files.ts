import { sql } from 'kysely'
import { inChunks } from '../in-chunks.ts'
import type { Db, Queryable, Tx } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** A file that stayed on disk after its book was removed from the library, and is excluded from it. */
export interface ExcludedFile {
  /** Relative to the library. */
  path: string
  since: number
}

export async function excludeFile(tx: Tx, libraryId: number, path: string, now = Date.now()): Promise<void> {
  const row = { library_id: libraryId, path, created_at: now }
  await tx
    .insertInto('excluded_file')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A file that is imported to this path should be read. */
export async function restoreExcludedPath(tx: Tx, libraryId: number, path: string): Promise<void> {
  await tx.deleteFrom('excluded_file').where('library_id', '=', libraryId).where('path', '=', path).execute()
}

/** Restores the file with this path, or all, as far as the viewer may see them. Returns how many there were. */
export async function restoreExcludedFilesVisibleTo(
  { tx, kind }: { tx: Tx; kind: Db['kind'] },
  viewer: Viewer,
  libraryId: number,
  path?: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('excluded_file')
    .where('library_id', '=', libraryId)
    .$if(path !== undefined, (query) => query.where('path', '=', path!))
    .$if(viewer.sees.inPart, (query) => query.where(hasOpenBook(kind, viewer)))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Those of these paths that are excluded. */
export async function filterExcludedPaths(
  db: Queryable,
  libraryId: number,
  paths: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of inChunks(paths)) {
    const rows = await db.query
      .selectFrom('excluded_file')
      .select('path')
      .where('library_id', '=', libraryId)
      .where('path', 'in', some)
      .execute()
    for (const { path } of rows) found.add(path)
  }
  return found
}

/** If the viewer sees only part of the library: the files whose books they would see. */
export async function listExcludedFiles(
  db: Queryable,
  viewer: Viewer,
  libraryId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: ExcludedFile[]; total: number }> {
  const files = db.query
    .selectFrom('excluded_file')
    .where('library_id', '=', libraryId)
    .$if(viewer.sees.inPart, (query) => query.where(hasOpenBook(db.kind, viewer)))
  const { total } = await files.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const data = await files.select(['path', 'created_at as since']).orderBy('path').limit(limit).offset(offset).execute()
  return { data, total: Number(total) }
}

const hasOpenBook = (kind: Db['kind'], { sees }: Viewer) =>
  sql<boolean>`exists (select 1 from book b join series s on s.id = b.series_id where b.library_id = excluded_file.library_id
    and b.path = excluded_file.path and ${visibilityCondition(kind, sees, 's.class')})`
