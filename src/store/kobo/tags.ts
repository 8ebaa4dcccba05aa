import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import { bytesToUuid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'

/** A list of the user's as a collection on the device. */
export interface KoboTag {
  /** Public id of the list, or `WANT_TO_READ_TAG`. */
  id: string
  name: string
  createdAt: number
  updatedAt: number
  bookUids: string[]
  /** Of the name and the books. */
  fingerprint: string
}

export const WANT_TO_READ_TAG = 'want-to-read'

/** Lists that contain books on the device. Books that it doesn't have are left out. */
export async function readKoboTags(
  db: Pick<Queryable, 'query'>,
  viewer: Viewer,
  deviceId: number,
  wantToReadName: string,
): Promise<Map<string, KoboTag>> {
  const onDevice = sql`kobo_book k where k.device_id = ${deviceId} and k.is_hidden = 0 and k.last_sent is not null
    and k.last_sent <> 'removed'`
  const isTheirs = sql`(l.owner_id is null or l.owner_id = ${viewer.userId})`
  const { rows } = await sql<{ list: Uint8Array; name: string; created: number; updated: number; uid: Uint8Array }>`
    select l.uid as list, l.name, l.created_at as created, l.updated_at as updated, o.uid from
      (select k.book_id as id, k.uid as uid from ${onDevice}) o
      join read_list_book m on m.book_id = o.id join read_list l on l.id = m.read_list_id where ${isTheirs}
    union all
    select l.uid as list, l.name, l.created_at as created, l.updated_at as updated, o.uid from
      (select k.book_id as id, k.uid as uid from ${onDevice}) o join book b on b.id = o.id
      join collection_series m on m.series_id = b.series_id join collection l on l.id = m.collection_id where ${isTheirs}`.execute(
    db.query,
  )
  const wanted = await sql<{ uid: Uint8Array; created: number }>`select o.uid, w.created_at as created from
      (select k.book_id as id, k.uid as uid from ${onDevice}) o
      join want_to_read w on w.book_id = o.id where w.user_id = ${viewer.userId}
    union all
    select o.uid, w.created_at as created from
      (select k.book_id as id, k.uid as uid from ${onDevice}) o join book b on b.id = o.id
      join want_to_read w on w.series_id = b.series_id where w.user_id = ${viewer.userId}`.execute(db.query)
  const tags = new Map<string, KoboTag>()
  const add = (id: string, name: string, created: number, updated: number, uid: Uint8Array) => {
    const tag = tags.get(id) ?? { id, name, createdAt: created, updatedAt: updated, bookUids: [], fingerprint: '' }
    tag.bookUids.push(bytesToUuid(uid))
    tags.set(id, tag)
  }
  for (const row of rows) add(bytesToUuid(row.list), row.name, row.created, row.updated, row.uid)
  for (const row of wanted.rows) add(WANT_TO_READ_TAG, wantToReadName, row.created, row.created, row.uid)
  for (const tag of tags.values()) {
    tag.bookUids = [...new Set(tag.bookUids)].sort()
    tag.fingerprint = createHash('sha256')
      .update(`${tag.name}\n${tag.bookUids.join()}`)
      .digest('base64url')
      .slice(0, 22)
  }
  return tags
}

export type KoboTagChange = { kind: 'new' | 'changed'; tag: KoboTag } | { kind: 'deleted'; id: string }

/** The next list changes to send, and whether there are more. */
export async function takeTagChanges(
  tx: Tx,
  deviceId: number,
  tags: ReadonlyMap<string, KoboTag>,
  max: number,
): Promise<{ changes: KoboTagChange[]; hasMore: boolean }> {
  const known = await tx.selectFrom('kobo_tag').selectAll().where('device_id', '=', deviceId).execute()
  const sent = new Map(known.map((row) => [row.tag, row]))
  const changes: KoboTagChange[] = []
  for (const tag of tags.values()) {
    const before = sent.get(tag.id)
    if (before?.fingerprint === tag.fingerprint) continue
    changes.push({ kind: before && before.last_sent !== 'deleted' ? 'changed' : 'new', tag })
  }
  for (const row of known) {
    if (!tags.has(row.tag) && (row.last_sent !== 'deleted' || row.fingerprint === ''))
      changes.push({ kind: 'deleted', id: row.tag })
  }
  return { changes: changes.slice(0, max), hasMore: changes.length > max }
}

export async function recordTagsSent(
  tx: Tx,
  deviceId: number,
  page: number,
  changes: readonly KoboTagChange[],
): Promise<void> {
  for (const each of changes) {
    const row =
      each.kind === 'deleted'
        ? { tag: each.id, fingerprint: '-', last_sent: each.kind }
        : { tag: each.tag.id, fingerprint: each.tag.fingerprint, last_sent: each.kind }
    await tx
      .insertInto('kobo_tag')
      .values({ device_id: deviceId, page, ...row })
      .onConflict((conflict) => conflict.columns(['device_id', 'tag']).doUpdateSet({ page, ...row }))
      .execute()
  }
}

/** The device created or changed the list itself and knows the change; our version of it is compared again. */
export async function recordTagChangedByDevice(tx: Tx, deviceId: number, tag: string): Promise<void> {
  await tx
    .insertInto('kobo_tag')
    .values({ device_id: deviceId, tag, fingerprint: 'device', last_sent: 'new', page: 0 })
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'tag']).doUpdateSet({ fingerprint: 'device', last_sent: 'new' }),
    )
    .execute()
}

/**
 * The device changed or deleted a list, allowed or not: the next sync sends the real content. A list that the device
 * deleted but that still exists is sent as new.
 */
export async function resendTagAfterDeviceEdit(
  tx: Tx,
  deviceId: number,
  tag: string,
  { isGoneThere }: { isGoneThere: boolean },
): Promise<void> {
  await tx
    .updateTable('kobo_tag')
    .set({ fingerprint: 'device', ...(isGoneThere && { last_sent: 'deleted' }) })
    .where('device_id', '=', deviceId)
    .where('tag', '=', tag)
    .execute()
}
