import { listIds } from '../list/list-ids.ts'
import { lookUpBooks } from '../list/look-up.ts'
import type { ListQuery, Noun } from '../list/noun.ts'
import type { ListPage, Rows } from '../list/rows.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { bookCandidates } from './candidates.ts'
import { type BookFilter, compileBookFilter } from './filter.ts'
import { readBooks } from './read.ts'
import { type BookSort, bookSortWay } from './sorts.ts'
import { sumBooks } from './total.ts'
import type { BookView } from './view.ts'

export type BookQuery = ListQuery<BookFilter, BookSort>

/** The books a viewer may see, one page of them: the one way to every list of books. */
export async function listBooks(db: Db, viewer: Viewer, query: BookQuery, rows: Rows): Promise<ListPage<BookView>> {
  const { ids, total } = await listBookIds(db, viewer, query, rows)
  return { data: await readBooks(db, viewer, ids), total }
}

export function listBookIds(
  db: Db,
  viewer: Viewer,
  query: BookQuery,
  rows: Rows,
): Promise<{ ids: number[]; total: number }> {
  return listIds(db, viewer, bookNoun, query, rows)
}

export const bookNoun: Noun<BookFilter, BookSort> = {
  name: 'book',
  alias: 'b',
  counted: 'books',
  defaultSort: { field: 'title', direction: 'asc' },
  personalSorts: ['last_read'],
  lookUp: lookUpBooks,
  compile: compileBookFilter,
  candidates: bookCandidates,
  sortWay: bookSortWay,
  sumInstead: sumBooks,
}
