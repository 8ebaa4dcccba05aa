import type { Db } from '../open.ts'
import type { Viewer } from '../viewer.ts'
import type { ListDefinition, ListQuery } from './list-definition.ts'
import { listTotalOf } from './list-total.ts'
import { readPageOfIds } from './page-of-ids.ts'
import type { PageRange } from './page-range.ts'
import { planList } from './plan-list.ts'
import { prepareList } from './prepare-list.ts'

/** Ids of one page of what a viewer may see, and the total: every list goes through it. */
export async function listIdPage<Filter extends object, Sort extends string>(
  db: Db,
  viewer: Viewer,
  entity: ListDefinition<Filter, Sort>,
  query: ListQuery<Filter, Sort>,
  rows: PageRange,
): Promise<{ ids: number[]; total: number }> {
  const listing = await prepareList(db, viewer, entity, query)
  const { plan, cacheKey } = planList(db, entity, listing, query.sort)
  if (rows.offset === 0) {
    const ids = [...(await readPageOfIds(db, plan, rows, cacheKey))]
    // A page that isn't full implies the total.
    return { ids, total: ids.length < rows.limit ? ids.length : await listTotalOf(db, entity, listing) }
  }
  const total = await listTotalOf(db, entity, listing)
  return { ids: [...(await readPageOfIds(db, plan, rows, cacheKey, total))], total }
}
