import { queryOptions } from '@tanstack/react-query'
import { t } from '../messages/t.ts'
import { api } from './client.ts'
import { fetchAllListPages } from './item-queries.ts'
import { queryClient } from './query-client.ts'
import { showMessage } from './show-message.ts'
import type { Book, Collection, Page, ReadList, Series } from './types.ts'

/** Lists people make: collections hold series, read lists hold books. */
export type ListKind = 'collections' | 'readlists'
export type CuratedList = Collection | ReadList

/** There may be more. */
export const maxListsLoaded = 500

export const listsQuery = (kind: ListKind) =>
  queryOptions({
    queryKey: [kind],
    queryFn: ({ signal }) =>
      api.get<Page<CuratedList>>(`/${kind}`, { query: { pageSize: maxListsLoaded }, signal }).then((page) => page.data),
  })

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ['collections', 'one', id],
    queryFn: ({ signal }) => api.get<Collection>(`/collections/${id}`, { signal }),
  })

export const collectionSeriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['series', 'of-collection', id],
    queryFn: ({ signal }) =>
      fetchAllListPages((page) =>
        api.get<Page<Series>>(`/collections/${id}/series`, { query: { page, pageSize: 500 }, signal }),
      ),
  })

export const readListQuery = (id: string) =>
  queryOptions({
    queryKey: ['readlists', 'one', id],
    queryFn: ({ signal }) => api.get<ReadList>(`/readlists/${id}`, { signal }),
  })

export const readListBooksQuery = (id: string) =>
  queryOptions({
    queryKey: ['books', 'of-readlist', id],
    queryFn: ({ signal }) =>
      fetchAllListPages((page) =>
        api.get<Page<Book>>(`/readlists/${id}/books`, { query: { page, pageSize: 500 }, signal }),
      ),
  })

/** The first members of a list; their covers represent it. */
export const listCoversQuery = (kind: ListKind, id: string) =>
  queryOptions({
    queryKey: [kind, 'covers', id],
    queryFn: ({ signal }) =>
      api
        .get<Page<Pick<Book, 'id' | 'updatedAt'>>>(`/${kind}/${id}/${kind === 'collections' ? 'series' : 'books'}`, {
          query: { pageSize: 3 },
          signal,
        })
        .then((page) => page.data),
  })

export type ListChanges = Partial<Pick<CuratedList, 'name' | 'summary' | 'shared'>> & {
  /** A smart list's members follow from this condition; null makes it a plain list. */
  condition?: unknown
}

export async function createList(kind: ListKind, list: ListChanges & { name: string }): Promise<CuratedList> {
  const made = await api.post<CuratedList>(`/${kind}`, { body: list })
  await queryClient.invalidateQueries({ queryKey: [kind] })
  return made
}

export async function addToList(kind: ListKind, list: CuratedList, ids: string[]) {
  await api.post(`/${kind}/${list.id}/${kind === 'collections' ? 'series' : 'books'}`, {
    body: { [membersOf(kind)]: ids },
  })
  showMessage(t('lists.added', { name: list.name }))
  await refresh(kind)
}

export async function removeFromList(kind: ListKind, listId: string, id: string) {
  await api.delete(`/${kind}/${listId}/${kind === 'collections' ? 'series' : 'books'}/${id}`)
  await refresh(kind)
}

export async function reorderReadList(listId: string, bookIds: string[]) {
  await api.put(`/readlists/${listId}/books`, { body: { bookIds } })
  await refresh('readlists')
}

export async function updateList(kind: ListKind, listId: string, changes: ListChanges) {
  await api.patch(`/${kind}/${listId}`, { body: changes })
  await refresh(kind)
}

export async function deleteList(kind: ListKind, listId: string) {
  await api.delete(`/${kind}/${listId}`)
  await refresh(kind)
}

export type ImportedReadList = {
  readList: ReadList
  matched: number
  missing: { series: string; number: string | null }[]
}

/** Imports a reading order from another program. The result lists the books that were not found. */
export async function importReadList(file: File): Promise<ImportedReadList> {
  const form = new FormData()
  form.append('file', file)
  const imported = await api.post<ImportedReadList>('/readlists/import', { body: form })
  await refresh('readlists')
  return imported
}

function membersOf(kind: ListKind) {
  return kind === 'collections' ? 'seriesIds' : 'bookIds'
}

async function refresh(kind: ListKind) {
  await queryClient.invalidateQueries({ queryKey: [kind] })
  const members = kind === 'collections' ? ['series', 'of-collection'] : ['books', 'of-readlist']
  await queryClient.invalidateQueries({ queryKey: members })
}
