import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { inChunks } from '../in-chunks.ts'
import { textInCondition } from '../rows-as-parameter.ts'
import { facetKey } from '../text/fold-letters.ts'
import { newUid } from '../uid.ts'
import type { StoryFacet } from './story-facets.ts'

/** Genres and tags can be edited and deleted, so each has a public id. */
export type EditableFacet = 'genre' | 'tag'

/** The facets whose names have a table of their own. */
export type NamedFacet = EditableFacet | 'person' | StoryFacet

/** The ids of these names, as they are written here; new names are added. Blank ones have none. */
export async function ensureNames(
  tx: Tx,
  kind: Db['kind'],
  facet: NamedFacet,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const keys = new Map<string, string>()
  for (const name of new Set(names)) {
    const key = facetKey(name)
    if (key) keys.set(name, key)
  }
  const ids = await idsOf(tx, kind, facet, keys.values())
  const missing = new Map<string, string>()
  for (const [name, key] of keys) if (!ids.has(key) && !missing.has(key)) missing.set(key, name.trim())
  if (missing.size > 0) {
    await addNames(tx, facet, missing)
    for (const [key, id] of await idsOf(tx, kind, facet, missing.keys())) ids.set(key, id)
  }
  const idsByName = new Map<string, number>()
  for (const [name, key] of keys) {
    const id = ids.get(key)
    if (id !== undefined) idsByName.set(name, id)
  }
  return idsByName
}

async function addNames(tx: Tx, facet: NamedFacet, names: ReadonlyMap<string, string>): Promise<void> {
  const isEditable = facet === 'genre' || facet === 'tag'
  const created_at = Date.now()
  // Two transactions that add the same names wait for each other's rows: in different orders they would deadlock.
  const inOneOrder = [...names].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const some of inChunks(inOneOrder)) {
    await tx
      .insertInto(facet as 'person')
      .values(some.map(([name_key, name]) => ({ name, name_key, ...(isEditable && { uid: newUid(), created_at }) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function idsOf(
  tx: Tx,
  kind: Db['kind'],
  facet: NamedFacet,
  keys: Iterable<string>,
): Promise<Map<string, number>> {
  const wanted = [...new Set(keys)]
  if (wanted.length === 0) return new Map()
  const isNamed = textInCondition(kind, sql.ref('name_key'), wanted)
  const rows = await tx.selectFrom(facet).select(['id', 'name_key']).where(isNamed).execute()
  return new Map(rows.map((row) => [row.name_key, row.id]))
}
