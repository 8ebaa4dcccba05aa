import type { NewAnnotation } from '../annotation/annotation.ts'
import { inChunks } from '../in-chunks.ts'
import type { Tx } from '../open.ts'
import { type Uid, uidMapKey } from '../uid.ts'

export type ImportedAnnotation = NewAnnotation & { uid: Uint8Array; bookId: number }

/** Which of these the user already has, including deleted ones. */
export async function findAnnotationKeys(
  tx: Pick<Tx, 'selectFrom'>,
  userId: number,
  uids: readonly Uid[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of inChunks(uids)) {
    const rows = await tx
      .selectFrom('annotation')
      .select('uid')
      .where('uid', 'in', some)
      .where('user_id', '=', userId)
      .execute()
    for (const row of rows) found.add(uidMapKey(row.uid))
  }
  return found
}

/** Returns the user's largest number of annotations in any of these books. */
export async function insertImportedAnnotations(
  tx: Tx,
  userId: number,
  annotations: readonly ImportedAnnotation[],
): Promise<number> {
  const synced_at = Date.now()
  // Each has many columns, and a statement can have only a limited number of values.
  for (const some of inChunks(annotations, 200)) {
    const rows = some.map(({ bookId, ...row }) => ({ ...row, user_id: userId, book_id: bookId, synced_at }))
    await tx
      .insertInto('annotation')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['uid', 'user_id']).doNothing())
      .execute()
  }
  let max = 0
  for (const bookIds of inChunks([...new Set(annotations.map((one) => one.bookId))])) {
    const rows = await tx
      .selectFrom('annotation')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('book_id', 'in', bookIds)
      .where('deleted_at', 'is', null)
      .groupBy('book_id')
      .execute()
    for (const row of rows) max = Math.max(max, Number(row.count))
  }
  return max
}
