import { sql } from 'kysely'
import {
  and,
  type Column,
  type DateTest,
  dateHolds,
  exists,
  type Holds,
  type IdTest,
  idHolds,
  type NumberTest,
  not,
  numberHolds,
  or,
  type TextTest,
} from './criteria.ts'
import type { Found } from './look-up.ts'

export type ReadStatus = 'unread' | 'in_progress' | 'read'

/** What books and series are asked in the same way. */
export type Question<Text, Number, Date, Flag> =
  | { library: IdTest }
  | { id: IdTest }
  | { text: Text; test: TextTest }
  | { number: Number | 'userRating'; test: NumberTest }
  | { date: Date; test: DateTest }
  | { readStatus: readonly ReadStatus[] }
  | { flag: Flag | UserFlag; is: boolean }

/** Answered by what the viewer did. */
export type UserFlag = 'hasUserRating' | 'wantToRead'

/** What each question means for one noun: where its row has the answer. */
export interface Meaning<Text, Number, Date, Flag> {
  /** As other tables refer to it. */
  reference: 'book_id' | 'series_id'
  text(text: Text, test: TextTest): Holds
  number(number: Exclude<Number, 'userRating'>): Column
  date(date: Date): Column
  readStatus(status: ReadStatus): Holds
  flag(flag: Exclude<Flag, UserFlag>, is: boolean): Holds
}

export type Columns = (name: string) => Column

export const columnsOf =
  (alias: string): Columns =>
  (name) =>
    sql.ref(`${alias}.${name}`)

export function compileQuestion<Text extends string, Number extends string, Date extends string, Flag extends string>(
  found: Found,
  column: Columns,
  question: Question<Text, Number, Date, Flag>,
  meaning: Meaning<Text, Number, Date, Flag>,
): Holds {
  if ('library' in question) return among(found, column('library_id'), question.library)
  if ('id' in question) return among(found, column('id'), question.id)
  if ('text' in question) return meaning.text(question.text, question.test)
  if ('date' in question) return dateHolds(meaning.date(question.date), question.test)
  if ('readStatus' in question) return or([...new Set(question.readStatus)].map((status) => meaning.readStatus(status)))
  const own = sql`user_id = ${found.userId} and ${sql.ref(meaning.reference)} = ${column('id')}`
  if ('number' in question) {
    const isRating = question.number === 'userRating'
    const number = isRating
      ? sql`(select rating from user_rating where ${own})`
      : meaning.number(question.number as Exclude<Number, 'userRating'>)
    return numberHolds(number, question.test)
  }
  const { flag, is } = question
  if (flag !== 'hasUserRating' && flag !== 'wantToRead') return meaning.flag(flag as Exclude<Flag, UserFlag>, is)
  const table = sql.table(flag === 'wantToRead' ? 'want_to_read' : 'user_rating')
  const holds = exists(found.kind, sql`from ${table} where ${own}`)
  return is ? holds : not(holds)
}

type Tree<Filter> = { all: readonly Filter[] } | { any: readonly Filter[] } | { not: Filter }

export const isTree = <Filter extends object>(filter: Filter): filter is Extract<Filter, Tree<Filter>> =>
  'all' in filter || 'any' in filter || 'not' in filter

export function combine<Filter>(tree: Tree<Filter>, compile: (part: Filter) => Holds): Holds {
  if ('all' in tree) return and(tree.all.map(compile))
  return 'any' in tree ? or(tree.any.map(compile)) : not(compile(tree.not))
}

export function among(found: Found, column: Column, test: IdTest): Holds {
  const holds = idHolds(found.kind, column, found.ids(test))
  return test.op === 'in' ? holds : not(holds)
}

/** Whether it stands in one of these lists, or in any at all. */
export function isListed(
  found: Found,
  table: 'read_list_book' | 'collection_series',
  id: Column,
  lists: { readList: readonly string[] | 'any' } | { collection: readonly string[] | 'any' },
): Holds {
  const [list, member] = table === 'read_list_book' ? ['read_list_id', 'book_id'] : ['collection_id', 'series_id']
  const these = idHolds(found.kind, sql.ref(`m.${list}`), found.ids(lists))
  return exists(found.kind, sql`from ${sql.table(table)} m where ${sql.ref(`m.${member}`)} = ${id} and ${these}`)
}
