import type { Db, Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'

/** A file operation of the server on a user's request. */
export interface FileOperation {
  type: 'book_imported' | 'book_file_deleted'
  bookUid: Uid | null
  seriesUid: Uid | null
  /** Readable details: the file's name, its origin. */
  details: Record<string, string>
}

export interface FileOperationView extends FileOperation {
  uid: Uid
  createdAt: number
}

export async function logFileOperation(tx: Tx, operation: FileOperation): Promise<void> {
  await tx
    .insertInto('file_operation')
    .values({
      uid: newUid(),
      type: operation.type,
      book_uid: operation.bookUid,
      series_uid: operation.seriesUid,
      details: JSON.stringify(operation.details),
      created_at: Date.now(),
    })
    .execute()
}

export async function listFileOperations(
  db: Pick<Db, 'query'>,
  { limit, offset, oldestFirst }: { limit: number; offset: number; oldestFirst: boolean },
): Promise<{ data: FileOperationView[]; total: number }> {
  const rows = await db.query
    .selectFrom('file_operation')
    .selectAll()
    .orderBy('id', oldestFirst ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db.query
    .selectFrom('file_operation')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = rows.map((row) => ({
    uid: row.uid,
    type: row.type as FileOperation['type'],
    bookUid: row.book_uid,
    seriesUid: row.series_uid,
    details: JSON.parse(row.details) as Record<string, string>,
    createdAt: row.created_at,
  }))
  return { data, total: Number(total) }
}
