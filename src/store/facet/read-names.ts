import { sql } from 'kysely'
import { defineCustomCache } from '../cache/caches.ts'
import type { Db } from '../open.ts'
import { type FoldedName, foldName } from '../text/name-matcher.ts'
import type { NamedFacet } from './ensure-names.ts'

export interface StoredName extends FoldedName {
  id: number
}

/** All names of a facet. */
export const readNames = (db: Db, facet: NamedFacet): Promise<readonly StoredName[]> => namesCache(db).read(db, facet)

/**
 * Names are never changed, and ids never reused, so their number and the last id tell whether there are others. A scan
 * adds some at a time: only these are folded, not the fifty thousand that were there before.
 */
class NamesCache {
  readonly #byFacet = new Map<NamedFacet, CachedNames>()
  readonly #uses = { hits: 0, misses: 0 }

  counts() {
    return { ...this.#uses, entries: this.#byFacet.size }
  }

  async read(db: Db, facet: NamedFacet): Promise<readonly StoredName[]> {
    const known = this.#byFacet.get(facet)
    const { rows: found } = await sql<{ version: string }>`select count(*) || '/' || coalesce(max(id), 0) as version
      from ${sql.table(facet)}`.execute(db.slowQuery)
    const { version } = found[0]!
    this.#uses[known?.version === version ? 'hits' : 'misses'] += 1
    if (known?.version === version) return known.names
    const byId = new Map(known?.names.map((one) => [one.id, one]))
    const rows = await db.slowQuery.selectFrom(facet).select(['id', 'name']).execute()
    const names = rows.map(({ id, name }) => byId.get(id) ?? { id, name, folded: foldName(name) })
    this.#byFacet.set(facet, { version, names })
    return names
  }
}

interface CachedNames {
  version: string
  names: readonly StoredName[]
}

const namesCache = defineCustomCache({ name: 'facet_names', open: () => new NamesCache() })
