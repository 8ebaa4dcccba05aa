import { emitListEvent } from '../../catalog/lists/emit-list-events.ts'
import { problem } from '../../contract/problems.ts'
import type { ListKind } from '../../store/curated-list/list-kind.ts'
import { type CuratedListView, findCuratedList } from '../../store/curated-list/read.ts'
import type { Db } from '../../store/open.ts'
import { type Uid, uuidToBytes } from '../../store/uid.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'

export const readCuratedList = (db: Db, viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView> =>
  readCuratedListByUid(db, viewer, kind, uuidToBytes(id))

export async function readCuratedListByUid(db: Db, viewer: Viewer, kind: ListKind, uid: Uid): Promise<CuratedListView> {
  const list = await findCuratedList(db, viewer, kind, uid)
  if (!list)
    throw problem('not_found', kind.member === 'book' ? 'There is no such read list.' : 'There is no such collection.')
  return list
}

/** A list of the viewer, or a shared one if the viewer may edit those. */
export async function readEditableList(db: Db, viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView> {
  const list = await readCuratedList(db, viewer, kind, id)
  if (list.ownerId === null) requireSharing(viewer, kind)
  return list
}

/** The list as it is after a change, which listeners learn of. */
export async function readListAndEmitEvent(
  context: AppContext,
  viewer: Viewer,
  kind: ListKind,
  uid: Uid,
  what: 'created' | 'updated',
): Promise<CuratedListView> {
  const list = await readCuratedListByUid(context.db, viewer, kind, uid)
  await emitListEvent(context, kind, list, what)
  return list
}

export const mayShareLists = (viewer: Viewer, kind: ListKind): boolean => hasPermission(viewer, permissionToShare(kind))

export function requireSharing(viewer: Viewer, kind: ListKind): void {
  const permission = permissionToShare(kind)
  if (!hasPermission(viewer, permission))
    throw problem('permission_denied', `You need the permission ${permission} to share a list.`, { permission })
}

const permissionToShare = (kind: ListKind) => (kind.member === 'book' ? 'BooksWrite' : 'SeriesWrite')
