import type { Queryable } from '../open.ts'

export async function readAlternateTitlesForExport(
  db: Pick<Queryable, 'query'>,
): Promise<Map<number, { label: string; title: string }[]>> {
  const rows = await db.query
    .selectFrom('alternate_title')
    .select(['series_id', 'label', 'title'])
    .orderBy('id')
    .execute()
  const titles = new Map<number, { label: string; title: string }[]>()
  for (const { series_id, label, title } of rows)
    titles.set(series_id, [...(titles.get(series_id) ?? []), { label, title }])
  return titles
}

export const readRelationsForExport = (db: Pick<Queryable, 'query'>) =>
  db.query
    .selectFrom('series_relation as r')
    .innerJoin('series as s', 's.id', 'r.series_id')
    .innerJoin('series as o', 'o.id', 'r.other_id')
    .select(['s.uid', 'o.uid as otherUid', 'r.kind', 'r.source'])
    .orderBy('r.created_at')
    .execute()
