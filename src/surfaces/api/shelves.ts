import { reorder } from '../../catalog/shelves/members.ts'
import { removeShelf } from '../../catalog/shelves/remove.ts'
import { tellChangedShelf, tellShelf } from '../../catalog/shelves/tell.ts'
import { presentPage, rowsOfPage } from '../../contract/paging.ts'
import { invalid, problem } from '../../contract/problems.ts'
import {
  type Collection,
  collections as collectionRoutes,
  type ReadList,
  readLists as readListRoutes,
} from '../../contract/shelves.ts'
import { readBooks } from '../../store/book/read.ts'
import { readSeries } from '../../store/series/read.ts'
import { findMemberIds } from '../../store/shelf/find-members.ts'
import { collections, readLists, type ShelfKind } from '../../store/shelf/kind.ts'
import { findShelf, listMembers, listShelves, type ShelfView } from '../../store/shelf/read.ts'
import { changeShelf, createFilledShelf, readMemberIds, setMembers } from '../../store/shelf/write.ts'
import { bytesToUuid, type Uid, uuidToBytes } from '../../store/uid.ts'
import { requireListRoom } from '../../store/user/own-count.ts'
import { may, type Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { presentBook } from '../present/book.ts'
import { presentSeries } from '../present/series.ts'
import { type OpenSurface, serve } from '../serve.ts'

/** Collections and read lists: one set of deeds for both. */
export function mountShelves(api: OpenSurface, context: AppContext): void {
  const { db } = context

  serve(api, collectionRoutes.members, async ({ params, query, viewer, request, href }) => {
    const shelf = await readShelf(viewer, collections, params.id)
    const { ids, total } = await listMembers(db, viewer, collections, shelf, rowsOfPage(query))
    const data = (await readSeries(db, viewer, ids)).map(presentSeries)
    return presentPage({ request, href }, query, { data, total })
  })
  serve(api, readListRoutes.members, async ({ params, query, viewer, request, href }) => {
    const shelf = await readShelf(viewer, readLists, params.id)
    const { ids, total } = await listMembers(db, viewer, readLists, shelf, rowsOfPage(query))
    const data = (await readBooks(db, viewer, ids)).map((book) => presentBook(book, viewer))
    return presentPage({ request, href }, query, { data, total })
  })
  serve(api, collectionRoutes.ofSeries, async ({ params, viewer }) => {
    return (await shelvesOf(viewer, collections, params.id)).map(presentCollection)
  })
  serve(api, readListRoutes.ofBook, async ({ params, viewer }) => {
    return (await shelvesOf(viewer, readLists, params.id)).map(presentReadList)
  })
  serve(api, collectionRoutes.order, async ({ params, body, viewer }) =>
    presentCollection(await order(viewer, collections, params.id, body.seriesIds)),
  )
  serve(api, readListRoutes.order, async ({ params, body, viewer }) =>
    presentReadList(await order(viewer, readLists, params.id, body.bookIds)),
  )
  serve(api, collectionRoutes.add, async ({ params, body, viewer }) =>
    presentCollection(await add(viewer, collections, params.id, body.seriesIds)),
  )
  serve(api, readListRoutes.add, async ({ params, body, viewer }) =>
    presentReadList(await add(viewer, readLists, params.id, body.bookIds)),
  )
  mountAlike(collections, collectionRoutes, presentCollection)
  mountAlike(readLists, readListRoutes, presentReadList)

  function mountAlike<Shelf extends Collection | ReadList>(
    kind: ShelfKind,
    routes: typeof collectionRoutes | typeof readListRoutes,
    present: (shelf: ShelfView) => Shelf,
  ): void {
    // The two sets of routes differ in what they answer, which `present` settles.
    const alike = routes as typeof collectionRoutes
    const shown = present as unknown as (shelf: ShelfView) => Collection

    serve(api, alike.list, async ({ query, viewer, request, href }) => {
      const found = await listShelves(db, viewer, kind, { ...rowsOfPage(query), search: query.search })
      return presentPage({ request, href }, query, { data: found.data.map(shown), total: found.total })
    })
    serve(api, alike.create, async ({ body, viewer }) => {
      const mayShare = may(viewer, writeOf(kind))
      const isShared = body.shared ?? mayShare
      if (isShared) requireSharing(viewer, kind)
      const ids = await findMemberIds(db, viewer, kind, membersOf(body).map(uuidToBytes))
      const made = {
        name: body.name.trim(),
        summary: body.summary ?? null,
        isOrdered: body.ordered ?? kind.member === 'book',
        ownerId: isShared ? null : viewer.userId,
      }
      if (!isShared) await requireListRoom(db, viewer.userId, context.config.limits.lists)
      const uid = await createFilledShelf(db, kind, made, ids)
      return shown(await told(viewer, kind, uid, 'created'))
    })
    serve(api, alike.read, async ({ params, viewer }) => shown(await readShelf(viewer, kind, params.id)))
    serve(api, alike.change, async ({ params, body, viewer }) => {
      const shelf = await readEditable(viewer, kind, params.id)
      if (body.shared === true) requireSharing(viewer, kind)
      const ownerId = body.shared === undefined ? shelf.ownerId : body.shared ? null : viewer.userId
      await db.transaction((tx) =>
        changeShelf(tx, kind, shelf.id, {
          name: body.name?.trim() ?? shelf.name,
          summary: body.summary === undefined ? shelf.summary : body.summary,
          isOrdered: body.ordered ?? shelf.isOrdered,
          ownerId,
        }),
      )
      const after = await readAgain(viewer, kind, shelf.uid)
      await tellChangedShelf(context, kind, shelf, after)
      return shown(after)
    })
    serve(api, alike.remove, async ({ params, viewer }) => {
      const shelf = await readEditable(viewer, kind, params.id)
      await removeShelf(context, kind, shelf)
    })
    serve(api, alike.take, async ({ params, viewer }) => {
      const shelf = await readEditable(viewer, kind, params.id)
      const [gone] = await findMemberIds(db, viewer, kind, [uuidToBytes(params.memberId)])
      const wasThere = await db.transaction(async (tx) => {
        const now = await readMemberIds(tx, kind, shelf.id)
        if (gone === undefined || !now.includes(gone)) return false
        await setMembers(
          tx,
          kind,
          shelf,
          now.filter((id) => id !== gone),
        )
        return true
      })
      if (!wasThere) throw problem('not_found', `There is no such ${kind.member} on this list.`)
      await tellShelf(context, kind, shelf, 'updated')
    })
  }

  async function order(viewer: Viewer, kind: ShelfKind, id: string, memberIds: readonly string[]): Promise<ShelfView> {
    const shelf = await readEditable(viewer, kind, id)
    const wanted = await findMemberIds(db, viewer, kind, memberIds.map(uuidToBytes))
    const seen = await listMembers(db, viewer, kind, shelf, { limit: 1_000_000, offset: 0 })
    await db.transaction(async (tx) => {
      const now = await readMemberIds(tx, kind, shelf.id)
      await setMembers(tx, kind, shelf, reorder(now, wanted, new Set([...seen.ids, ...wanted])))
    })
    return told(viewer, kind, shelf.uid, 'updated')
  }

  async function add(viewer: Viewer, kind: ShelfKind, id: string, memberIds: readonly string[]): Promise<ShelfView> {
    const shelf = await readEditable(viewer, kind, id)
    const more = await findMemberIds(db, viewer, kind, memberIds.map(uuidToBytes))
    await db.transaction(async (tx) => {
      await setMembers(tx, kind, shelf, [...(await readMemberIds(tx, kind, shelf.id)), ...more])
    })
    return told(viewer, kind, shelf.uid, 'updated')
  }

  async function told(viewer: Viewer, kind: ShelfKind, uid: Uid, what: 'created' | 'updated'): Promise<ShelfView> {
    const shelf = await readAgain(viewer, kind, uid)
    await tellShelf(context, kind, shelf, what)
    return shelf
  }

  async function shelvesOf(viewer: Viewer, kind: ShelfKind, id: string): Promise<ShelfView[]> {
    const [member] = await findMemberIds(db, viewer, kind, [uuidToBytes(id)])
    if (member === undefined) throw problem('not_found', `There is no such ${kind.member}.`)
    return (await listShelves(db, viewer, kind, { limit: 500, offset: 0, containing: member })).data
  }

  async function readShelf(viewer: Viewer, kind: ShelfKind, id: string): Promise<ShelfView> {
    return readAgain(viewer, kind, uuidToBytes(id))
  }

  async function readAgain(viewer: Viewer, kind: ShelfKind, uid: Uid): Promise<ShelfView> {
    const shelf = await findShelf(db, viewer, kind, uid)
    if (!shelf)
      throw problem(
        'not_found',
        kind.member === 'book' ? 'There is no such read list.' : 'There is no such collection.',
      )
    return shelf
  }

  /** One's own, or a shared one with the right to edit those. */
  async function readEditable(viewer: Viewer, kind: ShelfKind, id: string): Promise<ShelfView> {
    const shelf = await readShelf(viewer, kind, id)
    if (shelf.ownerId === null) requireSharing(viewer, kind)
    return shelf
  }
}

const writeOf = (kind: ShelfKind) => (kind.member === 'book' ? 'BooksWrite' : 'SeriesWrite')

function requireSharing(viewer: Viewer, kind: ShelfKind): void {
  const permission = writeOf(kind)
  if (!may(viewer, permission))
    throw problem('permission_denied', `Shared lists need the permission ${permission}.`, { permission })
}

/** Under the name that the other routes have for them, or under the older one. */
function membersOf(body: { ids?: string[]; seriesIds?: string[]; bookIds?: string[] }): string[] {
  const name = body.seriesIds ? 'seriesIds' : 'bookIds'
  const given = body[name]
  if (given && body.ids && given.join() !== body.ids.join()) {
    throw invalid([{ path: 'ids', message: `says something else than ${name}` }])
  }
  return given ?? body.ids ?? []
}

const presentShelf = (shelf: ShelfView) => ({
  id: bytesToUuid(shelf.uid),
  name: shelf.name,
  summary: shelf.summary,
  ordered: shelf.isOrdered,
  shared: shelf.ownerId === null,
  createdAt: new Date(shelf.createdAt).toISOString(),
  updatedAt: new Date(shelf.updatedAt).toISOString(),
})
const presentCollection = (shelf: ShelfView): Collection => ({ ...presentShelf(shelf), seriesCount: shelf.memberCount })
export const presentReadList = (shelf: ShelfView): ReadList => ({
  ...presentShelf(shelf),
  bookCount: shelf.memberCount,
})
