import type { Static } from 'typebox'
import { parseBookCondition } from '../../catalog/filters/parse-book-condition.ts'
import { parseSeriesCondition } from '../../catalog/filters/parse-series-condition.ts'
import { emitListChange } from '../../catalog/lists/emit-list-events.ts'
import { removeCuratedList } from '../../catalog/lists/remove-list.ts'
import {
  type Collection,
  collections as collectionRoutes,
  type ReadList,
  readLists as readListRoutes,
} from '../../contract/curated-lists.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { validationProblem } from '../../contract/problems.ts'
import { collectionKind, type ListKind, readListKind } from '../../store/curated-list/list-kind.ts'
import { type CuratedListView, listCuratedLists } from '../../store/curated-list/read.ts'
import { isPersonalRule, type ListRule } from '../../store/curated-list/refresh-rule-lists.ts'
import { findMemberIdsByUid } from '../../store/curated-list/translate-member-ids.ts'
import { changeCuratedList, createListWithMembers } from '../../store/curated-list/write.ts'
import { uuidToBytes } from '../../store/uid.ts'
import { requireListRoom } from '../../store/user/per-user-limits.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { mountCollectionMembers, mountReadListMembers } from './curated-list-members.ts'
import { presentCollection, presentReadList } from './present-curated-list.ts'
import {
  mayShareLists,
  readCuratedList,
  readCuratedListByUid,
  readEditableList,
  readListAndEmitEvent,
  requireSharing,
} from './read-curated-list.ts'

/** Collections and read lists: the same actions for both. */
export function mountCuratedLists(api: OpenSurface, context: AppContext): void {
  mountListRoutes(api, context, collectionKind, collectionRoutes, presentCollection)
  mountListRoutes(api, context, readListKind, readListRoutes, presentReadList)
  mountCollectionMembers(api, context)
  mountReadListMembers(api, context)
}

function mountListRoutes<ListView extends Collection | ReadList>(
  api: OpenSurface,
  context: AppContext,
  kind: ListKind,
  routesOfKind: typeof collectionRoutes | typeof readListRoutes,
  presentKind: (list: CuratedListView) => ListView,
): void {
  const { db } = context
  // The two sets of routes differ only in their responses, which `present` handles.
  const routes = routesOfKind as typeof collectionRoutes
  const present = presentKind as unknown as (list: CuratedListView) => Collection

  serve(api, routes.list, async ({ query, viewer, request, href }) => {
    const found = await listCuratedLists(db, viewer, kind, { ...limitAndOffsetOf(query), search: query.search })
    return presentListPage({ request, href }, query, { data: found.data.map(present), total: found.total })
  })
  serve(api, routes.create, async ({ body, viewer }) => present(await createList(context, viewer, kind, body)))
  serve(api, routes.read, async ({ params, viewer }) => present(await readCuratedList(db, viewer, kind, params.id)))
  serve(api, routes.change, async ({ params, body, viewer }) =>
    present(await changeList(context, viewer, kind, params.id, body)),
  )
  serve(api, routes.remove, async ({ params, viewer, request }) => {
    const list = await readEditableList(db, viewer, kind, params.id)
    request.audited = { targetName: list.name }
    await removeCuratedList(context, kind, list)
  })
}

type NewList = Static<typeof collectionRoutes.create.body>

async function createList(context: AppContext, viewer: Viewer, kind: ListKind, body: NewList) {
  const { db, config } = context
  const isShared = body.shared ?? mayShareLists(viewer, kind)
  if (isShared) requireSharing(viewer, kind)
  const given = membersOf(body)
  const rule = ruleOf(kind, body.condition, isShared) ?? null
  if (rule && given.length > 0) {
    throw validationProblem([{ path: 'condition', message: 'A list has either members or a condition.' }])
  }
  const ids = await findMemberIdsByUid(db, viewer, kind, given.map(uuidToBytes))
  const list = {
    name: body.name.trim(),
    summary: body.summary ?? null,
    isOrdered: body.ordered ?? kind.member === 'book',
    rule,
    ownerId: isShared ? null : viewer.userId,
  }
  const uid = await createListWithMembers(db, kind, list, ids, config.limits)
  return readListAndEmitEvent(context, viewer, kind, uid, 'created')
}

type ListChanges = Static<typeof collectionRoutes.change.body>

async function changeList(context: AppContext, viewer: Viewer, kind: ListKind, id: string, body: ListChanges) {
  const { db, config } = context
  const list = await readEditableList(db, viewer, kind, id)
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
    if (ownerId !== list.ownerId || rule) await requireListRoom(tx, ownerId, config.limits)
  })
  const after = await readCuratedListByUid(db, viewer, kind, list.uid)
  await emitListChange(context, kind, list, after)
  return after
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

/** Under the name used by the other routes, or under the older one. */
function membersOf(body: { ids?: string[]; seriesIds?: string[]; bookIds?: string[] }): string[] {
  const name = body.seriesIds ? 'seriesIds' : 'bookIds'
  const given = body[name]
  if (given && body.ids && given.join() !== body.ids.join()) {
    throw validationProblem([{ path: 'ids', message: `must not differ from ${name}` }])
  }
  return given ?? body.ids ?? []
}
