import { queryOptions } from '@tanstack/react-query'
import type { Doors } from '../../../../../src/contract/server.ts'
import { serverAddress } from '../../../api/base.ts'
import { api } from '../../../api/client.ts'

export type { Doors }

/** Where apps come in, and which of these ways are open. */
export const doorsQuery = queryOptions({
  queryKey: ['settings', 'doors'],
  queryFn: ({ signal }) => api.get<Doors>('/doors', { signal }),
})

/** What to type into an app: the address people use from outside, where the server knows it. */
export function addressOf(doors: Doors | undefined): string {
  return doors?.publicUrl?.replace(/\/$/, '') ?? serverAddress()
}

/** Such an address works on this machine only, and an app is usually on another. */
export function isOnlyHere(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)
}
