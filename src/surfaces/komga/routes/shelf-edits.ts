import { reorder } from '../../../catalog/shelves/members.ts'
import { removeShelf } from '../../../catalog/shelves/remove.ts'
import { tellShelf } from '../../../catalog/shelves/tell.ts'
import { collections as collectionRoutes, readLists as readListRoutes } from '../../../contract/komga/shelves.ts'
import { invalid, problem } from '../../../contract/problems.ts'
import { findMemberIds } from '../../../store/shelf/find-members.ts'
import { collections, readLists, type ShelfKind } from '../../../store/shelf/kind.ts'
import { readMembersOf } from '../../../store/shelf/members.ts'
import { claimName, createNamedShelf } from '../../../store/shelf/name.ts'
import { findShelf, listMembers, type ShelfView } from '../../../store/shelf/read.ts'
import { changeShelf, readMemberIds, setMembers } from '../../../store/shelf/write.ts'
import { parseUid } from '../../../store/uid.ts'
import { requireListRoom } from '../../../store/user/own-count.ts'
import { may, type Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import { readShelf } from '../find.ts'
import type { Komga } from '../komga.ts'
import { presentCollection, presentReadList } from '../present/shelf.ts'

interface Given {
  name?: string | null
  summary?: string | null
  ordered?: boolean | null
  ids?: readonly string[] | null
}

/** Collections and read lists, to change. Shared ones by those who may; everyone else makes their own. */
export function mountShelfEdits({ surface, context }: Komga): void {
  const { db } = context

  serve(surface, collectionRoutes.create, async ({ body, viewer }) => {
    const { shelf, members } = await create(viewer, collections, { ...body, ids: body.seriesIds })
    return presentCollection(shelf, members)
  })
  serve(surface, readListRoutes.create, async ({ body, viewer }) => {
    const given = { ...body, ordered: body.ordered ?? true, ids: body.bookIds }
    const { shelf, members } = await create(viewer, readLists, given)
    return presentReadList(shelf, members)
  })
  serve(surface, collectionRoutes.change, ({ params, body, viewer }) =>
    change(viewer, collections, params.id, { ...body, ids: body.seriesIds }),
  )
  serve(surface, readListRoutes.change, ({ params, body, viewer }) =>
    change(viewer, readLists, params.id, { ...body, ids: body.bookIds }),
  )
  serve(surface, collectionRoutes.remove, ({ params, viewer }) => remove(viewer, collections, params.id))
  serve(surface, readListRoutes.remove, ({ params, viewer }) => remove(viewer, readLists, params.id))

  async function create(viewer: Viewer, kind: ShelfKind, given: Given & { name: string }) {
    const ids = await memberIdsOf(viewer, kind, given.ids ?? [])
    if (ids.length === 0)
      throw invalid([{ path: kind.member === 'book' ? 'bookIds' : 'seriesIds', message: 'must not be empty' }])
    const ownerId = may(viewer, writeOf(kind)) ? null : viewer.userId
    if (ownerId !== null) await requireListRoom(db, ownerId, context.config.limits.lists)
    const made = {
      name: given.name.trim(),
      summary: given.summary || null,
      isOrdered: given.ordered ?? false,
      ownerId,
    }
    const uid = await createNamedShelf(db, viewer, kind, made, ids)
    if (!uid) throw nameTaken(kind)
    const shelf = (await findShelf(db, viewer, kind, uid))!
    await tellShelf(context, kind, shelf, 'created')
    return { shelf, members: (await readMembersOf(db, viewer, kind, [shelf])).get(shelf.id) }
  }

  async function change(viewer: Viewer, kind: ShelfKind, id: string, given: Given): Promise<void> {
    const shelf = await readEditable(viewer, kind, id)
    const wanted = given.ids ? await memberIdsOf(viewer, kind, given.ids) : undefined
    const seen = wanted && (await listMembers(db, viewer, kind, shelf, { limit: 1_000_000, offset: 0 }))
    await db.transaction(async (tx) => {
      const name = given.name?.trim()
      if (name && !(await claimName(tx, db, viewer, kind, name, shelf.id))) throw nameTaken(kind)
      await changeShelf(tx, kind, shelf.id, {
        name: name || shelf.name,
        summary: given.summary === undefined ? shelf.summary : given.summary || null,
        isOrdered: given.ordered ?? shelf.isOrdered,
        ownerId: shelf.ownerId,
      })
      if (!wanted || !seen) return
      const now = await readMemberIds(tx, kind, shelf.id)
      await setMembers(tx, kind, shelf, reorder(now, wanted, new Set([...seen.ids, ...wanted])))
    })
    await tellShelf(context, kind, shelf, 'updated')
  }

  async function remove(viewer: Viewer, kind: ShelfKind, id: string): Promise<void> {
    await removeShelf(context, kind, await readEditable(viewer, kind, id))
  }

  async function memberIdsOf(viewer: Viewer, kind: ShelfKind, ids: readonly string[]): Promise<number[]> {
    return findMemberIds(
      db,
      viewer,
      kind,
      ids.map(parseUid).filter((uid) => uid !== undefined),
    )
  }

  async function readEditable(viewer: Viewer, kind: ShelfKind, id: string): Promise<ShelfView> {
    const shelf = await readShelf(db, viewer, kind, id)
    const permission = writeOf(kind)
    if (shelf.ownerId === null && !may(viewer, permission)) {
      throw problem('permission_denied', `Shared lists need the permission ${permission}.`, { permission })
    }
    return shelf
  }
}

const writeOf = (kind: ShelfKind) => (kind.member === 'book' ? 'BooksWrite' : 'SeriesWrite')

/** Apps find their shelf again by its name, so there is one of a name. */
const nameTaken = (kind: ShelfKind) =>
  problem('validation_failed', `A ${kind === collections ? 'collection' : 'read list'} of that name exists already.`)
