import { emitListEvent } from '../../catalog/lists/emit-list-events.ts'
import { reorderMembers } from '../../catalog/lists/reorder-members.ts'
import { collections as collectionRoutes, readLists as readListRoutes } from '../../contract/curated-lists.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem } from '../../contract/problems.ts'
import { readBooks } from '../../store/book/read.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { type CuratedListView, listCuratedLists, listVisibleMemberIds } from '../../store/curated-list/read.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { changeListMembers } from '../../store/curated-list/write.ts'
import type { Db } from '../../store/open.ts'
import { readSeries } from '../../store/series/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { presentCollection, presentReadList } from './present-curated-list.ts'
import { readCuratedList, readEditableList, readListAndEmitEvent } from './read-curated-list.ts'

/** The series of collections. */
export function mountCollectionMembers(api: OpenSurface, context: AppContext): void {
  const { db } = context
  const kind = collectionKind
  const routes = collectionRoutes
  serve(api, routes.members, async ({ params, query, viewer, request, href }) => {
    const list = await readCuratedList(db, viewer, kind, params.id)
    const { ids, total } = await listVisibleMemberIds(db, viewer, kind, list, limitAndOffsetOf(query))
    const data = (await readSeries(db, viewer, ids)).map(presentSeries)
    return presentListPage({ request, href }, query, { data, total })
  })
  serve(api, routes.ofSeries, async ({ params, viewer }) => {
    return (await listsContaining(db, viewer, kind, params.id)).map(presentCollection)
  })
  serve(api, routes.setMembers, async ({ params, body, viewer }) =>
    presentCollection(await setMembers(context, viewer, kind, params.id, body.seriesIds)),
  )
  serve(api, routes.addMembers, async ({ params, body, viewer }) =>
    presentCollection(await addMembers(context, viewer, kind, params.id, body.seriesIds)),
  )
  serve(api, routes.removeMember, ({ params, viewer }) =>
    removeMember(context, viewer, kind, params.id, params.memberId),
  )
}

/** The books of read lists. */
export function mountReadListMembers(api: OpenSurface, context: AppContext): void {
  const { db } = context
  const kind = readListKind
  const routes = readListRoutes
  serve(api, routes.members, async ({ params, query, viewer, request, href }) => {
    const list = await readCuratedList(db, viewer, kind, params.id)
    const { ids, total } = await listVisibleMemberIds(db, viewer, kind, list, limitAndOffsetOf(query))
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentListPage({ request, href }, query, { data, total })
  })
  serve(api, routes.ofBook, async ({ params, viewer }) => {
    return (await listsContaining(db, viewer, kind, params.id)).map(presentReadList)
  })
  serve(api, routes.setMembers, async ({ params, body, viewer }) =>
    presentReadList(await setMembers(context, viewer, kind, params.id, body.bookIds)),
  )
  serve(api, routes.addMembers, async ({ params, body, viewer }) =>
    presentReadList(await addMembers(context, viewer, kind, params.id, body.bookIds)),
  )
  serve(api, routes.removeMember, ({ params, viewer }) =>
    removeMember(context, viewer, kind, params.id, params.memberId),
  )
}

async function listsContaining(db: Db, viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView[]> {
  const [member] = await findMemberIdsByUid(db, viewer, kind, [uuidToBytes(id)])
  if (member === undefined) throw problem('not_found', `There is no such ${kind.member}.`)
  return (await listCuratedLists(db, viewer, kind, { limit: 500, offset: 0, containing: member })).data
}

/** Members that the viewer may not see stay where they are. */
async function setMembers(
  context: AppContext,
  viewer: Viewer,
  kind: ListKind,
  id: string,
  memberIds: readonly string[],
): Promise<CuratedListView> {
  const { db, config } = context
  const list = await readEditableList(db, viewer, kind, id)
  const wanted = await findMemberIdsByUid(db, viewer, kind, memberIds.map(uuidToBytes))
  const visible = await listVisibleMemberIds(db, viewer, kind, list, { limit: 1_000_000, offset: 0 })
  const visibleIds = new Set([...visible.ids, ...wanted])
  await db.transaction((tx) =>
    changeListMembers(tx, db, kind, list, (now) => reorderMembers(now, wanted, visibleIds), config.limits),
  )
  return readListAndEmitEvent(context, viewer, kind, list.uid, 'updated')
}

async function addMembers(
  context: AppContext,
  viewer: Viewer,
  kind: ListKind,
  id: string,
  memberIds: readonly string[],
): Promise<CuratedListView> {
  const { db, config } = context
  const list = await readEditableList(db, viewer, kind, id)
  const more = await findMemberIdsByUid(db, viewer, kind, memberIds.map(uuidToBytes))
  await db.transaction((tx) => changeListMembers(tx, db, kind, list, (now) => [...now, ...more], config.limits))
  return readListAndEmitEvent(context, viewer, kind, list.uid, 'updated')
}

async function removeMember(
  context: AppContext,
  viewer: Viewer,
  kind: ListKind,
  id: string,
  memberId: string,
): Promise<void> {
  const { db } = context
  const list = await readEditableList(db, viewer, kind, id)
  const [removed] = await findMemberIdsByUid(db, viewer, kind, [uuidToBytes(memberId)])
  const wasThere = await db.transaction((tx) =>
    changeListMembers(tx, db, kind, list, (now) =>
      removed !== undefined && now.includes(removed) ? now.filter((id) => id !== removed) : undefined,
    ),
  )
  if (!wasThere) throw problem('not_found', `There is no such ${kind.member} on this list.`)
  await emitListEvent(context, kind, list, 'updated')
}
