import { queryOptions } from '@tanstack/react-query'
import type { Session } from '../../../../../src/contract/own-access.ts'
import { api } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'

export type { Session }

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  // Where an account is in use is known to nobody but the server.
  staleTime: 0,
  queryFn: ({ signal }) => api.get<Session[]>('/user/sessions', { signal }),
})

export async function endSession(id: string) {
  await api.delete(`/user/sessions/${id}`)
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export async function endOtherSessions() {
  await api.delete('/user/sessions')
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}
