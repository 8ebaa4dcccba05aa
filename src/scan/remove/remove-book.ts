import { problem } from '../../contract/problems.ts'
import type { ThumbnailStore } from '../../images/thumbnail-store.ts'
import { purgeBooks } from '../../store/book/purge.ts'
import type { RemovableBook } from '../../store/book/removable.ts'
import { handOverToTwin } from '../../store/duplicate/hand-over.ts'
import { noteFileDeed } from '../../store/file-deed/deeds.ts'
import { updateLibrary } from '../../store/library/write.ts'
import type { Db, Tx } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import { exactly, faultOf } from '../exclude.ts'
import { type Writing, writeChanges } from '../write.ts'
import { deleteFile } from './delete-file.ts'

export interface RemovalHouse extends Writing {
  thumbnails: ThumbnailStore
}

/**
 * Takes a book out of its library because somebody says so. With its file, or without: then the library leaves the file
 * out from now on. It stays among the missing, with all progress, until those are purged. Asked for again nothing happens:
 * proxies send a request twice when an answer is late. Only `purge` takes one that is missing for good. Where the same
 * content stays in another book, what people did with this one goes over to it.
 */
export async function removeBook(
  house: RemovalHouse,
  book: RemovableBook,
  { file, purge = false }: { file: 'keep' | 'delete'; purge?: boolean },
): Promise<void> {
  if (book.isDeleted) return purge ? takeForGood(house, book) : undefined
  if (file === 'delete') await deleteFile(book.root, book.path)
  await house.db.transaction(async (tx) => {
    await (file === 'delete' ? noteDeletion(tx, book) : leaveOut(tx, house.db.kind, book))
    await handOverToTwin(tx, book.id)
  })
  const library = { id: book.libraryId, uid: book.libraryUid }
  await writeChanges(house, library, [{ kind: 'vanished', bookId: book.id }])
  if (file === 'delete') return
  house.news.emit({ type: 'library_updated', libraryId: bytesToUuid(library.uid) }, { libraryId: library.id })
}

async function takeForGood(house: RemovalHouse, book: RemovableBook): Promise<void> {
  const emptied = await house.db.transaction((tx) => purgeBooks(tx, house.db.kind, book.libraryId, [book]))
  const [bookId, libraryId] = [bytesToUuid(book.uid), bytesToUuid(book.libraryUid)]
  const seriesId = bytesToUuid(book.seriesUid)
  house.news.emit({ type: 'book_deleted', bookId, seriesId, libraryId }, { class: book.class })
  for (const { uid, class: of } of emptied) {
    house.news.emit({ type: 'series_deleted', seriesId: bytesToUuid(uid), libraryId }, { class: of })
  }
  if (book.coverVersion > 0) await house.thumbnails.remove(bookId, book.coverVersion)
}

/** As if somebody had written the path among what the library leaves out: there it can be seen, and taken back. */
async function leaveOut(tx: Tx, kind: Db['kind'], book: RemovableBook): Promise<void> {
  const pattern = exactly(book.path)
  // A line break would make two patterns of it as soon as somebody edits them as text.
  if (faultOf(pattern) || pattern.includes('\n')) {
    throw problem('conflict', 'The name of the file is too long or too odd to be left out.')
  }
  const { excluded_patterns } = await tx
    .selectFrom('library')
    .select('excluded_patterns')
    .where('id', '=', book.libraryId)
    // Books that are taken out at the same time must not forget each other.
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  const known = JSON.parse(excluded_patterns) as string[]
  if (known.includes(pattern)) return
  if (known.length >= MOST_PATTERNS) {
    throw problem(
      'conflict',
      'The library leaves out too many single files already; leave out a folder of them instead.',
    )
  }
  await updateLibrary(tx, book.libraryId, { excludedPatterns: [...known, pattern] })
}

/** As many as can be given to a library. */
const MOST_PATTERNS = 200

const noteDeletion = (tx: Tx, book: RemovableBook): Promise<void> =>
  noteFileDeed(tx, {
    type: 'book_file_deleted',
    bookUid: book.uid,
    seriesUid: book.seriesUid,
    details: { reason: 'Deleted by user request', name: `${book.root}/${book.path}` },
  })
