import { type RawBuilder, sql } from 'kysely'
import { alwaysTrue, idCondition, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'
import type { Visibility } from '../visibility/visible-classes.ts'
import type { EditableFacet, NamedFacet } from './ensure-names.ts'
import type { StoryFacet } from './story-facets.ts'

/** How often a name is used. */
export interface FacetUses {
  /** Series that have it. */
  series: number
  /** Books that have it directly or through their series; for people, books that credit them. */
  books: number
  /** A person's roles. */
  roles: Set<string>
}

/** The uses of these names, or of all, by what the viewer may see. Names without any are left out. */
export async function countUses(
  db: Db,
  sees: Visibility,
  facet: NamedFacet,
  ids?: readonly number[],
): Promise<Map<number, FacetUses>> {
  const isCounted = ids ? idCondition(db.kind, sql.ref(`l.${facet}_id`), ids) : alwaysTrue
  const { rows } = await sql<{ id: number; series: number; books: number; roles: string }>`${sql.join(
    usesOf(facet, { kind: db.kind, sees, isCounted }),
    sql` union all `,
  )}`.execute(db.slowQuery)
  const used = new Map<number, FacetUses>()
  for (const row of rows) {
    const one = used.get(row.id) ?? { series: 0, books: 0, roles: new Set<string>() }
    used.set(row.id, one)
    one.series += Number(row.series)
    one.books += Number(row.books)
    for (const role of row.roles.split(',')) if (role) one.roles.add(role)
  }
  return used
}

interface Counting {
  kind: Db['kind']
  sees: Visibility
  isCounted: SqlCondition
}

function usesOf(facet: NamedFacet, counting: Counting): RawBuilder<unknown>[] {
  if (facet === 'person') return [creditsOf('series', counting), creditsOf('book', counting)]
  if (facet === 'genre' || facet === 'tag') return [ofSeries(facet, counting), ofBooks(facet, counting)]
  return [ofStories(facet, counting)]
}

/** A series' genres and tags apply to all its books. */
function ofSeries(facet: EditableFacet, { kind, sees, isCounted }: Counting): RawBuilder<unknown> {
  const id = sql.ref(`l.${facet}_id`)
  return sql`select ${id} as id, count(*) as series, sum(o.book_count) as books, '' as roles
    from ${sql.table(`series_${facet}`)} l cross join series o
    where ${isCounted} and o.id = l.series_id and ${visibilityCondition(kind, sees, 'o.class')} group by ${id}`
}

/** Books with values that their series doesn't have. */
function ofBooks(facet: EditableFacet, { kind, sees, isCounted }: Counting): RawBuilder<unknown> {
  const id = sql.ref(`l.${facet}_id`)
  const ofItsSeries = sql`select 1 from ${sql.table(`series_${facet}`)} sl
    where ${sql.ref(`sl.${facet}_id`)} = ${id} and sl.series_id = o.series_id`
  return sql`select ${id} as id, 0 as series, count(*) as books, '' as roles
    from ${sql.table(`book_${facet}`)} l cross join book o
    where ${isCounted} and o.id = l.book_id and ${visibilityCondition(kind, sees, 'o.class')}
      and not exists (${ofItsSeries}) group by ${id}`
}

/** A person with several roles in a series is counted once. */
function creditsOf(entity: 'series' | 'book', { kind, sees, isCounted }: Counting): RawBuilder<unknown> {
  const owner = sql.ref(`l.${entity}_id`)
  const [series, books] =
    entity === 'series' ? [sql`count(distinct ${owner})`, sql`0`] : [sql`0`, sql`count(distinct ${owner})`]
  const roles = kind === 'sqlite' ? sql`group_concat(distinct l.role)` : sql`string_agg(distinct l.role, ',')`
  return sql`select l.person_id as id, ${series} as series, ${books} as books, ${roles} as roles
    from ${sql.table(`${entity}_person`)} l cross join ${sql.table(entity)} o
    where ${isCounted} and o.id = ${owner} and ${visibilityCondition(kind, sees, 'o.class')} group by l.person_id`
}

/** Only books have these; a series has those of its books. */
function ofStories(facet: StoryFacet, { kind, sees, isCounted }: Counting): RawBuilder<unknown> {
  const id = sql.ref(`l.${facet}_id`)
  return sql`select ${id} as id, count(distinct o.series_id) as series, count(*) as books, '' as roles
    from ${sql.table(`book_${facet}`)} l cross join book o
    where ${isCounted} and o.id = l.book_id and ${visibilityCondition(kind, sees, 'o.class')} group by ${id}`
}
