import { sql } from 'kysely'
import type { BookFilter } from '../book/filter.ts'
import type { NamedFacet } from '../facet/ensure-names.ts'
import { readHiddenSeriesIds } from '../hidden-series/hidden-series.ts'
import type { Db } from '../open.ts'
import type { SeriesFilter } from '../series/filter.ts'
import type { TextOperator } from '../text/accent-insensitive-matcher.ts'
import { facetKey } from '../text/fold-letters.ts'
import { parseUid } from '../uid.ts'
import type { Viewer } from '../viewer.ts'
import { andRoleInSql, type SeriesPersonFilter } from './facet-conditions.ts'
import { HIDDEN_SERIES } from './hidden-series-condition.ts'
import type { ResolvedFilter } from './resolved-filter.ts'
import { idCondition, type TextTest, textCondition } from './sql-conditions.ts'
import { readUnreadableSeriesIds, UNREADABLE_SERIES } from './unreadable-series.ts'

export function resolveBookFilter(db: Db, viewer: Viewer, filter: BookFilter): Promise<ResolvedFilter> {
  return answer(db, viewer, bookQuestions(db, viewer, filter))
}

export function resolveSeriesFilter(db: Db, viewer: Viewer, filter: SeriesFilter): Promise<ResolvedFilter> {
  return answer(db, viewer, seriesQuestions(db, viewer, filter))
}

type Question = [part: object, find: () => Promise<readonly number[]>]

async function answer(db: Db, viewer: Viewer, questions: Iterable<Question>): Promise<ResolvedFilter> {
  const known = new Map<object, readonly number[]>()
  for (const [part, find] of questions) {
    if (!known.has(part)) known.set(part, await find())
  }
  return { kind: db.kind, userId: viewer.userId, ids: (part) => known.get(part) ?? [] }
}

function* bookQuestions(db: Db, viewer: Viewer, filter: BookFilter): Generator<Question> {
  if ('all' in filter) for (const part of filter.all) yield* bookQuestions(db, viewer, part)
  else if ('any' in filter) for (const part of filter.any) yield* bookQuestions(db, viewer, part)
  else if ('not' in filter) yield* bookQuestions(db, viewer, filter.not)
  else if ('series' in filter) yield* seriesQuestions(db, viewer, filter.series)
  else if ('library' in filter) yield [filter.library, () => idsOf(db, 'library', filter.library.ids)]
  else if ('seriesId' in filter) yield [filter.seriesId, () => idsOf(db, 'series', filter.seriesId.ids)]
  else if ('id' in filter) yield [filter.id, () => idsOf(db, 'book', filter.id.ids)]
  else if ('facet' in filter) yield [filter.test, () => facetIds(db, filter.facet, filter.test)]
  else if ('person' in filter) yield [filter.person, () => facetIds(db, 'person', filter.person)]
  else if ('readList' in filter) yield [filter, () => curatedListIds(db, viewer, 'read_list', filter.readList)]
}

function* seriesQuestions(db: Db, viewer: Viewer, filter: SeriesFilter): Generator<Question> {
  if ('all' in filter) for (const part of filter.all) yield* seriesQuestions(db, viewer, part)
  else if ('any' in filter) for (const part of filter.any) yield* seriesQuestions(db, viewer, part)
  else if ('not' in filter) yield* seriesQuestions(db, viewer, filter.not)
  else if ('library' in filter) yield [filter.library, () => idsOf(db, 'library', filter.library.ids)]
  else if ('id' in filter) yield [filter.id, () => idsOf(db, 'series', filter.id.ids)]
  else if ('facet' in filter) yield [filter.test, () => facetIds(db, filter.facet, filter.test)]
  else if ('facetOfBooks' in filter) yield [filter.test, () => facetIds(db, filter.facetOfBooks, filter.test)]
  else if ('person' in filter) yield [filter, () => seriesOfPerson(db, filter)]
  else if ('collection' in filter) yield [filter, () => curatedListIds(db, viewer, 'collection', filter.collection)]
  else if ('flag' in filter && filter.flag === 'hidden')
    yield [HIDDEN_SERIES, () => readHiddenSeriesIds(db, viewer.userId)]
  else if ('flag' in filter && filter.flag === 'unreadable')
    yield [UNREADABLE_SERIES, () => readUnreadableSeriesIds(db)]
}

async function idsOf(db: Db, table: 'library' | 'series' | 'book', ids: readonly string[]): Promise<number[]> {
  const uids = ids.map(parseUid).filter((uid) => uid !== undefined)
  if (uids.length === 0) return []
  const rows = await db.query.selectFrom(table).select('id').where('uid', 'in', uids).execute()
  return rows.map((row) => row.id)
}

/** The ids of the names that match a test; for a negative test, of those it excludes. */
async function facetIds(db: Db, table: NamedFacet | 'sharing_tag', test: TextTest): Promise<number[]> {
  if (test.op === 'isNull' || test.op === 'isNotNull') return []
  const op = (test.op.startsWith('not ') ? test.op.slice(4) : test.op) as TextOperator
  const byKey = op === 'is' && table !== 'sharing_tag'
  const holds = byKey
    ? sql<boolean>`name_key = ${facetKey(test.value)}`
    : textCondition(db.kind, sql.ref('name'), { op, value: test.value })
  // A pattern is matched against every name, and there may be a hundred thousand people.
  const connection = byKey ? db.query : db.slowQuery
  const rows = await connection.selectFrom(table).select('id').where(holds).execute()
  return rows.map((row) => row.id)
}

async function seriesOfPerson(db: Db, { person, roles, credited }: SeriesPersonFilter): Promise<number[]> {
  const people = await facetIds(db, 'person', person)
  if (people.length === 0) return []
  const these = idCondition(db.kind, sql`g.person_id`, people)
  const ofBooks =
    credited === 'anywhere'
      ? sql`union select pb.series_id as id from book_person g cross join book pb
          where ${these} and pb.id = g.book_id and pb.class <> 0 ${andRoleInSql(roles)}`
      : sql``
  const { rows } = await sql<{ id: number }>`select g.series_id as id from series_person g
    where ${these} ${andRoleInSql(roles)} ${ofBooks}`.execute(db.slowQuery)
  return rows.map((row) => row.id)
}

/** Ids of shared lists and of the viewer's own. */
async function curatedListIds(
  db: Db,
  viewer: Viewer,
  table: 'collection' | 'read_list',
  wanted: readonly string[] | 'any',
): Promise<number[]> {
  let lists = db.query
    .selectFrom(table)
    .select('id')
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', viewer.userId)]))
  if (wanted !== 'any') {
    const uids = wanted.map(parseUid).filter((uid) => uid !== undefined)
    if (uids.length === 0) return []
    lists = lists.where('uid', 'in', uids)
  }
  return (await lists.execute()).map((row) => row.id)
}
