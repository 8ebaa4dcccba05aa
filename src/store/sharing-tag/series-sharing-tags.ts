import type { Queryable, Tx } from '../open.ts'
import { bytesToUuid, type Uid } from '../uid.ts'

export interface SharingTagOfSeries {
  id: number
  uid: string
  name: string
  description: string | null
}

export async function listSeriesSharingTags(
  db: Pick<Queryable, 'query'>,
  seriesId: number,
): Promise<SharingTagOfSeries[]> {
  const rows = await db.query
    .selectFrom('series_sharing_tag as l')
    .innerJoin('sharing_tag as t', 't.id', 'l.sharing_tag_id')
    .select(['t.id', 't.uid', 't.name', 't.description'])
    .where('l.series_id', '=', seriesId)
    .orderBy('t.name_key')
    .execute()
  return rows.map((row) => ({ ...row, uid: bytesToUuid(row.uid) }))
}

/** Internal ids by public ones; missing tags are left out. */
export async function findSharingTagIds(tx: Tx, uids: readonly Uid[]): Promise<Map<string, number>> {
  if (uids.length === 0) return new Map()
  const rows = await tx.selectFrom('sharing_tag').select(['id', 'uid']).where('uid', 'in', uids).execute()
  return new Map(rows.map((row) => [bytesToUuid(row.uid), row.id]))
}

/** Sets exactly these tags. The caller moves the series to its new class. Returns whether anything changed. */
export async function setSeriesSharingTags(tx: Tx, seriesId: number, tagIds: readonly number[]): Promise<boolean> {
  const before = (await listSeriesSharingTags({ query: tx }, seriesId)).map((tag) => tag.id)
  const gone = before.filter((id) => !tagIds.includes(id))
  const added = [...new Set(tagIds)].filter((id) => !before.includes(id))
  if (gone.length > 0) {
    await tx
      .deleteFrom('series_sharing_tag')
      .where('series_id', '=', seriesId)
      .where('sharing_tag_id', 'in', gone)
      .execute()
  }
  if (added.length > 0) {
    await tx
      .insertInto('series_sharing_tag')
      .values(added.map((id) => ({ sharing_tag_id: id, series_id: seriesId })))
      .execute()
  }
  return gone.length > 0 || added.length > 0
}
