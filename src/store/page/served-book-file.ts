import { join } from 'node:path'
import type { Container } from '../../formats/publication.ts'
import { NO_REVISION } from '../cache/revision-cache.ts'
import { defineViewerCache } from '../cache/viewer-cache.ts'
import type { Db, Queryable } from '../open.ts'
import { prepareOnce } from '../prepare-once.ts'
import { uidMapKey } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/** The fields of a book's file that serving its pages needs. */
export interface ServedBookFile {
  id: number
  uid: Uint8Array
  path: string
  /** The library's folder. */
  root: string
  /** Sealed; only of an encrypted file. */
  password?: string
  fileName: string
  format: 'cbz' | 'cbr' | 'epub' | 'pdf'
  container: Container
  /** Changes when the file does, or can be decrypted: part of every ETag and cache key. */
  version: string
  /** Milliseconds, from the file system. */
  modifiedAt: number
  size: number
  pageCount: number
  title: string
  /** According to the file itself. */
  isRightToLeft: boolean
}

/** Undefined if the book doesn't exist, is deleted, or the viewer may not see it. */
export function findBookFile(
  db: Db,
  viewer: Viewer,
  uid: Uint8Array,
): ServedBookFile | undefined | Promise<ServedBookFile | undefined> {
  const read = () => readFile(db, viewer, uid)
  const cache = filesCache(db, viewer)
  return cache ? cache.load(uidMapKey(uid), NO_REVISION, read) : read()
}

/** The file is needed for every page of a book. */
const filesCache = defineViewerCache<string, ServedBookFile | undefined>('book_files', { scopesOf: () => ['catalog'] })

async function readFile(db: Db, viewer: Viewer, uid: Uint8Array): Promise<ServedBookFile | undefined> {
  const [row] = await askForFile(db, viewer.sees, { uid })
  if (!row) return undefined
  return {
    id: row.id,
    uid: row.uid,
    path: join(row.root, row.path),
    root: row.root,
    ...(row.file_password !== null && { password: row.file_password }),
    fileName: row.file_name,
    format: row.format as ServedBookFile['format'],
    container: row.container as Container,
    version: `${row.hash.slice(0, 24)}-${row.mtime.toString(36)}-${row.file_size.toString(36)}${row.file_password === null ? '' : '-open'}`,
    modifiedAt: row.mtime,
    size: row.file_size,
    pageCount: row.page_count,
    title: row.title,
    isRightToLeft: row.reading_direction === 'rtl',
  }
}

const askForFile = prepareOnce('file_queries', ['uid'], (db, sees, { uid }: { uid: Uint8Array }) =>
  db.query
    .selectFrom('book as b')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select(['b.id', 'b.uid', 'b.path', 'b.file_name', 'b.format', 'b.container', 'b.hash', 'b.mtime', 'b.file_size'])
    .select(['b.page_count', 'b.title', 'b.reading_direction', 'b.file_password', 'l.path as root'])
    .where('b.uid', '=', uid)
    .where(visibilityCondition(db.kind, sees, 'b.class'))
    .limit(1)
    .compile(),
)

/** The files of a series in reading order, for a download of them all. */
export async function findFilesOfSeries(
  db: Queryable,
  viewer: Viewer,
  uid: Uint8Array,
): Promise<{ title: string; files: Pick<ServedBookFile, 'path' | 'root' | 'fileName'>[] } | undefined> {
  const series = await db.query
    .selectFrom('series as s')
    .innerJoin('library as l', 'l.id', 's.library_id')
    .select(['s.id', 's.title', 'l.path as root'])
    .where('s.uid', '=', uid)
    .where(visibilityCondition(db.kind, viewer.sees, 's.class'))
    .executeTakeFirst()
  if (!series) return undefined
  const books = await db.query
    .selectFrom('book')
    .select(['path', 'file_name'])
    .where('series_id', '=', series.id)
    .where('class', '>', 0)
    .orderBy('number')
    .orderBy('sort_key')
    .orderBy('id')
    .execute()
  const files = books.map((book) => ({
    path: join(series.root, book.path),
    root: series.root,
    fileName: book.file_name,
  }))
  return { title: series.title, files }
}
