import { sql } from 'kysely'
import type { FacetNameView } from '../book/view.ts'
import type { Queryable } from '../open.ts'
import { bytesToUuid } from '../uid.ts'
import { idCondition } from './sql-conditions.ts'

/** The genres or tags of many books or series at once, by their internal ids, ordered by name. */
export async function readFacetNames(
  db: Queryable,
  entity: 'book' | 'series',
  facet: 'genre' | 'tag',
  ids: readonly number[],
): Promise<Map<number, FacetNameView[]>> {
  const owner = sql.ref(`l.${entity}_id`)
  const { rows } = await sql<{ owner: number; uid: Uint8Array; name: string; created_at: number }>`
    select ${owner} as owner, f.uid, f.name, f.created_at
    from ${sql.table(`${entity}_${facet}`)} l cross join ${sql.table(facet)} f
    where ${idCondition(db.kind, owner, ids)} and f.id = ${sql.ref(`l.${facet}_id`)}
    order by f.name_key`.execute(db.query)
  const named = new Map<number, FacetNameView[]>()
  for (const row of rows) {
    const view = { uid: bytesToUuid(row.uid), name: row.name, createdAt: row.created_at }
    named.set(row.owner, [...(named.get(row.owner) ?? []), view])
  }
  return named
}
