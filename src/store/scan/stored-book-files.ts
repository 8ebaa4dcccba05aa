import { sql } from 'kysely'
import type { Queryable } from '../open.ts'

/** The stored attributes of a book's file, to compare with the disk. */
export interface StoredBookFile {
  id: number
  path: string
  size: number
  mtime: number
  inode: string
  isDeleted: boolean | number
  /** None of its content has been read so far. */
  isUnanalysed: boolean | number
}

/** The books of a library in byte order of their paths, a page at a time: memory use stays constant. */
export async function* readStoredBookFiles(
  db: Queryable,
  libraryId: number,
  folder = '',
  isShallow = false,
): AsyncGenerator<StoredBookFile[]> {
  const under = folder === '' ? '' : `${folder}/`
  let after = under
  for (;;) {
    let query = db.query
      .selectFrom('book')
      .select(['id', 'path', 'file_size as size', 'mtime', 'inode', isDeleted, isUnanalysed])
      .where('library_id', '=', libraryId)
      .where('path', '>', after)
      .orderBy('path')
      .limit(PAGE)
    // The folder's books are those between "folder/" and "folder0", the next byte after the slash.
    if (under) query = query.where('path', '<', `${under.slice(0, -1)}0`)
    if (isShallow) query = query.where(liesIn(db.kind, under))
    const rows = await query.execute()
    // Rows are passed on unchanged: at a million books, converting them would cost as much as reading them.
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)!.path
  }
}

const PAGE = 2000

/** Directly in the folder: no further slash in the path. */
function liesIn(kind: Queryable['kind'], under: string) {
  const rest = sql`substr(path, ${[...under].length + 1})`
  return kind === 'sqlite' ? sql<boolean>`instr(${rest}, '/') = 0` : sql<boolean>`strpos(${rest}, '/') = 0`
}

const isDeleted = sql<boolean | number>`deleted_at is not null`.as('isDeleted')
/** Not analysed yet, or the file wasn't accessible: once it is, analysis should start automatically. */
const isUnanalysed = sql<boolean | number>`(analyzed = 0 and (analysis_error is null or hash = ''))`.as('isUnanalysed')
