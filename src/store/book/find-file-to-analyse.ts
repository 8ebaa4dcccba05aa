import { join } from 'node:path'
import type { Queryable } from '../open.ts'

export interface FileToAnalyse {
  id: number
  uid: Uint8Array
  libraryId: number
  /** Absolute. */
  file: string
  /** The library's folder. */
  root: string
  /** Sealed; only of an encrypted file. */
  password: string | undefined
  size: number
  mtime: number
  inode: string
  hash: string
  hasSyncHash: boolean
  isAnalysed: boolean
  coverId: number | null
  coverVersion: number
}

/** Undefined if the book doesn't exist, or its file is gone. */
export async function findFileToAnalyse(db: Queryable, bookId: number): Promise<FileToAnalyse | undefined> {
  const row = await db.query
    .selectFrom('book as b')
    .innerJoin('library as l', 'l.id', 'b.library_id')
    .select([
      'b.id',
      'b.uid',
      'b.library_id',
      'b.path',
      'l.path as root',
      'b.file_size',
      'b.mtime',
      'b.inode',
      'b.hash',
    ])
    .select(['b.sync_hash', 'b.file_password', 'b.analyzed', 'b.cover_id', 'b.cover_version'])
    .where('b.id', '=', bookId)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    uid: row.uid,
    libraryId: row.library_id,
    file: join(row.root, row.path),
    root: row.root,
    password: row.file_password ?? undefined,
    size: row.file_size,
    mtime: row.mtime,
    inode: row.inode,
    hash: row.hash,
    hasSyncHash: row.sync_hash !== null,
    isAnalysed: row.analyzed === 1,
    coverId: row.cover_id,
    coverVersion: row.cover_version,
  }
}
