import { isAbsolute } from 'node:path'
import type { Queryable } from '../open.ts'
import type { Uid } from '../uid.ts'

/** The book of a file that was imported into this series, once a scan has found it. */
export async function findBookOfImportedFile(
  db: Pick<Queryable, 'query'>,
  seriesUid: Uid,
  path: string,
): Promise<{ uid: Uid } | undefined> {
  const library = await db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .select(['l.id', 'l.path'])
    .where('s.uid', '=', seriesUid)
    .executeTakeFirst()
  if (!library || (isAbsolute(path) && !path.startsWith(`${library.path}/`))) return undefined
  return db.query
    .selectFrom('book')
    .select('uid')
    .where('library_id', '=', library.id)
    .where('path', '=', isAbsolute(path) ? path.slice(library.path.length + 1) : path)
    .executeTakeFirst()
}
