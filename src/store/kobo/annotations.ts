import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Tables } from '../tables.ts'

export type KoboAnnotationRow = Selectable<Tables['kobo_annotation']>

/** The annotations that a device has in a book, as far as it reported or confirmed them. */
export async function listKoboAnnotations(
  db: Pick<Queryable, 'query'>,
  deviceId: number,
  bookId: number,
): Promise<KoboAnnotationRow[]> {
  return db.query
    .selectFrom('kobo_annotation')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('book_id', '=', bookId)
    .orderBy('uid')
    .execute()
}

/** The annotations of all devices of this user, in the devices' format: spans are the same on all of them. */
export async function listKoboAnnotationsOfAllDevices(
  db: Pick<Queryable, 'query'>,
  userId: number,
  bookId: number,
): Promise<KoboAnnotationRow[]> {
  return db.query
    .selectFrom('kobo_annotation as k')
    .innerJoin('kobo_device as d', 'd.id', 'k.device_id')
    .selectAll('k')
    .where('d.user_id', '=', userId)
    .where('k.book_id', '=', bookId)
    .orderBy('k.updated_at')
    .execute()
}

export async function putKoboAnnotation(tx: Tx, row: KoboAnnotationRow): Promise<void> {
  const { content, updated_at, is_offered } = row
  await tx
    .insertInto('kobo_annotation')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'book_id', 'uid']).doUpdateSet({ content, updated_at, is_offered }),
    )
    .execute()
}

export async function removeKoboAnnotation(
  tx: Tx,
  { device_id, book_id, uid }: Pick<KoboAnnotationRow, 'device_id' | 'book_id' | 'uid'>,
): Promise<void> {
  await tx
    .deleteFrom('kobo_annotation')
    .where('device_id', '=', device_id)
    .where('book_id', '=', book_id)
    .where('uid', '=', uid)
    .execute()
}
