import type { Queryable, Tx } from '../open.ts'
import { bytesToUuid, newUid, type Uid } from '../uid.ts'
import { loginNameKey } from '../user/login-name-key.ts'
import { updateVisibilityClasses } from '../visibility/visibility-class.ts'

export interface SharingTagView {
  id: number
  uid: string
  name: string
  description: string | null
  seriesCount: number
  userCount: number
  createdAt: number
  updatedAt: number
}

export async function listSharingTags(
  db: Queryable,
  rows: { limit: number; offset: number },
): Promise<{ data: SharingTagView[]; total: number }> {
  const total = await db.query
    .selectFrom('sharing_tag')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const page = await tagsWithCounts(db).orderBy('name_key').limit(rows.limit).offset(rows.offset).execute()
  return { data: page.map(viewOf), total: total.n }
}

export async function findSharingTag(db: Queryable, uid: Uid): Promise<SharingTagView | undefined> {
  const row = await tagsWithCounts(db).where('uid', '=', uid).executeTakeFirst()
  return row && viewOf(row)
}

/** The id of another tag with this name. */
export async function findSharingTagIdByName(tx: Tx, name: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('sharing_tag')
    .select('id')
    .where('name_key', '=', loginNameKey(name))
    .executeTakeFirst()
  return row?.id
}

export async function insertSharingTag(
  tx: Tx,
  tag: { name: string; description: string | null },
  now: number,
): Promise<Uid> {
  const uid = newUid()
  await tx
    .insertInto('sharing_tag')
    .values({ uid, ...tag, name_key: loginNameKey(tag.name), created_at: now, updated_at: now })
    .execute()
  return uid
}

export async function updateSharingTag(
  tx: Tx,
  id: number,
  change: { name?: string; description?: string | null },
  now: number,
): Promise<void> {
  await tx
    .updateTable('sharing_tag')
    .set({ ...change, name_key: change.name && loginNameKey(change.name), updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Its series change class: without the tag, other users may see them. The caller bumps `access` and `catalog`. */
export async function deleteSharingTag(tx: Tx, id: number): Promise<void> {
  const series = await tx
    .selectFrom('series_sharing_tag')
    .select('series_id')
    .where('sharing_tag_id', '=', id)
    .orderBy('series_id')
    .execute()
  await tx.deleteFrom('sharing_tag').where('id', '=', id).execute()
  await updateVisibilityClasses(
    tx,
    series.map((row) => row.series_id),
  )
}

function tagsWithCounts(db: Queryable) {
  return db.query
    .selectFrom('sharing_tag')
    .select(['id', 'uid', 'name', 'description', 'created_at', 'updated_at'])
    .select((eb) => [
      eb
        .selectFrom('series_sharing_tag')
        .select((sub) => sub.fn.countAll<number>().as('n'))
        .whereRef('sharing_tag_id', '=', 'sharing_tag.id')
        .as('series_count'),
      eb
        .selectFrom('user_sharing_tag')
        .select((sub) => sub.fn.countAll<number>().as('n'))
        .whereRef('sharing_tag_id', '=', 'sharing_tag.id')
        .as('user_count'),
    ])
}

function viewOf(row: {
  id: number
  uid: Uid
  name: string
  description: string | null
  series_count: number | null
  user_count: number | null
  created_at: number
  updated_at: number
}): SharingTagView {
  return {
    id: row.id,
    uid: bytesToUuid(row.uid),
    name: row.name,
    description: row.description,
    seriesCount: row.series_count ?? 0,
    userCount: row.user_count ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
