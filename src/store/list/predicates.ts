import { sql } from 'kysely'
import type { ResolvedFilter } from './resolved-filter.ts'
import {
  type Column,
  combineWithAnd,
  combineWithOr,
  type DateTest,
  dateCondition,
  type IdTest,
  idCondition,
  linkedIdCondition,
  type NumberTest,
  negateCondition,
  numberCondition,
  rowExistsCondition,
  type SqlCondition,
  type TextTest,
} from './sql-conditions.ts'

export type ReadStatus = 'unread' | 'in_progress' | 'read'

/** The predicates that books and series share. */
export type Predicate<Text, Number, Date, Flag> =
  | { library: IdTest }
  | { id: IdTest }
  | { text: Text; test: TextTest }
  | { number: Number | 'userRating'; test: NumberTest }
  | { date: Date; test: DateTest }
  | { readStatus: readonly ReadStatus[] }
  | { flag: Flag | UserFlag; is: boolean }

/** Flags that depend on the viewer's activity. */
export type UserFlag = 'hasUserRating' | 'wantToRead'

/** Maps each predicate to the columns of one entity. */
export interface PredicateColumns<Text, Number, Date, Flag> {
  /** The column by which other tables reference it. */
  reference: 'book_id' | 'series_id'
  text(text: Text, test: TextTest): SqlCondition
  number(number: Exclude<Number, 'userRating'>): Column
  date(date: Date): Column
  readStatus(status: ReadStatus): SqlCondition
  flag(flag: Exclude<Flag, UserFlag>, is: boolean): SqlCondition
}

export type ColumnLookup = (name: string) => Column

export const columnLookupOf =
  (alias: string): ColumnLookup =>
  (name) =>
    sql.ref(`${alias}.${name}`)

export function compilePredicate<Text extends string, Number extends string, Date extends string, Flag extends string>(
  found: ResolvedFilter,
  column: ColumnLookup,
  question: Predicate<Text, Number, Date, Flag>,
  meaning: PredicateColumns<Text, Number, Date, Flag>,
): SqlCondition {
  if ('library' in question) return resolvedIdsCondition(found, column('library_id'), question.library)
  if ('id' in question) return resolvedIdsCondition(found, column('id'), question.id)
  if ('text' in question) return meaning.text(question.text, question.test)
  if ('date' in question) return dateCondition(meaning.date(question.date), question.test)
  if ('readStatus' in question)
    return combineWithOr([...new Set(question.readStatus)].map((status) => meaning.readStatus(status)))
  const own = sql`user_id = ${found.userId} and ${sql.ref(meaning.reference)} = ${column('id')}`
  if ('number' in question) {
    const isRating = question.number === 'userRating'
    const number = isRating
      ? sql`(select rating from user_rating where ${own})`
      : meaning.number(question.number as Exclude<Number, 'userRating'>)
    return numberCondition(number, question.test)
  }
  const { flag, is } = question
  if (flag !== 'hasUserRating' && flag !== 'wantToRead') return meaning.flag(flag as Exclude<Flag, UserFlag>, is)
  // A review may have no rating.
  const rows = flag === 'wantToRead' ? sql`want_to_read where` : sql`user_rating where rating is not null and`
  const holds = rowExistsCondition(found.kind, sql`from ${rows} ${own}`)
  return is ? holds : negateCondition(holds)
}

type Tree<Filter> = { all: readonly Filter[] } | { any: readonly Filter[] } | { not: Filter }

export const isFilterTree = <Filter extends object>(filter: Filter): filter is Extract<Filter, Tree<Filter>> =>
  'all' in filter || 'any' in filter || 'not' in filter

export function combineConditions<Filter>(tree: Tree<Filter>, compile: (part: Filter) => SqlCondition): SqlCondition {
  if ('all' in tree) return combineWithAnd(tree.all.map(compile))
  return 'any' in tree ? combineWithOr(tree.any.map(compile)) : negateCondition(compile(tree.not))
}

export function resolvedIdsCondition(found: ResolvedFilter, column: Column, test: IdTest): SqlCondition {
  const holds = idCondition(found.kind, column, found.ids(test))
  return test.op === 'in' ? holds : negateCondition(holds)
}

/** Whether it is in one of these lists, or in any at all. */
export function curatedListCondition(
  found: ResolvedFilter,
  table: 'read_list_book' | 'collection_series',
  id: Column,
  lists: { readList: readonly string[] | 'any' } | { collection: readonly string[] | 'any' },
): SqlCondition {
  const [list, member] = table === 'read_list_book' ? ['read_list_id', 'book_id'] : ['collection_id', 'series_id']
  const these = linkedIdCondition(found.kind, sql.ref(`m.${list}`), found.ids(lists))
  return rowExistsCondition(
    found.kind,
    sql`from ${sql.table(table)} m where ${sql.ref(`m.${member}`)} = ${id} and ${these}`,
  )
}
