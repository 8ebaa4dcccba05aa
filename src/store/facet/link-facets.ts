import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { type Column, idCondition } from '../list/sql-conditions.ts'
import { selectRows } from '../rows-as-parameter.ts'
import { type EditableFacet, ensureNames } from './ensure-names.ts'

export type FacetOwner = 'book' | 'series'

/** Sets the genres or tags of each owner to exactly these. Unchanged links are not written. */
export async function linkFacets(
  tx: Tx,
  kind: Db['kind'],
  owner: FacetOwner,
  facet: EditableFacet,
  wanted: ReadonlyMap<number, readonly string[]>,
): Promise<void> {
  if (wanted.size === 0) return
  const ids = await ensureNames(tx, kind, facet, [...wanted.values()].flat())
  const rows = new Map([...wanted].map(([id, names]) => [id, names.flatMap((name) => ids.get(name) ?? [])]))
  const links = { table: sql.table(`${owner}_${facet}`), owner: sql.ref(`${owner}_id`), facet: sql.ref(`${facet}_id`) }
  await replaceLinks(tx, kind, links, rows)
}

export interface LinkedCredit {
  name: string
  role: string
}

export async function linkPeople(
  tx: Tx,
  kind: Db['kind'],
  owner: FacetOwner,
  wanted: ReadonlyMap<number, readonly LinkedCredit[]>,
): Promise<void> {
  if (wanted.size === 0) return
  const ids = await ensureNames(
    tx,
    kind,
    'person',
    [...wanted.values()].flat().map((credit) => credit.name),
  )
  const [table, column] = [sql.table(`${owner}_person`), sql.ref(`${owner}_id`)]
  await sql`delete from ${table} where ${idCondition(kind, column, [...wanted.keys()])}`.execute(tx)
  const rows = new Map<string, [owner: number, person: number, role: string]>()
  for (const [id, credits] of wanted) {
    for (const { name, role } of credits) {
      const person = ids.get(name)
      if (person !== undefined) rows.set(`${id} ${person} ${role}`, [id, person, role])
    }
  }
  if (rows.size === 0) return
  const links = selectRows(kind, ['int', 'int', 'text'], [...rows.values()])
  await sql`insert into ${table} (${column}, person_id, role) ${links}`.execute(tx)
}

async function replaceLinks(
  tx: Tx,
  kind: Db['kind'],
  { table, owner, facet }: LinkTable,
  wanted: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const { rows } = await sql<{ owner: number; facet: number }>`select ${owner} as owner, ${facet} as facet
    from ${table} where ${idCondition(kind, owner, [...wanted.keys()])}`.execute(tx)
  const before = new Map<number, Set<number>>()
  for (const row of rows) before.set(row.owner, (before.get(row.owner) ?? new Set()).add(row.facet))
  const added: [owner: number, facet: number][] = []
  const gone: typeof added = []
  for (const [id, facets] of wanted) {
    const known = before.get(id) ?? new Set()
    const now = new Set(facets)
    for (const one of known) if (!now.has(one)) gone.push([id, one])
    for (const one of now) if (!known.has(one)) added.push([id, one])
  }
  const pairs = (links: typeof added) => selectRows(kind, ['int', 'int'], links)
  if (gone.length > 0) await sql`delete from ${table} where (${owner}, ${facet}) in (${pairs(gone)})`.execute(tx)
  if (added.length > 0) await sql`insert into ${table} (${owner}, ${facet}) ${pairs(added)}`.execute(tx)
}

interface LinkTable {
  table: RawBuilder<unknown>
  owner: Column
  facet: Column
}
