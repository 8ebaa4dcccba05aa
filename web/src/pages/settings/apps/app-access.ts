import { queryOptions } from '@tanstack/react-query'
import type { AppEndpoints } from '../../../../../src/contract/server.ts'
import { api } from '../../../api/client.ts'
import { serverAddress } from '../../../api/urls.ts'

export type { AppEndpoints }

/** Where apps come in, and which of these ways are open. */
export const appAccessQuery = queryOptions({
  queryKey: ['settings', 'doors'],
  queryFn: ({ signal }) => api.get<AppEndpoints>('/doors', { signal }),
})

/** What to type into an app: the address people use from outside, where the server knows it. */
export function addressForApps(appAccess: AppEndpoints | undefined): string {
  return appAccess?.publicUrl?.replace(/\/$/, '') ?? serverAddress()
}

/** Such an address works on this machine only, and an app is usually on another. */
export function isLocalAddress(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)
}
