import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../open.ts'
import { foldForSorting } from '../text/sort-key.ts'
import type { ListLimits } from '../user/per-user-limits.ts'
import type { Viewer } from '../viewer.ts'
import { collectionKind, type ListKind } from './list-kind.ts'
import { listCuratedLists } from './read.ts'
import { type CuratedListToStore, createListWithMembersIn } from './write.ts'

/** Whether a list visible to the viewer already has this name. */
export async function isListNameTaken(
  db: Queryable,
  viewer: Viewer,
  kind: ListKind,
  name: string,
  exceptId?: number,
): Promise<boolean> {
  const { data } = await listCuratedLists(db, viewer, kind, { limit: 100_000, offset: 0, search: name })
  return data.some((list) => list.id !== exceptId && foldForSorting(list.name) === foldForSorting(name))
}

/**
 * Locks the names and returns whether this one is free, for callers that set it in this transaction: two that want the
 * same name check one after the other. SQLite has one writer at a time anyway.
 */
export async function lockAndCheckListName(
  tx: Tx,
  db: Pick<Db, 'kind'>,
  viewer: Viewer,
  kind: ListKind,
  name: string,
  exceptId?: number,
): Promise<boolean> {
  await lockListNames(tx, db.kind, kind)
  return !(await isListNameTaken({ kind: db.kind, query: tx }, viewer, kind, name, exceptId))
}

export async function lockListNames(tx: Tx, dialect: Db['kind'], kind: ListKind): Promise<void> {
  if (dialect !== 'postgres') return
  await sql`select pg_advisory_xact_lock(${NAMES_LOCK}::int, ${kind === collectionKind ? 1 : 2}::int)`.execute(tx)
}

const NAMES_LOCK = 4_214

/** Creates a list with its members; undefined if the name is taken. */
export async function createListIfNameIsFree(
  db: Db,
  viewer: Viewer,
  kind: ListKind,
  list: CuratedListToStore,
  memberIds: readonly number[],
  limits: ListLimits,
): Promise<Uint8Array | undefined> {
  return db.transaction(async (tx) =>
    (await lockAndCheckListName(tx, db, viewer, kind, list.name))
      ? createListWithMembersIn(tx, kind, list, memberIds, limits)
      : undefined,
  )
}
