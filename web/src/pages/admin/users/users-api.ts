import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SharingTag } from '../../../../../src/contract/sharing-tags.ts'
import type { NewUser, User, UserPatch } from '../../../../../src/contract/users.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { Page } from '../../../api/types.ts'

export type { NewUser, SharingTag, User, UserPatch }

export const usersQuery = (search: string, page = 1) =>
  queryOptions({
    queryKey: ['users', 'list', search, page],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get<Page<User>>('/users', { query: { search, page, pageSize: 50 }, signal }),
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    staleTime: 0,
    queryFn: ({ signal }) => api.get<User>(`/users/${id}`, { signal }),
  })

export const sharingTagsQuery = queryOptions({
  queryKey: ['sharing-tags'],
  staleTime: 0,
  queryFn: ({ signal }) =>
    api.get<Page<SharingTag>>('/admin/sharing-tags', { query: { pageSize: 500 }, signal }).then((page) => page.data),
})

export async function addUser(body: NewUser) {
  await api.post('/users', { body })
  await refresh()
}

export async function changeUser(id: string, body: UserPatch) {
  await api.patch(`/users/${id}`, { body })
  await refresh()
}

export async function deleteUser(id: string) {
  await api.delete(`/users/${id}`)
  queryClient.removeQueries({ queryKey: ['users', 'one', id] })
  await refresh()
}

async function refresh() {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['users'] }),
    queryClient.invalidateQueries({ queryKey: ['me'] }),
  ])
}
