import type { FastifyRequest } from 'fastify'
import { emitListEvent } from '../../../catalog/lists/emit-list-events.ts'
import { removeCuratedList } from '../../../catalog/lists/remove-list.ts'
import { reorderMembers } from '../../../catalog/lists/reorder-members.ts'
import { collections as collectionRoutes, readLists as readListRoutes } from '../../../contract/komga/curated-lists.ts'
import { problem, validationProblem } from '../../../contract/problems.ts'
import { collectionKind, type ListKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { type CuratedListView, findCuratedList, listVisibleMemberIds } from '../../../store/curated-list/read.ts'
import { readMembersOfLists } from '../../../store/curated-list/read-members-of-lists.ts'
import { findMemberIdsByUid } from '../../../store/curated-list/translate-member-ids.ts'
import { createListIfNameIsFree, lockAndCheckListName } from '../../../store/curated-list/unique-names.ts'
import { changeCuratedList, changeListMembers } from '../../../store/curated-list/write.ts'
import { parseUid } from '../../../store/uid.ts'
import { hasPermission, type Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { presentKomgaCollection, presentKomgaReadList } from '../present/curated-list.ts'
import { readCuratedList } from '../read-by-komga-id.ts'

interface Given {
  name?: string | null
  summary?: string | null
  ordered?: boolean | null
  ids?: readonly string[] | null
}

/** Edits of collections and read lists. Shared ones require the permission; everyone else creates their own. */
export function mountCuratedListEdits({ surface, context }: KomgaContext): void {
  const { db } = context

  serve(surface, collectionRoutes.create, async ({ body, viewer }) => {
    const { list, members } = await create(viewer, collectionKind, { ...body, ids: body.seriesIds })
    return presentKomgaCollection(list, members)
  })
  serve(surface, readListRoutes.create, async ({ body, viewer }) => {
    const given = { ...body, ordered: body.ordered ?? true, ids: body.bookIds }
    const { list, members } = await create(viewer, readListKind, given)
    return presentKomgaReadList(list, members)
  })
  serve(surface, collectionRoutes.change, ({ params, body, viewer }) =>
    change(viewer, collectionKind, params.id, { ...body, ids: body.seriesIds }),
  )
  serve(surface, readListRoutes.change, ({ params, body, viewer }) =>
    change(viewer, readListKind, params.id, { ...body, ids: body.bookIds }),
  )
  serve(surface, collectionRoutes.remove, (input) => remove(input, collectionKind))
  serve(surface, readListRoutes.remove, (input) => remove(input, readListKind))

  async function create(viewer: Viewer, kind: ListKind, given: Given & { name: string }) {
    requireProperIds(kind, given.ids ?? [])
    const ids = await memberIdsOf(viewer, kind, given.ids ?? [])
    if (ids.length === 0)
      throw validationProblem([
        { path: kind.member === 'book' ? 'bookIds' : 'seriesIds', message: 'must not be empty' },
      ])
    const ownerId = hasPermission(viewer, writeOf(kind)) ? null : viewer.userId
    const made = {
      name: given.name.trim(),
      summary: given.summary || null,
      isOrdered: given.ordered ?? false,
      ownerId,
    }
    const uid = await createListIfNameIsFree(db, viewer, kind, made, ids, context.config.limits)
    if (!uid) throw nameTaken(kind)
    const list = (await findCuratedList(db, viewer, kind, uid))!
    await emitListEvent(context, kind, list, 'created')
    return { list, members: (await readMembersOfLists(db, viewer, kind, [list])).get(list.id) }
  }

  async function change(viewer: Viewer, kind: ListKind, id: string, given: Given): Promise<void> {
    const list = await readEditable(viewer, kind, id)
    if (given.ids) requireProperIds(kind, given.ids)
    const wanted = given.ids ? await memberIdsOf(viewer, kind, given.ids) : undefined
    const seen = wanted && (await listVisibleMemberIds(db, viewer, kind, list, { limit: 1_000_000, offset: 0 }))
    await db.transaction(async (tx) => {
      const name = given.name?.trim()
      if (name && !(await lockAndCheckListName(tx, db, viewer, kind, name, list.id))) throw nameTaken(kind)
      await changeCuratedList(tx, kind, list.id, {
        name: name || list.name,
        summary: given.summary === undefined ? list.summary : given.summary || null,
        isOrdered: given.ordered ?? list.isOrdered,
        ownerId: list.ownerId,
      })
      if (!wanted || !seen) return
      const known = new Set([...seen.ids, ...wanted])
      await changeListMembers(tx, db, kind, list, (now) => reorderMembers(now, wanted, known), context.config.limits)
    })
    await emitListEvent(context, kind, list, 'updated')
  }

  async function remove(
    { viewer, params, request }: { viewer: Viewer; params: { id: string }; request: FastifyRequest },
    kind: ListKind,
  ): Promise<void> {
    const list = await readEditable(viewer, kind, params.id)
    request.audited = { targetName: list.name }
    await removeCuratedList(context, kind, list)
  }

  async function memberIdsOf(viewer: Viewer, kind: ListKind, ids: readonly string[]): Promise<number[]> {
    return findMemberIdsByUid(
      db,
      viewer,
      kind,
      ids.map(parseUid).filter((uid) => uid !== undefined),
    )
  }

  async function readEditable(viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView> {
    const list = await readCuratedList(db, viewer, kind, id)
    const permission = writeOf(kind)
    if (list.ownerId === null && !hasPermission(viewer, permission)) {
      throw problem('permission_denied', `You need the permission ${permission} to share a list.`, { permission })
    }
    return list
  }
}

/** As in Komga: a bug in an app must not empty a list. */
function requireProperIds(kind: ListKind, ids: readonly string[]): void {
  const path = kind.member === 'book' ? 'bookIds' : 'seriesIds'
  if (ids.length === 0) throw validationProblem([{ path, message: 'must not be empty' }])
  if (new Set(ids).size < ids.length) throw validationProblem([{ path, message: 'must only contain unique elements' }])
}

const writeOf = (kind: ListKind) => (kind.member === 'book' ? 'BooksWrite' : 'SeriesWrite')

/** Apps find their list again by its name, so names are unique. */
const nameTaken = (kind: ListKind) =>
  problem(
    'validation_failed',
    `A ${kind === collectionKind ? 'collection' : 'read list'} with this name already exists.`,
  )
