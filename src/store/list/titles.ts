import { readBooks } from '../book/read.ts'
import { listVisibleLibraries } from '../library/visible-libraries.ts'
import type { Db } from '../open.ts'
import { readSeries } from '../series/read.ts'
import { bytesToUuid, uuidToBytes } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

export type TitledKind = 'library' | 'series' | 'book'

/** The titles of libraries, series and books, by their ids. Deleted or invisible ones are left out. */
export async function readVisibleTitles(
  db: Db,
  viewer: Viewer,
  wanted: Readonly<Record<TitledKind, ReadonlySet<string>>>,
): Promise<Map<string, string>> {
  const libraries = wanted.library.size > 0 ? await listVisibleLibraries(db, viewer) : []
  const seriesIds = await findIdsByUid(db, 'series', [...wanted.series])
  const bookIds = await findIdsByUid(db, 'book', [...wanted.book])
  const series = seriesIds.length > 0 ? await readSeries(db, viewer, seriesIds) : []
  const books = bookIds.length > 0 ? await readBooks(db, viewer, bookIds) : []
  const named = libraries.map(({ uid, name }) => ({ uid: bytesToUuid(uid), title: name }))
  return new Map([...named, ...series, ...books].map(({ uid, title }) => [uid, title]))
}

/** The internal ids of those that exist. */
export async function findIdsByUid(db: Db, table: 'series' | 'book', uids: readonly string[]): Promise<number[]> {
  if (uids.length === 0) return []
  const bytes = uids.map((uid) => uuidToBytes(uid))
  const rows = await db.query.selectFrom(table).select('id').where('uid', 'in', bytes).execute()
  return rows.map(({ id }) => id)
}

/** Without a visibility check, for callers such as the log. */
export async function readTitle(db: Db, kind: TitledKind, uid: string): Promise<string | undefined> {
  const bytes = uuidToBytes(uid)
  if (kind === 'library') {
    const found = db.query.selectFrom('library').select('name').where('uid', '=', bytes)
    return (await found.executeTakeFirst())?.name
  }
  const found = db.query.selectFrom(kind).select('title').where('uid', '=', bytes)
  return (await found.executeTakeFirst())?.title
}
