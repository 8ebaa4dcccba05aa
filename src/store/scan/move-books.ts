import { sql } from 'kysely'
import { fileNameHash } from '../book/file-name-hash.ts'
import type { Tx } from '../open.ts'
import { bumpRevisions } from '../revision.ts'
import { fileNameOf } from './insert-books.ts'
import type { ScanChange } from './scan-change.ts'

export type MovedChange = Extract<ScanChange, { kind: 'moved' }>

export async function writeMovedPaths(tx: Tx, moved: readonly MovedChange[], now: number): Promise<void> {
  for (const { bookId, file, guess } of moved) {
    await tx
      .updateTable('book')
      .set({
        path: file.path,
        file_name: fileNameOf(file.path),
        name_hash: fileNameHash(fileNameOf(file.path)),
        format: sql<string>`case when analyzed = 1 then format else ${guess.format} end`,
        file_size: file.size,
        mtime: file.mtime,
        inode: file.inode,
        deleted_at: null,
        updated_at: now,
      })
      .where('id', '=', bookId)
      .execute()
  }
}

/** Clears these books' paths, so that others can get them in the same transaction (two files that swapped names). */
export async function clearBookPaths(tx: Tx, bookIds: readonly number[]): Promise<void> {
  if (bookIds.length === 0) return
  // No path on disk begins with a slash.
  await tx.updateTable('book').set({ path: sql<string>`'//' || id` }).where('id', 'in', bookIds).execute()
}

/** Sets a new path for the same book, after its file was renamed. */
export async function setBookPath(tx: Tx, bookId: number, path: string): Promise<void> {
  await tx
    .updateTable('book')
    .set({ path, file_name: fileNameOf(path), name_hash: fileNameHash(fileNameOf(path)), updated_at: Date.now() })
    .where('id', '=', bookId)
    .execute()
  await bumpRevisions(tx, 'catalog')
}
