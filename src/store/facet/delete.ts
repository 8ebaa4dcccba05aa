import { sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { Uid } from '../uid.ts'
import type { EditableFacet } from './ensure-names.ts'

/** Also deletes the links. Returns whether it existed. */
export async function deleteFacet(tx: Tx, facet: EditableFacet, uid: Uid): Promise<boolean> {
  const gone = await tx.deleteFrom(facet).where('uid', '=', uid).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** Deletes genres or tags that no book or series uses, and returns their names. */
export async function deleteUnusedFacets(tx: Tx, facet: EditableFacet): Promise<string[]> {
  const unlinked = (owner: 'book' | 'series') =>
    sql`not exists (select 1 from ${sql.table(`${owner}_${facet}`)} l where ${sql.ref(`l.${facet}_id`)} = f.id)`
  const { rows } = await sql<{ name: string }>`delete from ${sql.table(facet)} where id in (
      select f.id from ${sql.table(facet)} f where ${unlinked('book')} and ${unlinked('series')})
    returning name`.execute(tx)
  return rows.map((row) => row.name).sort()
}

export async function findFacetName(
  db: Pick<Queryable, 'query'>,
  facet: EditableFacet,
  uid: Uid,
): Promise<string | undefined> {
  const row = await db.query.selectFrom(facet).select('name').where('uid', '=', uid).executeTakeFirst()
  return row?.name
}

export async function readAllLibraryIds(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('library').select('id').execute()
  return rows.map((row) => row.id)
}
