import type { Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'

export async function addAlternateTitle(
  tx: Tx,
  seriesId: number,
  title: { label: string; title: string },
  now: number,
): Promise<Uid> {
  const uid = newUid()
  await tx
    .insertInto('alternate_title')
    .values({ uid, series_id: seriesId, ...title, created_at: now, updated_at: now })
    .execute()
  return uid
}

/** Answers whether this series has such a title. */
export async function changeAlternateTitle(
  tx: Tx,
  seriesId: number,
  uid: Uid,
  change: { label?: string; title?: string },
  now: number,
): Promise<boolean> {
  const changed = await tx
    .updateTable('alternate_title')
    .set({ ...change, updated_at: now })
    .where('series_id', '=', seriesId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function deleteAlternateTitle(tx: Tx, seriesId: number, uid: Uid): Promise<boolean> {
  const gone = await tx
    .deleteFrom('alternate_title')
    .where('series_id', '=', seriesId)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
