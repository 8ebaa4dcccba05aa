import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import { prepareList } from './listing.ts'
import type { ListQuery, Noun } from './noun.ts'
import { pageOfIds } from './page-of-ids.ts'
import { planList } from './plan.ts'
import type { Rows } from './rows.ts'
import { totalOf } from './total.ts'

/** One page of what a viewer may see, by its ids, and how many there are in all: the one way to every list. */
export async function listIds<Filter extends object, Sort extends string>(
  db: Db,
  viewer: Viewer,
  noun: Noun<Filter, Sort>,
  query: ListQuery<Filter, Sort>,
  rows: Rows,
): Promise<{ ids: number[]; total: number }> {
  const listing = await prepareList(db, viewer, noun, query)
  const { plan, seen } = planList(db, noun, listing, query.sort)
  if (rows.offset === 0) {
    const ids = [...(await pageOfIds(db, plan, rows, seen))]
    // A page that is not full tells the total by itself.
    return { ids, total: ids.length < rows.limit ? ids.length : await totalOf(db, noun, listing) }
  }
  const total = await totalOf(db, noun, listing)
  return { ids: [...(await pageOfIds(db, plan, rows, seen, total))], total }
}
