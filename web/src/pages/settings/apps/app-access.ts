import { queryOptions } from '@tanstack/react-query'
import type { AppEndpoints } from '../../../../../src/contract/server.ts'
import { api } from '../../../api/client.ts'
import { serverAddress } from '../../../api/urls.ts'

export type { AppEndpoints }

/** The endpoints for apps, and which of them are enabled. */
export const appAccessQuery = queryOptions({
  queryKey: ['settings', 'app-access'],
  queryFn: ({ signal }) => api.get<AppEndpoints>('/app-endpoints', { signal }),
})

/** The address to type into an app: the public one, if the server knows it. */
export function addressForApps(appAccess: AppEndpoints | undefined): string {
  return appAccess?.publicUrl?.replace(/\/$/, '') ?? serverAddress()
}

/** Such an address only works on this machine, and an app usually runs on another. */
export function isLocalAddress(address: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)
}
