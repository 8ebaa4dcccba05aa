import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { parseSeriesCondition } from '../../catalog/filters/parse-series-condition.ts'
import { emitListChange, emitListEvent } from '../../catalog/lists/emit-list-events.ts'
import { removeCuratedList } from '../../catalog/lists/remove-list.ts'
import { reorderMembers } from '../../catalog/lists/reorder-members.ts'
import {
  type Collection,
  collections as collectionRoutes,
  type ReadList,
  readLists as readListRoutes,
} from '../../contract/curated-lists.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { problem, validationProblem } from '../../contract/problems.ts'
import { readBooks } from '../../store/book/read.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import {
  type CuratedListView,
  findCuratedList,
  listCuratedLists,
  listVisibleMemberIds,
} from '../../store/curated-list/read.ts'
import { isPersonalRule, type ListRule } from '../../store/curated-list/refresh-rule-lists.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { changeCuratedList, changeListMembers, createListWithMembers } from '../../store/curated-list/write.ts'
import { readSeries } from '../../store/series/read.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../../store/uid.ts'
import { requireListRoom } from '../../store/user/per-user-limits.ts'
import { hasPermission, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Collections and read lists: the same actions for both. */
export function mountCuratedLists(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, collectionRoutes.members, async ({ params, query, viewer, request, href }) => {
    const list = await readList(viewer, collectionKind, params.id)
    const { ids, total } = await listVisibleMemberIds(db, viewer, collectionKind, list, limitAndOffsetOf(query))
    const data = (await readSeries(db, viewer, ids)).map(presentSeries)
    return presentListPage({ request, href }, query, { data, total })
  })
  serve(api, readListRoutes.members, async ({ params, query, viewer, request, href }) => {
    const list = await readList(viewer, readListKind, params.id)
    const { ids, total } = await listVisibleMemberIds(db, viewer, readListKind, list, limitAndOffsetOf(query))
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentListPage({ request, href }, query, { data, total })
  })
  serve(api, collectionRoutes.ofSeries, async ({ params, viewer }) => {
    return (await listsWith(viewer, collectionKind, params.id)).map(presentCollection)
  })
  serve(api, readListRoutes.ofBook, async ({ params, viewer }) => {
    return (await listsWith(viewer, readListKind, params.id)).map(presentReadList)
  })
  serve(api, collectionRoutes.order, async ({ params, body, viewer }) =>
    presentCollection(await order(viewer, collectionKind, params.id, body.seriesIds)),
  )
  serve(api, readListRoutes.order, async ({ params, body, viewer }) =>
    presentReadList(await order(viewer, readListKind, params.id, body.bookIds)),
  )
  serve(api, collectionRoutes.add, async ({ params, body, viewer }) =>
    presentCollection(await add(viewer, collectionKind, params.id, body.seriesIds)),
  )
  serve(api, readListRoutes.add, async ({ params, body, viewer }) =>
    presentReadList(await add(viewer, readListKind, params.id, body.bookIds)),
  )
  mountSharedRoutes(collectionKind, collectionRoutes, presentCollection)
  mountSharedRoutes(readListKind, readListRoutes, presentReadList)

  function mountSharedRoutes<ListView extends Collection | ReadList>(
    kind: ListKind,
    routes: typeof collectionRoutes | typeof readListRoutes,
    present: (list: CuratedListView) => ListView,
  ): void {
    // The two sets of routes differ only in their responses, which `present` handles.
    const sharedRoutes = routes as typeof collectionRoutes
    const presentOne = present as unknown as (list: CuratedListView) => Collection

    serve(api, sharedRoutes.list, async ({ query, viewer, request, href }) => {
      const found = await listCuratedLists(db, viewer, kind, { ...limitAndOffsetOf(query), search: query.search })
      return presentListPage({ request, href }, query, { data: found.data.map(presentOne), total: found.total })
    })
    serve(api, sharedRoutes.create, async ({ body, viewer }) => {
      const mayShare = hasPermission(viewer, writeOf(kind))
      const isShared = body.shared ?? mayShare
      if (isShared) requireSharing(viewer, kind)
      const given = membersOf(body)
      const rule = ruleOf(kind, body.condition, isShared) ?? null
      if (rule && given.length > 0) {
        throw validationProblem([{ path: 'condition', message: 'A list has either members or a condition.' }])
      }
      const ids = await findMemberIdsByUid(db, viewer, kind, given.map(uuidToBytes))
      const made = {
        name: body.name.trim(),
        summary: body.summary ?? null,
        isOrdered: body.ordered ?? kind.member === 'book',
        rule,
        ownerId: isShared ? null : viewer.userId,
      }
      const uid = await createListWithMembers(db, kind, made, ids, context.config.limits)
      return presentOne(await readAndEmit(viewer, kind, uid, 'created'))
    })
    serve(api, sharedRoutes.read, async ({ params, viewer }) => presentOne(await readList(viewer, kind, params.id)))
    serve(api, sharedRoutes.change, async ({ params, body, viewer }) => {
      const list = await readEditable(viewer, kind, params.id)
      if (body.shared === true) requireSharing(viewer, kind)
      const ownerId = body.shared === undefined ? list.ownerId : body.shared ? null : viewer.userId
      const condition = body.condition === undefined ? list.condition : body.condition
      // Also for a list that was private until now: its rule may depend on its owner's own data.
      const rule = ruleOf(kind, condition, ownerId === null)
      await db.transaction(async (tx) => {
        await changeCuratedList(tx, kind, list.id, {
          name: body.name?.trim() ?? list.name,
          summary: body.summary === undefined ? list.summary : body.summary,
          isOrdered: body.ordered ?? list.isOrdered,
          ownerId,
          rule: body.condition === undefined ? undefined : (rule ?? null),
        })
        if (ownerId !== list.ownerId || rule) await requireListRoom(tx, ownerId, context.config.limits)
      })
      const after = await readAgain(viewer, kind, list.uid)
      await emitListChange(context, kind, list, after)
      return presentOne(after)
    })
    serve(api, sharedRoutes.remove, async ({ params, viewer, request }) => {
      const list = await readEditable(viewer, kind, params.id)
      request.audited = { targetName: list.name }
      await removeCuratedList(context, kind, list)
    })
    serve(api, sharedRoutes.take, async ({ params, viewer }) => {
      const list = await readEditable(viewer, kind, params.id)
      const [gone] = await findMemberIdsByUid(db, viewer, kind, [uuidToBytes(params.memberId)])
      const wasThere = await db.transaction((tx) =>
        changeListMembers(tx, db, kind, list, (now) =>
          gone !== undefined && now.includes(gone) ? now.filter((id) => id !== gone) : undefined,
        ),
      )
      if (!wasThere) throw problem('not_found', `There is no such ${kind.member} on this list.`)
      await emitListEvent(context, kind, list, 'updated')
    })
  }

  async function order(
    viewer: Viewer,
    kind: ListKind,
    id: string,
    memberIds: readonly string[],
  ): Promise<CuratedListView> {
    const list = await readEditable(viewer, kind, id)
    const wanted = await findMemberIdsByUid(db, viewer, kind, memberIds.map(uuidToBytes))
    const seen = await listVisibleMemberIds(db, viewer, kind, list, { limit: 1_000_000, offset: 0 })
    await db.transaction((tx) =>
      changeListMembers(
        tx,
        db,
        kind,
        list,
        (now) => reorderMembers(now, wanted, new Set([...seen.ids, ...wanted])),
        context.config.limits,
      ),
    )
    return readAndEmit(viewer, kind, list.uid, 'updated')
  }

  async function add(
    viewer: Viewer,
    kind: ListKind,
    id: string,
    memberIds: readonly string[],
  ): Promise<CuratedListView> {
    const list = await readEditable(viewer, kind, id)
    const more = await findMemberIdsByUid(db, viewer, kind, memberIds.map(uuidToBytes))
    await db.transaction((tx) =>
      changeListMembers(tx, db, kind, list, (now) => [...now, ...more], context.config.limits),
    )
    return readAndEmit(viewer, kind, list.uid, 'updated')
  }

  async function readAndEmit(
    viewer: Viewer,
    kind: ListKind,
    uid: Uid,
    what: 'created' | 'updated',
  ): Promise<CuratedListView> {
    const list = await readAgain(viewer, kind, uid)
    await emitListEvent(context, kind, list, what)
    return list
  }

  async function listsWith(viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView[]> {
    const [member] = await findMemberIdsByUid(db, viewer, kind, [uuidToBytes(id)])
    if (member === undefined) throw problem('not_found', `There is no such ${kind.member}.`)
    return (await listCuratedLists(db, viewer, kind, { limit: 500, offset: 0, containing: member })).data
  }

  async function readList(viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView> {
    return readAgain(viewer, kind, uuidToBytes(id))
  }

  async function readAgain(viewer: Viewer, kind: ListKind, uid: Uid): Promise<CuratedListView> {
    const list = await findCuratedList(db, viewer, kind, uid)
    if (!list)
      throw problem(
        'not_found',
        kind.member === 'book' ? 'There is no such read list.' : 'There is no such collection.',
      )
    return list
  }

  /** A list of the viewer, or a shared one if the viewer may edit those. */
  async function readEditable(viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView> {
    const list = await readList(viewer, kind, id)
    if (list.ownerId === null) requireSharing(viewer, kind)
    return list
  }
}

function ruleOf(kind: ListKind, condition: unknown, isShared: boolean): ListRule | undefined {
  if (condition === undefined || condition === null) return undefined
  const filter = kind.member === 'book' ? parseBookCondition(condition) : parseSeriesCondition(condition)
  const rule = { condition, filter }
  if (isShared && isPersonalRule(rule)) {
    const message = 'A list that depends on your own reading, ratings or lists can’t be shared.'
    throw validationProblem([{ path: 'condition', message }])
  }
  return rule
}

const writeOf = (kind: ListKind) => (kind.member === 'book' ? 'BooksWrite' : 'SeriesWrite')

function requireSharing(viewer: Viewer, kind: ListKind): void {
  const permission = writeOf(kind)
  if (!hasPermission(viewer, permission))
    throw problem('permission_denied', `You need the permission ${permission} to share a list.`, { permission })
}

/** Under the name used by the other routes, or under the older one. */
function membersOf(body: { ids?: string[]; seriesIds?: string[]; bookIds?: string[] }): string[] {
  const name = body.seriesIds ? 'seriesIds' : 'bookIds'
  const given = body[name]
  if (given && body.ids && given.join() !== body.ids.join()) {
    throw validationProblem([{ path: 'ids', message: `must not differ from ${name}` }])
  }
  return given ?? body.ids ?? []
}

const presentList = (list: CuratedListView) => ({
  id: bytesToUuid(list.uid),
  name: list.name,
  summary: list.summary,
  ordered: list.isOrdered,
  shared: list.ownerId === null,
  condition: list.condition as Collection['condition'],
  createdAt: formatTimestamp(list.createdAt),
  updatedAt: formatTimestamp(list.updatedAt),
})
const presentCollection = (list: CuratedListView): Collection => ({
  ...presentList(list),
  seriesCount: list.memberCount,
})
export const presentReadList = (list: CuratedListView): ReadList => ({
  ...presentList(list),
  bookCount: list.memberCount,
})
