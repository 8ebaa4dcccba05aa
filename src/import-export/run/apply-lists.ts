import { type ImportRowName, importRowLabel } from '../../contract/import-details.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { createCuratedList, readAllMemberIds } from '../../store/curated-list/write.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import {
  findListByName,
  findListByUid,
  type ListToMerge,
  mergeMemberIds,
  writeMergedMembers,
} from '../../store/import/merge-lists.ts'
import { type Uid, uidMapKey } from '../../store/uid.ts'
import type { ListRecord } from '../records.ts'
import { cutText } from './cut-text.ts'
import { findImportedUser, type ImportRunState, isSkipReason } from './import-run-state.ts'
import { mapListCondition } from './map-list-condition.ts'
import { rowKey, storeNewRowKeys } from './rows-of-earlier-runs.ts'

/**
 * Imports collections and read lists with their order. A list with the same name and owner is the same list, and keeps
 * its own members. Two of their lists with the same name stay separate.
 */
export async function applyLists(state: ImportRunState, records: readonly ListRecord[]): Promise<void> {
  const { db } = state.deps
  await noteTakenLists(state, records)
  for (const record of records) {
    const kind = record.type === 'collection' ? collectionKind : readListKind
    const owner = record.ownerId === null ? null : findImportedUser(state, record.ownerId)
    if (isSkipReason(owner)) {
      state.report.leave(record.type, record.name, owner)
      for (const id of record.memberIds)
        state.report.leave(`${record.type} member`, memberName(state, record, id), owner)
      continue
    }
    const ownerId = owner?.id ?? null
    const { before, wasDeleted } = await findBefore(state, kind, record, ownerId)
    if (wasDeleted) {
      state.report.leave(record.type, record.name, 'deleted_here')
      state.report.leave(`${record.type} member`, '', 'deleted_here', undefined, record.memberIds.length)
      continue
    }
    if (before) takeList(state, record, before.uid)
    const held = before ? await readAllMemberIds(db.query, kind, before.id) : []
    const rule = before ? undefined : await mapListCondition(state, record, ownerId)
    // The condition determines the members.
    const { memberIds, remember } = rule
      ? { memberIds: [], remember: undefined }
      : membersOf(state, record, before, new Set(held))
    const cutNew = (text: string | null, max: number) =>
      before ? text : cutText(state, record.type, record.name, text, max)
    const texts = { name: cutNew(record.name, 500)!, summary: cutNew(record.summary, 100_000) }
    if (state.isDryRun) {
      const hasChanged = JSON.stringify(mergeMemberIds(held, memberIds)) !== JSON.stringify(held)
      state.report.count(record.type, before ? (hasChanged ? 'updated' : 'unchanged') : 'imported')
      if (before) state.lists.set(`${record.type} ${record.id}`, before)
      else state.dryRunWrites.set(`list ${record.type} ${record.id}`, true)
      continue
    }
    const { list, outcome } = await db.transaction(async (tx) => {
      const to = {
        ...texts,
        isOrdered: record.isOrdered,
        ownerId,
        rule,
      }
      const list = before ?? { ...(await createCuratedList(tx, kind, to)), ownerId }
      const hasChanged = await writeMergedMembers(tx, db, kind, list, memberIds)
      await storeForeignIds(tx, state.sourceId, record.type, [{ foreignId: record.id, uid: list.uid, state: null }])
      return {
        list,
        outcome: before ? (hasChanged ? ('updated' as const) : ('unchanged' as const)) : ('imported' as const),
      }
    })
    takeList(state, record, list.uid)
    await remember?.(list.uid)
    state.lists.set(`${record.type} ${record.id}`, list)
    state.report.count(record.type, outcome)
  }
}

/** Notes which of our lists earlier runs created from or merged with these. */
async function noteTakenLists(state: ImportRunState, records: readonly ListRecord[]): Promise<void> {
  for (const [type, some] of Map.groupBy(records, (record) => record.type)) {
    const ids = some.map((record) => record.id)
    const known = await findStoredForeignIds(state.deps.db, state.sourceId, type, ids)
    for (const { foreignId, uid } of known.values()) takeList(state, { id: foreignId }, uid)
  }
}

function takeList({ takenLists }: ImportRunState, { id }: Pick<ListRecord, 'id'>, uid: Uid): void {
  if (!takenLists.has(uidMapKey(uid))) takenLists.set(uidMapKey(uid), id)
}

/**
 * Finds the same list: from an earlier run, or by name. A user who would be new in a dry run has none. A list from an
 * earlier run that no longer exists was deleted here.
 */
async function findBefore(
  state: ImportRunState,
  kind: ListKind,
  record: ListRecord,
  ownerId: number | null,
): Promise<{ before?: ListToMerge; wasDeleted?: boolean }> {
  const { db } = state.deps
  if (ownerId !== null && ownerId < 0) return {}
  const [known] = (await findStoredForeignIds(db, state.sourceId, record.type, [record.id])).values()
  const isTaken = ({ uid }: ListToMerge) => (state.takenLists.get(uidMapKey(uid)) ?? record.id) !== record.id
  const before =
    (known && (await findListByUid(db, kind, known.uid))) ??
    (await findListByName(db, kind, record.name, ownerId, isTaken))
  return { before, wasDeleted: known !== undefined && !before }
}

/** The members that exist here, without those that were removed from the list since an earlier run. */
function membersOf(
  state: ImportRunState,
  record: ListRecord,
  list: ListToMerge | undefined,
  known: ReadonlySet<number>,
): { memberIds: number[]; remember: (uid: Uid) => Promise<void> } {
  const counted = new Set(known)
  const isBook = record.type === 'readList'
  const idOf = (foreignId: string) => (isBook ? state.matcher.found.get(foreignId)?.id : state.seriesIds.get(foreignId))
  const keyOf = (uid: Uid, id: number) => rowKey('member', uidMapKey(uid), id)
  const found = record.memberIds.flatMap((foreignId) => idOf(foreignId) ?? [])
  const memberIds = record.memberIds.flatMap((foreignId) => {
    const id = idOf(foreignId)
    if (id !== undefined && list && !known.has(id) && state.knownRows.has(keyOf(list.uid, id))) {
      state.report.leave(`${record.type} member`, memberName(state, record, foreignId), 'deleted_here')
      return []
    }
    if (id !== undefined) {
      state.report.count(`${record.type} member`, counted.has(id) ? 'unchanged' : 'imported')
      counted.add(id)
      return [id]
    }
    const reason = isBook
      ? (state.matcher.reasons.get(foreignId) ?? 'book_not_found')
      : (state.seriesReasons.get(foreignId) ?? 'series_not_found')
    state.report.leave(`${record.type} member`, memberName(state, record, foreignId), reason)
    return []
  })
  const remember = (uid: Uid) =>
    storeNewRowKeys(
      state,
      found.map((id) => keyOf(uid, id)),
    )
  return { memberIds, remember }
}

function memberName(state: ImportRunState, { type, name }: ListRecord, id: string): ImportRowName {
  const known = state.names[type === 'readList' ? 'book' : 'series'].get(id)
  return known === undefined ? importRowLabel('list_member', id, { list: name }) : `${name}: ${known}`
}
