import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { inChunks } from '../in-chunks.ts'
import { idCondition } from '../list/sql-conditions.ts'
import { visibilityInLibraries } from '../list/visibility-in-libraries.ts'
import type { Db } from '../open.ts'
import { currentRevision } from '../revision.ts'
import { nameMatcher } from '../text/name-matcher.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { StoryFacet } from './story-facets.ts'

interface StoredName {
  id: number
  name: string
}

export interface FoundStoryName {
  name: string
  seriesCount: number
  bookCount: number
}

const namesCache = defineCache<StoryFacet, StoredName[]>('story-names', { maxEntries: 4 })

/**
 * The names that contain the text: those that begin with it first, then the most used. A library of comics has millions
 * of links to characters, so only what may be returned is counted.
 */
export async function findStoryNames(
  db: Db,
  viewer: Viewer,
  facet: StoryFacet,
  { search, limit, begins }: { search: string; limit: number; begins: (name: string) => boolean },
): Promise<FoundStoryName[]> {
  const revision = await currentRevision(db, 'catalog')
  const all = await namesCache(db).load(facet, revision, () =>
    db.slowQuery.selectFrom(facet).select(['id', 'name']).execute(),
  )
  const isNamed = nameMatcher(search.trim())
  const matching = all.filter(({ name }) => isNamed(name))
  const uses = matching.length > limit ? await countLinks(db, facet, matching) : new Map<number, number>()
  const ranked = matching
    .map((one) => ({ ...one, isBegun: begins(one.name) ? 1 : 0, uses: uses.get(one.id) ?? 0 }))
    .sort((a, b) => b.isBegun - a.isBegun || b.uses - a.uses)
  const found: FoundStoryName[] = []
  for (const some of inChunks(ranked, limit)) {
    const counts = await countVisible(db, viewer, facet, some)
    for (const { id, name } of some) {
      const counted = counts.get(id)
      if (counted) found.push({ name, ...counted })
    }
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

/** All links, visible or not: reads only the index. */
async function countLinks(db: Db, facet: StoryFacet, names: readonly StoredName[]): Promise<Map<number, number>> {
  const id = sql.ref(`${facet}_id`)
  const { rows } = await sql<{ id: number; uses: number }>`select ${id} as id, count(*) as uses
    from ${sql.table(`book_${facet}`)} where ${idCondition(db.kind, id, idsOf(names))} group by ${id}`.execute(
    db.slowQuery,
  )
  return new Map(rows.map((row) => [row.id, Number(row.uses)]))
}

async function countVisible(db: Db, viewer: Viewer, facet: StoryFacet, names: readonly StoredName[]) {
  const sees = await visibilityInLibraries(db, viewer, undefined)
  const id = sql.ref(`l.${facet}_id`)
  const { rows } = await sql<{ id: number; series: number; books: number }>`
    select ${id} as id, count(distinct b.series_id) as series, count(*) as books
    from ${sql.table(`book_${facet}`)} l cross join book b
    where ${idCondition(db.kind, id, idsOf(names))} and b.id = l.book_id
      and ${visibilityCondition(db.kind, sees, 'b.class')} group by ${id}`.execute(db.slowQuery)
  return new Map(
    rows.map((row) => [row.id, { seriesCount: Number(row.series), bookCount: Number(row.books) }] as const),
  )
}

const idsOf = (names: readonly StoredName[]): number[] => names.map(({ id }) => id)
