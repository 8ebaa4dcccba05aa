import { server } from '../../../contract/komga/server.ts'
import { type FileOperationView, listFileOperations } from '../../../store/file-operation/file-operation-log.ts'
import type { Db } from '../../../store/open.ts'
import { findBookOfImportedFile } from '../../../store/scan/book-of-imported-file.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { limitAndOffsetOfPageable, presentSpringPage, readPageable } from '../pageable.ts'
import { formatKomgaTime, komgaIdOf } from '../present/format-values.ts'
import { queryOf } from '../read-query.ts'

/** The log of file operations. */
export function mountHistory({ surface, context }: KomgaContext): void {
  const { db } = context
  serve(surface, server.history, async ({ request }) => {
    const pageable = readPageable(queryOf(request))
    const byTime = pageable.orders.find((order) => order.property === 'timestamp')
    const rows = pageable.isUnpaged ? { limit: 100_000, offset: 0 } : limitAndOffsetOfPageable(pageable)
    const found = await listFileOperations(db, { ...rows, oldestFirst: byTime?.direction === 'asc' })
    const data = await Promise.all(found.data.map(async (operation) => presentOperation(await withBook(db, operation))))
    return presentSpringPage(pageable, byTime !== undefined, { ...found, data })
  })
}

/** The book of a new file wasn't known yet when the operation was recorded. */
async function withBook(db: Db, operation: FileOperationView): Promise<FileOperationView> {
  if (operation.type !== 'book_imported' || operation.bookUid || !operation.seriesUid) return operation
  const book = await findBookOfImportedFile(db, operation.seriesUid, operation.details.name ?? '')
  return { ...operation, bookUid: book?.uid ?? null }
}

const EVENT_TYPES: Record<FileOperationView['type'], string> = {
  book_imported: 'BookImported',
  book_file_deleted: 'BookFileDeleted',
}

const presentOperation = ({ uid, type, bookUid, seriesUid, details, createdAt }: FileOperationView) => ({
  id: komgaIdOf(bytesToUuid(uid)),
  type: EVENT_TYPES[type],
  timestamp: formatKomgaTime(createdAt),
  bookId: bookUid && komgaIdOf(bytesToUuid(bookUid)),
  seriesId: seriesUid && komgaIdOf(bytesToUuid(seriesUid)),
  properties: details,
})
