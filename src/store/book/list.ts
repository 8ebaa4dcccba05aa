import { prepareList } from '../list/listing.ts'
import { lookUpBooks } from '../list/look-up.ts'
import type { ListQuery, Noun } from '../list/noun.ts'
import { pageOfIds } from '../list/page-of-ids.ts'
import { planList } from '../list/plan.ts'
import type { Rows } from '../list/rows.ts'
import { totalOf } from '../list/total.ts'
import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { bookCandidates } from './candidates.ts'
import { type BookFilter, compileBookFilter } from './filter.ts'
import { readBooks } from './read.ts'
import { type BookSort, bookSortWay } from './sorts.ts'
import { bookShortcut } from './total.ts'
import type { BookView } from './view.ts'

export type BookQuery = ListQuery<BookFilter, BookSort>

export interface PageOf<View> {
  data: View[]
  total: number
}

/** The books a viewer may see, one page of them: the one way to every list of books. */
export async function listBooks(db: Db, viewer: Viewer, query: BookQuery, rows: Rows): Promise<PageOf<BookView>> {
  const { ids, total } = await listBookIds(db, viewer, query, rows)
  return { data: await readBooks(db, viewer, ids), total }
}

export async function listBookIds(
  db: Db,
  viewer: Viewer,
  query: BookQuery,
  rows: Rows,
): Promise<{ ids: number[]; total: number }> {
  const listing = await prepareList(db, viewer, bookNoun, query)
  const { plan, seen } = planList(db, bookNoun, listing, query.sort)
  const count = () => totalOf(db, bookNoun, listing, () => bookShortcut(db, listing))
  if (rows.offset === 0) {
    const ids = [...(await pageOfIds(db, plan, rows, seen))]
    // A page that is not full tells the total by itself.
    return { ids, total: ids.length < rows.limit ? ids.length : await count() }
  }
  const total = await count()
  return { ids: [...(await pageOfIds(db, plan, rows, seen, total))], total }
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
}
