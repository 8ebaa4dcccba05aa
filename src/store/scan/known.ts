import { sql } from 'kysely'
import type { Asks } from '../open.ts'

/** What is known of a book's file, for comparing it with the disk. */
export interface KnownBook {
  id: number
  seriesId: number
  path: string
  size: number
  mtime: number
  inode: string
  isDeleted: boolean
  /** Never looked into so far. */
  isUnread: boolean
}

/** The books of a library in the order of their paths' bytes, a page at a time: memory stays flat. */
export async function* readKnown(
  db: Asks,
  libraryId: number,
  folder = '',
  isShallow = false,
): AsyncGenerator<KnownBook[]> {
  const under = folder === '' ? '' : `${folder}/`
  let after = under
  for (;;) {
    let query = db.query
      .selectFrom('book')
      .select(['id', 'series_id', 'path', 'file_size', 'mtime', 'inode', 'deleted_at', 'analyzed', 'analysis_error'])
      .where('library_id', '=', libraryId)
      .where('path', '>', after)
      .orderBy('path')
      .limit(PAGE)
    // The folder's books are those between "folder/" and "folder0", the next byte after the slash.
    if (under) query = query.where('path', '<', `${under.slice(0, -1)}0`)
    if (isShallow) query = query.where(liesIn(db.kind, under))
    const rows = await query.execute()
    if (rows.length > 0) yield rows.map(toKnown)
    if (rows.length < PAGE) return
    after = rows.at(-1)!.path
  }
}

const PAGE = 2000

/** No slash after the folder's own. */
function liesIn(kind: Asks['kind'], under: string) {
  const rest = sql`substr(path, ${[...under].length + 1})`
  return kind === 'sqlite' ? sql<boolean>`instr(${rest}, '/') = 0` : sql<boolean>`strpos(${rest}, '/') = 0`
}

function toKnown(row: {
  id: number
  series_id: number
  path: string
  file_size: number
  mtime: number
  inode: string
  deleted_at: number | null
  analyzed: number
  analysis_error: string | null
}): KnownBook {
  return {
    id: row.id,
    seriesId: row.series_id,
    path: row.path,
    size: row.file_size,
    mtime: row.mtime,
    inode: row.inode,
    isDeleted: row.deleted_at !== null,
    isUnread: row.analyzed === 0 && row.analysis_error === null,
  }
}
