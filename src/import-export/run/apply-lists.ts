import { type ImportRowName, importRowLabel } from '../../contract/import-details.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import type { ListRule } from '../../store/curated-list/refresh-rule-lists.ts'
import { backdateList, changeCuratedList, createCuratedList, readAllMemberIds } from '../../store/curated-list/write.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { findListByName, findListByUid, type ListToMerge, writeMergedMembers } from '../../store/import/merge-lists.ts'
import { type Uid, uidMapKey } from '../../store/uid.ts'
import type { ListRecord } from '../records.ts'
import { cutText } from './cut-text.ts'
import { findImportedUser, type ImportRunState, isSkipReason } from './import-run-state.ts'
import { mapListCondition } from './map-list-condition.ts'
import { type ListTexts, planListMerge } from './merge-list.ts'
import { rowKey, storeNewRowKeys } from './rows-of-earlier-runs.ts'

/**
 * Imports collections and read lists with their order. A list with the same name and owner is the same list, and keeps
 * its own members. Two of their lists with the same name stay separate, and so does one of ours that follows a filter.
 */
export async function applyLists(state: ImportRunState, records: readonly ListRecord[]): Promise<void> {
  await noteTakenLists(state, records)
  for (const record of records) {
    if (leaveRepeatedList(state, record)) continue
    await applyNewList(state, record)
    // Not earlier: a list whose writing failed is tried once more.
    state.seenLists.add(keyOfList(record))
  }
}

async function applyNewList(state: ImportRunState, record: ListRecord): Promise<void> {
  const kind = record.type === 'collection' ? collectionKind : readListKind
  const owner = record.ownerId === null ? null : findImportedUser(state, record.ownerId)
  if (isSkipReason(owner)) {
    state.report.leave(record.type, record.name, owner)
    for (const id of record.memberIds) state.report.leave(`${record.type} member`, memberName(state, record, id), owner)
    return
  }
  const ownerId = owner?.id ?? null
  const { before, earlier, wasDeleted } = await findBefore(state, kind, record, ownerId)
  if (wasDeleted) {
    state.report.leave(record.type, record.name, 'deleted_here')
    state.report.leave(`${record.type} member`, '', 'deleted_here', undefined, record.memberIds.length)
    return
  }
  if (before) takeList(state, record, before.uid)
  const rule = before ? undefined : await mapListCondition(state, record, ownerId)
  await applyList(state, record, { kind, ownerId, before, earlier, rule })
}

const keyOfList = ({ type, id }: ListRecord): string => `${type} ${id}`

/** A damaged database may contain a list twice: each of its rows comes with all members, which count once. */
function leaveRepeatedList(state: ImportRunState, record: ListRecord): boolean {
  if (!state.seenLists.has(keyOfList(record))) return false
  state.report.leave(record.type, record.name, 'already_here')
  return true
}

interface ListTarget {
  kind: ListKind
  ownerId: number | null
  before: ListToMerge | undefined
  /** What an earlier run stored of it. */
  earlier: string | null | undefined
  rule: ListRule | undefined
}

async function applyList(state: ImportRunState, record: ListRecord, target: ListTarget): Promise<void> {
  const { kind, ownerId, before, earlier, rule } = target
  const { db } = state.deps
  const held = before ? await readAllMemberIds(db.query, kind, before.id) : []
  const hasRule = rule !== undefined || before?.hasRule === true
  const { memberIds, remember } = hasRule
    ? leaveMembersToRule(state, record)
    : membersOf(state, record, before, new Set(held))
  const merge = planListMerge({ theirs: record, ours: before, earlier, memberIds })
  const texts = cutTexts(state, record, before ? merge.newTexts : record)
  if (state.isDryRun) {
    const hasNewMembers = !hasRule && JSON.stringify(merge.mergeMembers(held)) !== JSON.stringify(held)
    state.report.count(record.type, outcomeOf(before, texts !== undefined || hasNewMembers))
    if (before) state.lists.set(`${record.type} ${record.id}`, before)
    else state.dryRunWrites.set(`list ${record.type} ${record.id}`, true)
    return
  }
  const { list, outcome } = await db.transaction(async (tx) => {
    const createdAt = record.createdAt ?? undefined
    const list = before ?? { ...(await createCuratedList(tx, kind, { ...texts!, ownerId, rule, createdAt })), ownerId }
    if (before && createdAt) await backdateList(tx, kind, before, createdAt)
    if (before && texts) await changeCuratedList(tx, kind, before.id, { ...texts, ownerId: before.ownerId })
    const members = hasRule
      ? { before: held, hasChanged: false }
      : await writeMergedMembers(tx, db, kind, list, merge.mergeMembers)
    const stored = { foreignId: record.id, uid: list.uid, state: merge.describe(members.before) }
    await storeForeignIds(tx, state.sourceId, record.type, [stored])
    return { list, outcome: outcomeOf(before, texts !== undefined || members.hasChanged) }
  })
  takeList(state, record, list.uid)
  await remember?.(list.uid)
  state.lists.set(`${record.type} ${record.id}`, list)
  state.report.count(record.type, outcome)
}

const outcomeOf = (before: ListToMerge | undefined, hasChanged: boolean): 'imported' | 'updated' | 'unchanged' =>
  before ? (hasChanged ? 'updated' : 'unchanged') : 'imported'

function cutTexts(
  state: ImportRunState,
  { type, name }: ListRecord,
  texts: ListTexts | undefined,
): ListTexts | undefined {
  if (!texts) return undefined
  const cut = <Text extends string | null>(text: Text, max: number) => cutText(state, type, name, text, max)
  return { name: cut(texts.name, 500), summary: cut(texts.summary, 100_000), isOrdered: texts.isOrdered }
}

/** The filter determines the members: they aren't rows of their own, unless the list follows a filter only here. */
function leaveMembersToRule(state: ImportRunState, { type, condition, memberIds }: ListRecord) {
  if (!condition) state.report.leave(`${type} member`, '', 'ours_newer', undefined, memberIds.length)
  return { memberIds: [], remember: undefined }
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
): Promise<{ before?: ListToMerge; earlier?: string | null; wasDeleted?: boolean }> {
  const { db } = state.deps
  if (ownerId !== null && ownerId < 0) return {}
  const [known] = (await findStoredForeignIds(db, state.sourceId, record.type, [record.id])).values()
  const isOther = ({ uid, hasRule }: ListToMerge) =>
    (state.takenLists.get(uidMapKey(uid)) ?? record.id) !== record.id || (hasRule && !record.condition)
  const before =
    (known && (await findListByUid(db, kind, known.uid))) ??
    (await findListByName(db, kind, record.name, ownerId, isOther))
  return { before, earlier: known?.state, wasDeleted: known !== undefined && !before }
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
