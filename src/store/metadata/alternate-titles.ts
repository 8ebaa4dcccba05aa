import type { Tx } from '../open.ts'
import { bytesToUuid, newUid, type Uid } from '../uid.ts'

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

/** Returns whether this series has such a title. */
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

/** Deletes the titles that were last written at this time. */
export async function deleteAlternateTitlesWrittenAt(tx: Tx, seriesId: number, time: number): Promise<void> {
  await tx.deleteFrom('alternate_title').where('series_id', '=', seriesId).where('updated_at', '=', time).execute()
}

/** Sets the titles of a series to these. Returns whether anything changed, or undefined if an id isn't the series'. */
export async function replaceAlternateTitles(
  tx: Tx,
  seriesId: number,
  wanted: readonly { uid?: Uid; label: string; title: string }[],
  now: number,
): Promise<boolean | undefined> {
  const rows = await tx
    .selectFrom('alternate_title')
    .select(['uid', 'label', 'title'])
    .where('series_id', '=', seriesId)
    .execute()
  const known = new Map(rows.map((row) => [bytesToUuid(row.uid), row]))
  let isChanged = false
  for (const { uid, label, title } of wanted) {
    if (!uid) {
      await addAlternateTitle(tx, seriesId, { label, title }, now)
      isChanged = true
      continue
    }
    const before = known.get(bytesToUuid(uid))
    if (!before) return undefined
    known.delete(bytesToUuid(uid))
    if (before.label === label && before.title === title) continue
    await changeAlternateTitle(tx, seriesId, uid, { label, title }, now)
    isChanged = true
  }
  for (const { uid } of known.values()) await deleteAlternateTitle(tx, seriesId, uid)
  return isChanged || known.size > 0
}
