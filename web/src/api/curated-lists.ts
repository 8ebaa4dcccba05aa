import { queryOptions, useQuery } from '@tanstack/react-query'
import { t } from '../messages/t.ts'
import { api } from './client.ts'
import { bulkRequestBody } from './item-actions.ts'
import { fetchAllPages, type ItemKind } from './item-queries.ts'
import { queryClient } from './query-client.ts'
import { showMessage, showProblem } from './show-message.ts'
import type { Book, Collection, Page, ReadList, Series } from './types.ts'

/** Lists people make: collections hold series, read lists hold books. */
export type ListKind = 'collections' | 'readlists'
export type CuratedList = Collection | ReadList

export const listsQuery = (noun: ListKind) =>
  queryOptions({
    queryKey: [noun],
    queryFn: ({ signal }) =>
      api.get<Page<CuratedList>>(`/${noun}`, { query: { pageSize: 500 }, signal }).then((page) => page.data),
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
      fetchAllPages((page) =>
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
      fetchAllPages((page) =>
        api.get<Page<Book>>(`/readlists/${id}/books`, { query: { page, pageSize: 500 }, signal }),
      ),
  })

/** The first few of a list, whose covers stand for it. */
export const listCoversQuery = (noun: ListKind, id: string) =>
  queryOptions({
    queryKey: [noun, 'covers', id],
    queryFn: ({ signal }) =>
      api
        .get<Page<Pick<Book, 'id' | 'updatedAt'>>>(`/${noun}/${id}/${noun === 'collections' ? 'series' : 'books'}`, {
          query: { pageSize: 3 },
          signal,
        })
        .then((page) => page.data),
  })

export type ListChanges = Partial<Pick<CuratedList, 'name' | 'summary' | 'shared'>> & {
  /** Members follow from it; null ends that. */
  condition?: unknown
}

export async function createList(noun: ListKind, list: ListChanges & { name: string }): Promise<CuratedList> {
  const made = await api.post<CuratedList>(`/${noun}`, { body: list })
  await queryClient.invalidateQueries({ queryKey: [noun] })
  return made
}

export async function addToList(noun: ListKind, list: CuratedList, ids: string[]) {
  await api.post(`/${noun}/${list.id}/${noun === 'collections' ? 'series' : 'books'}`, {
    body: { [membersOf(noun)]: ids },
  })
  showMessage(t('lists.added', { name: list.name }))
  await refresh(noun)
}

export async function removeFromList(noun: ListKind, listId: string, id: string) {
  await api.delete(`/${noun}/${listId}/${noun === 'collections' ? 'series' : 'books'}/${id}`)
  await refresh(noun)
}

export async function reorderReadList(listId: string, bookIds: string[]) {
  await api.put(`/readlists/${listId}/books`, { body: { bookIds } })
  await refresh('readlists')
}

export async function updateList(noun: ListKind, listId: string, changes: ListChanges) {
  await api.patch(`/${noun}/${listId}`, { body: changes })
  await refresh(noun)
}

export async function deleteList(noun: ListKind, listId: string) {
  await api.delete(`/${noun}/${listId}`)
  await refresh(noun)
}

export async function setOnWantToRead(kind: ItemKind, ids: string[], wanted: boolean) {
  try {
    await api.post(`/${kind}/bulk/want-to-read`, { body: { ...bulkRequestBody(kind, ids), wanted } })
    showMessage(wanted ? t('lists.added', { name: t('nav.wantToRead') }) : t('lists.removed'))
    await queryClient.invalidateQueries({ queryKey: ['want-to-read'] })
  } catch (error) {
    showProblem(error)
  }
}

export const wantToReadQuery = queryOptions({
  queryKey: ['want-to-read'],
  queryFn: async ({ signal }) => {
    const all = <T>(kind: ItemKind) =>
      fetchAllPages((page) => api.get<Page<T>>(`/want-to-read/${kind}`, { query: { page, pageSize: 500 }, signal }))
    const [series, books] = await Promise.all([all<Series>('series'), all<Book>('books')])
    return { series, books }
  },
})

/** Whether it is on the list of what one wants to read. */
export function useIsOnWantToRead(kind: ItemKind, id: string): boolean {
  const { data } = useQuery(wantToReadQuery)
  return data?.[kind].some((each) => each.id === id) ?? false
}

export type ImportedReadList = {
  readList: ReadList
  matched: number
  missing: { series: string; number: string | null }[]
}

/** A reading order from another program. Tells which of its books are not here. */
export async function importReadList(file: File): Promise<ImportedReadList> {
  const form = new FormData()
  form.append('file', file)
  const imported = await api.post<ImportedReadList>('/readlists/import', { body: form })
  await refresh('readlists')
  return imported
}

function membersOf(noun: ListKind) {
  return noun === 'collections' ? 'seriesIds' : 'bookIds'
}

async function refresh(noun: ListKind) {
  await queryClient.invalidateQueries({ queryKey: [noun] })
  const members = noun === 'collections' ? ['series', 'of-collection'] : ['books', 'of-readlist']
  await queryClient.invalidateQueries({ queryKey: members })
}
