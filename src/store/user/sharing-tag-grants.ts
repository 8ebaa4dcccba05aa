import type { Tx } from '../open.ts'
import { bytesToUuid, uuidToBytes } from '../uid.ts'

/** The internal ids of these libraries or tags, in the same order; undefined for missing ones. */
export async function findLibraryOrTagIds(
  tx: Tx,
  of: 'library' | 'sharing_tag',
  uuids: readonly string[],
): Promise<(number | undefined)[]> {
  if (uuids.length === 0) return []
  const rows = await tx.selectFrom(of).select(['id', 'uid']).where('uid', 'in', uuids.map(uuidToBytes)).execute()
  const ids = new Map(rows.map((row) => [bytesToUuid(row.uid), row.id]))
  return uuids.map((uuid) => ids.get(uuid.toLowerCase()))
}

export async function setUserSharingTag(
  tx: Tx,
  grant: { userId: number; tagId: number; mode: 'allow' | 'deny' },
  now: number,
): Promise<void> {
  await tx
    .insertInto('user_sharing_tag')
    .values({ user_id: grant.userId, sharing_tag_id: grant.tagId, mode: grant.mode, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'sharing_tag_id']).doUpdateSet({ mode: grant.mode }))
    .execute()
}

/** Returns whether there was one. */
export async function deleteUserSharingTag(tx: Tx, userId: number, tagId: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('user_sharing_tag')
    .where('user_id', '=', userId)
    .where('sharing_tag_id', '=', tagId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}
