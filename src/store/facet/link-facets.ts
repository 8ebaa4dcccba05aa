import { sql } from 'kysely'
import type { Tx } from '../open.ts'
import { facetKey } from '../text/fold-letters.ts'
import { newUid } from '../uid.ts'

export type LinkedFacet = 'genre' | 'tag'
export type FacetOwner = 'book' | 'series'

/** The ids of these names by their key; new names are added. */
export async function ensureFacets(tx: Tx, facet: LinkedFacet, names: readonly string[]): Promise<Map<string, number>> {
  const byKey = namesByKey(names)
  const found = await idsOf(tx, facet, [...byKey.keys()])
  const missing = inOneOrder([...byKey].filter(([key]) => !found.has(key)))
  if (missing.length === 0) return found
  const now = Date.now()
  await tx
    .insertInto(facet)
    .values(missing.map(([key, name]) => ({ uid: newUid(), name, name_key: key, created_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const added = await idsOf(
    tx,
    facet,
    missing.map(([key]) => key),
  )
  return new Map([...found, ...added])
}

export async function ensurePeople(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  const byKey = namesByKey(names)
  const find = async (keys: readonly string[]) => {
    if (keys.length === 0) return new Map<string, number>()
    const rows = await tx.selectFrom('person').select(['id', 'name_key']).where('name_key', 'in', keys).execute()
    return new Map(rows.map((row) => [row.name_key, row.id]))
  }
  const found = await find([...byKey.keys()])
  const missing = inOneOrder([...byKey].filter(([key]) => !found.has(key)))
  if (missing.length === 0) return found
  await tx
    .insertInto('person')
    .values(missing.map(([key, name]) => ({ name, name_key: key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return new Map([...found, ...(await find(missing.map(([key]) => key)))])
}

/** Sets the genres or tags of each owner to exactly these. Unchanged links are not written. */
export async function linkFacets(
  tx: Tx,
  owner: FacetOwner,
  facet: LinkedFacet,
  wanted: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  if (wanted.size === 0) return
  const ids = await ensureFacets(tx, facet, [...wanted.values()].flat())
  const table = `${owner}_${facet}` as 'book_genre'
  const rows = new Map([...wanted].map(([id, names]) => [id, names.flatMap((name) => ids.get(facetKey(name)) ?? [])]))
  await replaceLinks(tx, table, `${owner}_id`, `${facet}_id`, rows)
}

export interface LinkedCredit {
  name: string
  role: string
}

export async function linkPeople(
  tx: Tx,
  owner: FacetOwner,
  wanted: ReadonlyMap<number, readonly LinkedCredit[]>,
): Promise<void> {
  if (wanted.size === 0) return
  const ids = await ensurePeople(
    tx,
    [...wanted.values()].flat().map((credit) => credit.name),
  )
  const column = `${owner}_id`
  const table = sql.table(`${owner}_person`)
  await sql`delete from ${table} where ${sql.ref(column)} in (${sql.join([...wanted.keys()])})`.execute(tx)
  const seen = new Set<string>()
  const rows: { person_id: number; owner: number; role: string }[] = []
  for (const [id, credits] of wanted) {
    for (const { name, role } of credits) {
      const person = ids.get(facetKey(name))
      if (person === undefined || seen.has(`${id} ${person} ${role}`)) continue
      seen.add(`${id} ${person} ${role}`)
      rows.push({ person_id: person, owner: id, role })
    }
  }
  for (const some of chunks(rows, 500)) {
    const values = sql.join(some.map((row) => sql`(${row.person_id}, ${row.owner}, ${row.role})`))
    await sql`insert into ${table} (person_id, ${sql.ref(column)}, role) values ${values}`.execute(tx)
  }
}

async function replaceLinks(
  tx: Tx,
  table: string,
  ownerColumn: string,
  facetColumn: string,
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const links = sql.table(table)
  const [owner, facet] = [sql.ref(ownerColumn), sql.ref(facetColumn)]
  const { rows } = await sql<{ owner: number; facet: number }>`
    select ${owner} as owner, ${facet} as facet from ${links} where ${owner} in (${sql.join([...wanted.keys()])})`.execute(
    tx,
  )
  const before = new Map<number, Set<number>>()
  for (const row of rows) before.set(row.owner, (before.get(row.owner) ?? new Set()).add(row.facet))
  const added: { owner: number; facet: number }[] = []
  for (const [id, facets] of wanted) {
    const known = before.get(id) ?? new Set()
    const now = new Set(facets)
    const gone = [...known].filter((one) => !now.has(one))
    if (gone.length > 0)
      await sql`delete from ${links} where ${owner} = ${id} and ${facet} in (${sql.join(gone)})`.execute(tx)
    for (const one of now) if (!known.has(one)) added.push({ owner: id, facet: one })
  }
  for (const some of chunks(added, 500)) {
    const values = sql.join(some.map((row) => sql`(${row.owner}, ${row.facet})`))
    await sql`insert into ${links} (${owner}, ${facet}) values ${values}`.execute(tx)
  }
}

async function idsOf(tx: Tx, facet: LinkedFacet, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.selectFrom(facet).select(['id', 'name_key']).where('name_key', 'in', keys).execute()
  return new Map(rows.map((row) => [row.name_key, row.id]))
}

/** Two transactions that add the same names wait for each other's rows: in different orders they would deadlock. */
function inOneOrder(names: [key: string, name: string][]): [key: string, name: string][] {
  return names.sort(([a], [b]) => (a < b ? -1 : 1))
}

function namesByKey(names: readonly string[]): Map<string, string> {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = facetKey(name)
    if (key && !byKey.has(key)) byKey.set(key, name.trim())
  }
  return byKey
}

function* chunks<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
