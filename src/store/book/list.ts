import type { ListDefinition, ListQuery } from '../list/list-definition.ts'
import { listIdPage } from '../list/list-id-page.ts'
import type { ListPage, PageRange } from '../list/page-range.ts'
import { resolveBookFilter } from '../list/resolve-filter.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { countBooksFromSums } from './count-books-from-sums.ts'
import { bookDrivingSets } from './driving-sets.ts'
import { type BookFilter, compileBookFilter } from './filter.ts'
import { readBooks } from './read.ts'
import { type BookSort, bookSortPlan } from './sorts.ts'
import type { BookView } from './view.ts'

export type BookQuery = ListQuery<BookFilter, BookSort>

/** One page of the books that a viewer may see: every list of books goes through it. */
export async function listBooks(
  db: Db,
  viewer: Viewer,
  query: BookQuery,
  rows: PageRange,
): Promise<ListPage<BookView>> {
  const { ids, total } = await listBookIds(db, viewer, query, rows)
  return { data: await readBooks(db, viewer, ids), total }
}

export function listBookIds(
  db: Db,
  viewer: Viewer,
  query: BookQuery,
  rows: PageRange,
): Promise<{ ids: number[]; total: number }> {
  return listIdPage(db, viewer, bookListDefinition, query, rows)
}

export const bookListDefinition: ListDefinition<BookFilter, BookSort> = {
  name: 'book',
  alias: 'b',
  counted: 'books',
  defaultSort: { field: 'title', direction: 'asc' },
  personalSorts: ['last_read'],
  resolveFilter: resolveBookFilter,
  compile: compileBookFilter,
  drivingSets: bookDrivingSets,
  sortPlan: bookSortPlan,
  sumInstead: countBooksFromSums,
}
