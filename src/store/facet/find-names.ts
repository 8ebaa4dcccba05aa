import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { idCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { revisionForViewer } from '../revision.ts'
import { foldedNameMatcher } from '../text/name-matcher.ts'
import { foldForSearch } from '../text/search-words.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import { countUses } from './count-uses.ts'
import type { NamedFacet } from './ensure-names.ts'
import { readNames, type StoredName } from './read-names.ts'

export interface FoundName {
  name: string
  seriesCount: number
  bookCount: number
}

/**
 * The names that contain the text: those that begin with it first, then the most used. A library of comics has millions
 * of links to characters, so only what may be returned is counted.
 */
export async function findNames(
  db: Db,
  viewer: Viewer,
  facet: NamedFacet,
  search: string,
  limit: number,
): Promise<FoundName[]> {
  const isNamed = foldedNameMatcher(search)
  const matching = (await readNames(db, facet)).filter(isNamed)
  const beginning = foldForSearch(search)
  const begins = ({ folded }: StoredName) => beginning !== '' && folded.startsWith(beginning)
  const found = await mostUsed(db, viewer, facet, matching.filter(begins), limit)
  if (found.length === limit) return found
  const others = matching.filter((one) => !begins(one))
  return [...found, ...(await mostUsed(db, viewer, facet, others, limit - found.length))]
}

/**
 * Of these names, those that the viewer may see. Usually the first few are visible; if not, the links of more names are
 * followed, and if these are too many, those of the visible books.
 */
async function mostUsed(
  db: Db,
  viewer: Viewer,
  facet: NamedFacet,
  names: readonly StoredName[],
  limit: number,
): Promise<FoundName[]> {
  const ranked = await mostLinkedFirst(db, facet, names, limit)
  for (const count of [limit, countWithFewLinks(ranked)]) {
    const found = await withVisibleUses(db, viewer, facet, ranked.slice(0, count))
    if (found.length >= limit || ranked.length <= count) return found.slice(0, limit)
  }
  const visible = await readVisibleNames(db, viewer, facet)
  const shown = ranked.filter(({ id }) => visible.has(id))
  return withVisibleUses(db, viewer, facet, shown.slice(0, limit))
}

interface RankedName extends StoredName {
  links: number
}

function countWithFewLinks(ranked: readonly RankedName[]): number {
  let left = MAX_LINKS
  const end = ranked.findIndex(({ links }) => {
    left -= links
    return left < 0
  })
  return end === -1 ? ranked.length : end
}

/** Following so many takes as long as finding the most used of them. */
const MAX_LINKS = 30_000

async function withVisibleUses(
  db: Db,
  viewer: Viewer,
  facet: NamedFacet,
  names: readonly StoredName[],
): Promise<FoundName[]> {
  if (names.length === 0) return []
  const used = await countUses(db, viewer.sees, facet, idsOf(names))
  const found = names.flatMap(({ id, name }) => {
    const uses = used.get(id)
    return uses ? [{ name, seriesCount: uses.series, bookCount: uses.books }] : []
  })
  return found.sort((a, b) => b.bookCount - a.bookCount || b.seriesCount - a.seriesCount)
}

/** By all links, visible or not, which reads only the index. Not counted if all names may be returned. */
async function mostLinkedFirst(
  db: Db,
  facet: NamedFacet,
  names: readonly StoredName[],
  limit: number,
): Promise<RankedName[]> {
  if (names.length <= limit) return names.map((one) => ({ ...one, links: 0 }))
  const id = sql.ref(`${facet}_id`)
  const links = new Map<number, number>()
  for (const { table } of linksOf(facet)) {
    const { rows } = await sql<{ id: number; n: number }>`select ${id} as id, count(*) as n
      from ${sql.table(table)} where ${idCondition(db.kind, id, idsOf(names))} group by ${id}`.execute(db.slowQuery)
    for (const row of rows) links.set(row.id, (links.get(row.id) ?? 0) + Number(row.n))
  }
  const linked = names.map((one) => ({ ...one, links: links.get(one.id) ?? 0 })).filter((one) => one.links > 0)
  return linked.sort((a, b) => b.links - a.links)
}

const visibleNamesCache = defineCache<string, ReadonlySet<number>>('visible_names', { maxEntries: 12 })

/** For viewers who see few of the books: found by way of these, not of all the links of all the names. */
async function readVisibleNames(db: Db, viewer: Viewer, facet: NamedFacet): Promise<ReadonlySet<number>> {
  const revision = await revisionForViewer(db, viewer, 'catalog', 'access')
  return visibleNamesCache(db).load(`${facet} ${viewer.sees.key}`, revision, async () => {
    const selects = linksOf(facet).map(
      ({ table, entity }) => sql`select ${sql.ref(`l.${facet}_id`)} as id
        from ${sql.table(entity)} o cross join ${sql.table(table)} l
        where ${sql.ref(`l.${entity}_id`)} = o.id and ${visibilityCondition(db.kind, viewer.sees, 'o.class')}`,
    )
    const { rows } = await sql<{ id: number }>`${sql.join(selects, sql` union `)}`.execute(db.slowQuery)
    return new Set(rows.map(({ id }) => id))
  })
}

interface Links {
  table: `${'series' | 'book'}_${NamedFacet}`
  entity: 'series' | 'book'
}

function linksOf(facet: NamedFacet): Links[] {
  const ofBooks: Links = { table: `book_${facet}`, entity: 'book' }
  const isOfSeries = facet === 'genre' || facet === 'tag' || facet === 'person'
  return isOfSeries ? [{ table: `series_${facet}`, entity: 'series' }, ofBooks] : [ofBooks]
}

const idsOf = (names: readonly StoredName[]): number[] => names.map(({ id }) => id)
