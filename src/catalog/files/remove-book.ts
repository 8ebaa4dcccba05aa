import type { CatalogueEventCoalescer } from '../../events/coalesce-catalogue-events.ts'
import type { ThumbnailStore } from '../../images/thumbnail-store.ts'
import type { BookToRemove } from '../../store/book/find-book-to-remove.ts'
import { purgeBooks } from '../../store/book/purge.ts'
import { transferUserDataToDuplicate } from '../../store/duplicate/transfer-user-data-to-duplicate.ts'
import { logFileOperation } from '../../store/file-operation/file-operation-log.ts'
import { excludeFile } from '../../store/library/excluded-files.ts'
import type { Db, Tx } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { deleteLibraryFile } from './delete-library-file.ts'

export interface RemovalDeps {
  db: Db
  coalescer: Pick<CatalogueEventCoalescer, 'emit'>
  thumbnails: ThumbnailStore
  /** As a scan does when it doesn't find the file. */
  markMissing(library: { id: number; uid: Uint8Array }, bookId: number): Promise<unknown>
}

/**
 * Removes a book from its library on request: with its file, or without; then the library excludes the file from now
 * on. The book stays among the missing ones, with all progress, until those are purged. A repeated request does
 * nothing: proxies send a request twice when a response is late. Only `purge` permanently removes a missing book. If
 * another book has the same content, it takes over the users' data. Returns whether anything was done.
 */
export async function removeBook(
  deps: RemovalDeps,
  book: BookToRemove,
  { file, purge = false }: { file: 'keep' | 'delete'; purge?: boolean },
): Promise<boolean> {
  if (book.isDeleted) return purge && purgeBook(deps, book)
  if (file === 'delete') await deleteLibraryFile(book.root, book.path)
  await deps.db.transaction(async (tx) => {
    await (file === 'delete' ? logDeletion(tx, book) : excludeFile(tx, book.libraryId, book.path))
    await transferUserDataToDuplicate(tx, book.id)
  })
  const library = { id: book.libraryId, uid: book.libraryUid }
  await deps.markMissing(library, book.id)
  return true
}

async function purgeBook(deps: RemovalDeps, book: BookToRemove): Promise<true> {
  const emptied = await deps.db.transaction((tx) => purgeBooks(tx, deps.db.kind, book.libraryId, [book]))
  const [bookId, libraryId] = [bytesToUuid(book.uid), bytesToUuid(book.libraryUid)]
  const seriesId = bytesToUuid(book.seriesUid)
  deps.coalescer.emit({ type: 'book_deleted', bookId, seriesId, libraryId }, { class: book.class })
  for (const { uid, class: of } of emptied) {
    deps.coalescer.emit({ type: 'series_deleted', seriesId: bytesToUuid(uid), libraryId }, { class: of })
  }
  if (book.coverVersion > 0) await deps.thumbnails.remove(bookId, book.coverVersion)
  return true
}

const logDeletion = (tx: Tx, book: BookToRemove): Promise<void> =>
  logFileOperation(tx, {
    type: 'book_file_deleted',
    bookUid: book.uid,
    seriesUid: book.seriesUid,
    details: { reason: 'Deleted by user request', name: `${book.root}/${book.path}` },
  })
