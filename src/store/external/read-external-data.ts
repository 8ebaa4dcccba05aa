import { sql } from 'kysely'
import type { Queryable } from '../open.ts'
import type { ExternalOwner } from './change-external-data.ts'

export interface ExternalData {
  links: { label: string; url: string; externalId: string | null }[]
  externalIds: { source: string; id: string; url: string | null }[]
}

/** External ids and links of books or series, by the id of each that has any. */
export async function readExternalData(
  db: Pick<Queryable, 'query'>,
  owner: ExternalOwner,
  ids: readonly number[],
): Promise<Map<number, ExternalData>> {
  const found = new Map<number, ExternalData>()
  if (ids.length === 0) return found
  const dataOf = (id: number): ExternalData => {
    if (!found.has(id)) found.set(id, { links: [], externalIds: [] })
    return found.get(id)!
  }
  const key = sql.ref(`${owner}_id`)
  const known = await sql<{ owner: number; source: string; external_id: string; url: string | null }>`
    select ${key} as owner, source, external_id, url from ${sql.table(`${owner}_external_id`)}
    where ${key} in (${sql.join(ids)}) order by id`.execute(db.query)
  for (const row of known.rows)
    dataOf(row.owner).externalIds.push({ source: row.source, id: row.external_id, url: row.url })
  const links = await sql<{ owner: number; source: string; url: string; external_id: string | null }>`
    select ${key} as owner, source, url, external_id from ${sql.table(`${owner}_external_link`)}
    where ${key} in (${sql.join(ids)}) order by id`.execute(db.query)
  for (const row of links.rows)
    dataOf(row.owner).links.push({ label: row.source, url: row.url, externalId: row.external_id })
  return found
}
