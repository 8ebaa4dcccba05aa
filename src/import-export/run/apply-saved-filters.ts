import { requireParsableQuery, savedQueryText } from '../../catalog/filters/parse-saved-query.ts'
import { Problem } from '../../contract/problems.ts'
import { reasonOf } from '../../contract/reasons.ts'
import type { SavedFilter } from '../../contract/saved-filters.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { addSavedFilter, listSavedFiltersOfUser } from '../../store/saved-filter/saved-filter.ts'
import { bytesToUuid, type Uid } from '../../store/uid.ts'
import { requireBelowLimit } from '../../store/user/per-user-limits.ts'
import type { SavedFilterRecord } from '../user-records.ts'
import { cutText } from './cut-text.ts'
import {
  findImportedUser,
  type ImportedUser,
  type ImportRunState,
  isNewInDryRun,
  isSkipReason,
} from './import-run-state.ts'
import { mapIds } from './map-ids.ts'

/**
 * Imports saved filters. A filter with the same name and query is the same. Those from an earlier run are left as they
 * are here, even if they were deleted.
 */
export async function applySavedFilters(state: ImportRunState, records: readonly SavedFilterRecord[]): Promise<void> {
  const { db } = state.deps
  const ids = records.map((record) => record.id)
  const known = await findStoredForeignIds(db, state.sourceId, 'filter', ids)
  for (const record of records) {
    const person = findImportedUser(state, record.userId)
    if (isSkipReason(person)) state.report.leave('filter', record.name, person)
    else if (known.has(record.id)) {
      state.filters.set(record.id, bytesToUuid(known.get(record.id)!.uid))
      state.report.leave('filter', record.name, 'already_here')
    } else await applyOne(state, record, person)
  }
}

async function applyOne(state: ImportRunState, record: SavedFilterRecord, { id: userId }: ImportedUser): Promise<void> {
  const text = record.query && (await mapIds(state, JSON.stringify(record.query)))
  if (!text) {
    state.report.leave('filter', record.name, 'no_equivalent', 'reference')
    return
  }
  try {
    const query = fitQuery(JSON.parse(text))
    const target = record.target === 'books' ? 'books' : 'series'
    requireParsableQuery(target, query)
    const name = cutText(state, 'filter', record.name, record.name.trim(), 200)
    const fields = { name, target, query: savedQueryText(query), is_shared: record.isShared ? 1 : 0 }
    const here = userId < 0 ? [] : await listSavedFiltersOfUser(state.deps.db, userId)
    const same = here.find((row) => isSameFilter(row, fields))
    const outcome =
      same || !isNewInDryRun(state, `filter ${userId} ${JSON.stringify(fields)}`) ? 'unchanged' : 'imported'
    const uid = state.isDryRun ? undefined : await write(state, record, userId, fields, same?.uid)
    state.filters.set(record.id, uid ? bytesToUuid(uid) : record.id)
    state.report.count('filter', outcome)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const detail = error.message
    state.report.leave('filter', record.name, 'invalid_value', { detail, detailReason: reasonOf(detail) })
  }
}

type FilterFields = Parameters<typeof addSavedFilter>[2]

const isSameFilter = (one: FilterFields, other: FilterFields): boolean =>
  one.name === other.name &&
  one.target === other.target &&
  JSON.stringify(fitQuery(JSON.parse(one.query))) === other.query

/** Only the known parts of a query, in a fixed order. */
function fitQuery({ condition, fullTextSearch, sort, view }: Record<string, unknown>): SavedFilter['query'] {
  return {
    ...(condition !== undefined && { condition }),
    ...(typeof fullTextSearch === 'string' && { fullTextSearch: fullTextSearch.slice(0, 500) }),
    ...(Array.isArray(sort) && { sort: sort.filter((one) => typeof one === 'string').slice(0, 8) }),
    ...(view !== undefined && { view }),
  }
}

async function write(
  { deps: { db, config }, sourceId, readAt }: ImportRunState,
  { id, at }: SavedFilterRecord,
  userId: number,
  fields: FilterFields,
  known: Uid | undefined,
): Promise<Uid> {
  return db.transaction(async (tx) => {
    const uid = known ?? (await addSavedFilter(tx, userId, fields, at ?? readAt)).uid
    if (!known) await requireBelowLimit(tx, { table: 'saved_filter', userId }, config.limits.saved_filters)
    await storeForeignIds(tx, sourceId, 'filter', [{ foreignId: id, uid, state: null }])
    return uid
  })
}
