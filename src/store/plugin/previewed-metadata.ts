import type { Queryable, Tx } from '../open.ts'
import { newUid, type Uid } from '../uid.ts'

/** A record that was shown to a user, so that exactly this one can be applied. */
export interface PreviewedMetadataKey {
  /** Null: from the server itself. */
  pluginId: number | null
  seriesId: number | null
  bookId: number | null
  userId: number
  externalId: string
}

export async function insertPreviewedMetadata(
  tx: Tx,
  shown: PreviewedMetadataKey,
  record: object,
  now: number,
): Promise<Uid> {
  const uid = newUid()
  await tx
    .deleteFrom('previewed_metadata')
    .where('created_at', '<', now - KEPT_MS)
    .execute()
  await tx
    .insertInto('previewed_metadata')
    .values({
      uid,
      plugin_id: shown.pluginId,
      series_id: shown.seriesId,
      book_id: shown.bookId,
      user_id: shown.userId,
      external_id: shown.externalId,
      record: JSON.stringify(record),
      created_at: now,
    })
    .execute()
  return uid
}

/** The record with this id, or the last one that this user was shown. */
export async function findPreviewedMetadata(
  db: Queryable,
  shown: PreviewedMetadataKey,
  now: number,
  uid?: Uid,
): Promise<{ record: unknown; isTooOld: boolean } | undefined> {
  const row = await db.query
    .selectFrom('previewed_metadata')
    .select(['record', 'created_at'])
    .where('plugin_id', shown.pluginId === null ? 'is' : '=', shown.pluginId)
    .where('user_id', '=', shown.userId)
    .where('external_id', '=', shown.externalId)
    .where(shown.seriesId === null ? 'book_id' : 'series_id', '=', shown.seriesId ?? shown.bookId)
    .$if(uid !== undefined, (query) => query.where('uid', '=', uid!))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && { record: JSON.parse(row.record) as unknown, isTooOld: row.created_at < now - GOOD_MS }
}

const GOOD_MS = 3_600_000
/** Longer than it is valid, to detect that a user has seen another one since. */
const KEPT_MS = 7 * 24 * 3_600_000
