import { queryOptions, useQuery } from '@tanstack/react-query'
import { t } from '../messages/t.ts'
import { bulkRequestBody } from './bulk-request-body.ts'
import { api } from './client.ts'
import { fetchAllListPages, type ItemKind } from './item-queries.ts'
import { queryClient } from './query-client.ts'
import { showMessage, showProblem } from './show-message.ts'
import type { Book, Page, Series } from './types.ts'

export async function setWantToRead(kind: ItemKind, ids: string[], wanted: boolean) {
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
      fetchAllListPages((page) => api.get<Page<T>>(`/want-to-read/${kind}`, { query: { page, pageSize: 500 }, signal }))
    const [series, books] = await Promise.all([all<Series>('series'), all<Book>('books')])
    return { series, books }
  },
})

/** Whether the item is on the viewer's want-to-read list. */
export function useIsOnWantToReadList(kind: ItemKind, id: string): boolean {
  const { data } = useQuery(wantToReadQuery)
  return data?.[kind].some((each) => each.id === id) ?? false
}
