import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { KoboDevice } from '../../../../../src/contract/kobo-devices.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Book, Page } from '../../../api/types.ts'

export type { KoboDevice }
export type NewKoboDevice = KoboDevice & { token: string; url: string }
export type KoboScope = KoboDevice['scope']

export const koboDevicesQuery = queryOptions({
  queryKey: ['kobo-devices'],
  // The last sync of a device changes without an event.
  staleTime: 0,
  queryFn: ({ signal }) => api.get<KoboDevice[]>('/user/kobo-devices', { signal }),
})

/** The books on a device, or those removed on it: there may be thousands. */
export const koboBooksQuery = (id: string, removed: boolean) =>
  infiniteQueryOptions({
    queryKey: ['kobo-devices', id, removed ? 'removed' : 'books'],
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Book>>(`/user/kobo-devices/${id}/books`, {
        query: { page: pageParam, pageSize: 50, removed },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.data),
  })

const refresh = () => queryClient.invalidateQueries({ queryKey: koboDevicesQuery.queryKey })

export async function addKobo(name: string): Promise<NewKoboDevice> {
  const added = await api.post<NewKoboDevice>('/user/kobo-devices', { body: { name } })
  void refresh()
  return added
}

export async function changeKobo(id: string, body: { name?: string; scope?: Partial<KoboScope> }): Promise<void> {
  await api.patch(`/user/kobo-devices/${id}`, { body })
  await refresh()
}

export async function removeKobo(id: string): Promise<void> {
  await api.delete(`/user/kobo-devices/${id}`)
  await refresh()
}

/** Without `bookIds`, all books. */
export async function resendToKobo(id: string, bookIds?: string[]): Promise<void> {
  await api.post(`/user/kobo-devices/${id}/resend`, { body: bookIds ? { bookIds } : {} })
  await refresh()
}
