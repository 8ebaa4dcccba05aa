import { problem } from '../../contract/problems.ts'
import type { Db } from '../../store/open.ts'
import { findBookFile, type ServedBookFile } from '../../store/page/served-book-file.ts'
import { findReadableBook, type ReadableBook } from '../../store/progress/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'

/** What progress, bookmarks and annotations need of a book. Not found if the viewer may not see it. */
export async function readReadableBook(db: Db, viewer: Viewer, id: string): Promise<ReadableBook> {
  const book = await findReadableBook(db, viewer, uuidToBytes(id))
  if (!book) throw noSuchBook()
  return book
}

/** The file of a book, to send it or parts of it. Not found if the viewer may not see the book. */
export async function readServedBookFile(db: Db, viewer: Viewer, id: string): Promise<ServedBookFile> {
  const file = await findBookFile(db, viewer, uuidToBytes(id))
  if (!file) throw noSuchBook()
  return file
}

export const noSuchBook = () => problem('not_found', 'There is no such book.')
