import { books } from '../../../contract/komga/books.ts'
import {
  type CollectionDto,
  collections as collectionRoutes,
  type ReadListDto,
  readLists as readListRoutes,
} from '../../../contract/komga/curated-lists.ts'
import { series } from '../../../contract/komga/series.ts'
import { collectionKind, type ListKind, readListKind } from '../../../store/curated-list/list-kind.ts'
import { type CuratedListView, listCuratedLists } from '../../../store/curated-list/read.ts'
import { type ListMembers, readMembersOfLists } from '../../../store/curated-list/read-members-of-lists.ts'
import { findMemberIdsByUid } from '../../../store/curated-list/translate-member-ids.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { limitAndOffsetOfPageable, presentSpringPage, readPageable, type SortOrder } from '../pageable.ts'
import { presentKomgaCollection, presentKomgaReadList } from '../present/curated-list.ts'
import { notFoundProblem, readCuratedList, uidOrNotFound } from '../read-by-komga-id.ts'
import { commaSeparatedOf, firstValueOf, queryOf } from '../read-query.ts'

type Present = (list: CuratedListView, members: ListMembers | undefined) => CollectionDto | ReadListDto

/** Reading collections and read lists. */
export function mountCuratedLists({ surface, context }: KomgaContext): void {
  const { db } = context

  serve(surface, series.collections, async ({ params, viewer }) =>
    presentAll(viewer, collectionKind, await listsWith(viewer, collectionKind, params.id), presentKomgaCollection),
  )
  serve(surface, books.readLists, async ({ params, viewer }) =>
    presentAll(viewer, readListKind, await listsWith(viewer, readListKind, params.id), presentKomgaReadList),
  )

  mountAlike(collectionKind, collectionRoutes, presentKomgaCollection)
  mountAlike(readListKind, readListRoutes, presentKomgaReadList)

  function mountAlike(kind: ListKind, routes: typeof collectionRoutes | typeof readListRoutes, present: Present): void {
    // The two sets of routes differ only in their responses, which `present` handles.
    const alike = routes as typeof collectionRoutes
    const shown = present as typeof presentKomgaCollection

    serve(surface, alike.list, async ({ viewer, request }) => {
      const query = queryOf(request)
      const pageable = readPageable(query)
      const libraryIds = commaSeparatedOf(query, 'library_id')
      const found = await listCuratedLists(db, viewer, kind, {
        limit: MAX_LISTS,
        offset: 0,
        search: firstValueOf(query, 'search'),
        ...(libraryIds.length > 0 && { libraryIds }),
      })
      const all = inOrder(found.data, pageable.orders)
      const { limit, offset } = limitAndOffsetOfPageable(pageable)
      const page = pageable.isUnpaged ? all : all.slice(offset, offset + limit)
      const data = await presentAll(viewer, kind, page, shown)
      return presentSpringPage(pageable, pageable.orders.some(isKnown), { data, total: found.total })
    })

    serve(surface, alike.read, async ({ params, viewer }) => {
      const list = await readCuratedList(db, viewer, kind, params.id)
      return (await presentAll(viewer, kind, [list], shown))[0]!
    })
  }

  async function presentAll<Dto>(
    viewer: Viewer,
    kind: ListKind,
    lists: readonly CuratedListView[],
    present: (list: CuratedListView, members: ListMembers | undefined) => Dto,
  ): Promise<Dto[]> {
    const members = await readMembersOfLists(db, viewer, kind, lists)
    return lists.map((list) => present(list, members.get(list.id)))
  }

  async function listsWith(viewer: Viewer, kind: ListKind, id: string): Promise<CuratedListView[]> {
    const [containing] = await findMemberIdsByUid(db, viewer, kind, [uidOrNotFound(id, kind.member)])
    if (containing === undefined) throw notFoundProblem(kind.member)
    return (await listCuratedLists(db, viewer, kind, { limit: MAX_LISTS, offset: 0, containing })).data
  }
}

const MAX_LISTS = 100_000

/** They are already sorted by name. */
function inOrder(lists: readonly CuratedListView[], orders: readonly SortOrder[]): CuratedListView[] {
  const order = orders.find(isKnown)
  if (!order) return [...lists]
  const sorted = order.property === 'name' ? [...lists] : lists.toSorted((a, b) => timeOf(a, order) - timeOf(b, order))
  return order.direction === 'desc' ? sorted.reverse() : sorted
}

const isKnown = ({ property }: SortOrder): boolean => ['name', 'createdDate', 'lastModifiedDate'].includes(property)
const timeOf = (list: CuratedListView, order: SortOrder) =>
  order.property === 'createdDate' ? list.createdAt : list.updatedAt
