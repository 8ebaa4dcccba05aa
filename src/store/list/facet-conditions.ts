import { sql } from 'kysely'
import type { ResolvedFilter } from './resolved-filter.ts'
import {
  type Column,
  combineWithOr,
  idCondition,
  linkedIdCondition,
  negateCondition,
  rowExistsCondition,
  type SqlCondition,
  type TextTest,
} from './sql-conditions.ts'

/** Whether a book or series has a genre, tag, character …: one lookup of the link's primary key. */
export function facetCondition(
  found: ResolvedFilter,
  entity: 'book' | 'series',
  owner: Column,
  facet: string,
  test: TextTest,
): SqlCondition {
  const link = sql`from ${sql.table(`${entity}_${facet}`)} g where ${sql.ref(`g.${entity}_id`)} = ${owner}`
  return linked(found, link, sql.ref(`g.${facet}_id`), test)
}

/** Whether a book of a series has one of the resolved tags, story arcs, characters …, or any. */
export function facetOfBooksCondition(
  found: ResolvedFilter,
  seriesId: Column,
  facet: string,
  test: TextTest,
): SqlCondition {
  const link = sql`from book tb cross join ${sql.table(`book_${facet}`)} g
    where tb.series_id = ${seriesId} and tb.class <> 0 and g.book_id = tb.id`
  return linked(found, link, sql.ref(`g.${facet}_id`), test)
}

export function bookPersonCondition(
  found: ResolvedFilter,
  id: Column,
  test: TextTest,
  roles?: readonly string[],
): SqlCondition {
  return linked(found, sql`from book_person g where g.book_id = ${id} ${andRoleInSql(roles)}`, sql`g.person_id`, test)
}

export interface SeriesPersonFilter {
  person: TextTest
  roles?: readonly string[]
  /** `anywhere`: includes the credits of single books. */
  credited: 'series' | 'anywhere'
}

/** The series of a person are few and already resolved; only `isNull` and `isNotNull` need a lookup of the links. */
export function seriesPersonCondition(found: ResolvedFilter, id: Column, filter: SeriesPersonFilter): SqlCondition {
  const { person, roles, credited } = filter
  if (person.op === 'isNull' || person.op === 'isNotNull') {
    const credits = [
      rowExistsCondition(found.kind, sql`from series_person g where g.series_id = ${id} ${andRoleInSql(roles)}`),
    ]
    if (credited === 'anywhere') {
      const ofBooks = sql`from book pb cross join book_person g
        where pb.series_id = ${id} and pb.class <> 0 and g.book_id = pb.id ${andRoleInSql(roles)}`
      credits.push(rowExistsCondition(found.kind, ofBooks))
    }
    return person.op === 'isNull' ? negateCondition(combineWithOr(credits)) : combineWithOr(credits)
  }
  const holds = idCondition(found.kind, id, found.ids(filter))
  return person.op.startsWith('not ') ? negateCondition(holds) : holds
}

export const andRoleInSql = (roles: readonly string[] | undefined) =>
  roles ? sql`and g.role in (${sql.join(roles)})` : sql``

function linked(found: ResolvedFilter, link: ReturnType<typeof sql>, key: Column, test: TextTest): SqlCondition {
  if (test.op === 'isNotNull') return rowExistsCondition(found.kind, link)
  if (test.op === 'isNull') return negateCondition(rowExistsCondition(found.kind, link))
  const ids = found.ids(test)
  const holds = rowExistsCondition(found.kind, sql`${link} and ${linkedIdCondition(found.kind, key, ids)}`)
  return test.op.startsWith('not ') ? negateCondition(holds) : holds
}
