import { sql } from 'kysely'
import type { Queryable, Tx } from '../open.ts'
import type { ExternalIdView, ExternalLinkView } from '../series/view.ts'
import { bytesToUuid, newUid, type Uid } from '../uid.ts'

export type ExternalOwner = 'book' | 'series'

/** The external ids of a book. Those of a series are read with the series. */
export async function listBookExternalIds(db: Queryable, bookId: number): Promise<ExternalIdView[]> {
  const rows = await db.query
    .selectFrom('book_external_id')
    .selectAll()
    .where('book_id', '=', bookId)
    .orderBy('source')
    .execute()
  return rows.map((row) => ({ ...dated(row), source: row.source, externalId: row.external_id, url: row.url }))
}

export async function listBookExternalLinks(db: Queryable, bookId: number): Promise<ExternalLinkView[]> {
  const rows = await db.query
    .selectFrom('book_external_link')
    .selectAll()
    .where('book_id', '=', bookId)
    .orderBy('source')
    .execute()
  return rows.map((row) => ({ ...dated(row), source: row.source, url: row.url, externalId: row.external_id }))
}

/** One external id per source: a new value replaces it, and the row keeps its own id. */
export async function saveExternalId(
  tx: Tx,
  owner: ExternalOwner,
  ownerId: number,
  id: { source: string; externalId: string; url: string | null },
  now: number,
): Promise<void> {
  const { table, column } = namesOf(owner, 'external_id')
  await sql`insert into ${table} (uid, ${column}, source, external_id, url, created_at, updated_at)
    values (${newUid()}, ${ownerId}, ${id.source}, ${id.externalId}, ${id.url}, ${now}, ${now})
    on conflict (${column}, source) do update set
      external_id = excluded.external_id, url = excluded.url, updated_at = excluded.updated_at`.execute(tx)
}

export async function saveExternalLink(
  tx: Tx,
  owner: ExternalOwner,
  ownerId: number,
  link: { source: string; url: string; externalId: string | null },
  now: number,
): Promise<void> {
  const { table, column } = namesOf(owner, 'external_link')
  await sql`insert into ${table} (uid, ${column}, source, url, external_id, created_at, updated_at)
    values (${newUid()}, ${ownerId}, ${link.source}, ${link.url}, ${link.externalId}, ${now}, ${now})
    on conflict (${column}, source) do update set
      url = excluded.url, external_id = excluded.external_id, updated_at = excluded.updated_at`.execute(tx)
}

/** Returns whether there was one. */
export async function deleteExternalId(tx: Tx, owner: ExternalOwner, ownerId: number, uid: Uid): Promise<boolean> {
  const { table, column } = namesOf(owner, 'external_id')
  const gone = await sql<{ id: number }>`delete from ${table} where ${column} = ${ownerId} and uid = ${uid}
    returning id`.execute(tx)
  return gone.rows.length > 0
}

export async function deleteExternalLink(
  tx: Tx,
  owner: ExternalOwner,
  ownerId: number,
  source: string,
): Promise<boolean> {
  const { table, column } = namesOf(owner, 'external_link')
  const gone = await sql<{ id: number }>`delete from ${table} where ${column} = ${ownerId} and source = ${source}
    returning id`.execute(tx)
  return gone.rows.length > 0
}

/**
 * Sets exactly these links, one per source; those that stay keep their ids. A link without `externalId` keeps the
 * stored one. Returns whether anything changed.
 */
export async function replaceExternalLinks(
  tx: Tx,
  owner: ExternalOwner,
  ownerId: number,
  links: readonly { source: string; url: string; externalId?: string | null }[],
  now: number,
): Promise<boolean> {
  const { table, column } = namesOf(owner, 'external_link')
  const { rows } = await sql<{ source: string; url: string; external_id: string | null }>`
    select source, url, external_id from ${table} where ${column} = ${ownerId}`.execute(tx)
  const before = new Map(rows.map((row) => [row.source, row]))
  const after = new Map(links.map((link) => [link.source, link]))
  const gone = [...before.keys()].filter((source) => !after.has(source))
  const changed = [...after.values()].filter(({ source, url, externalId }) => {
    const known = before.get(source)
    return known?.url !== url || (externalId !== undefined && known.external_id !== externalId)
  })
  for (const source of gone) await deleteExternalLink(tx, owner, ownerId, source)
  for (const { source, url, externalId = null } of changed)
    await saveExternalLink(tx, owner, ownerId, { source, url, externalId }, now)
  return gone.length + changed.length > 0
}

const namesOf = (owner: ExternalOwner, what: string) => ({
  table: sql.table(`${owner}_${what}`),
  column: sql.ref(`${owner}_id`),
})

const dated = (row: { uid: Uint8Array; created_at: number; updated_at: number }) => ({
  uid: bytesToUuid(row.uid),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
