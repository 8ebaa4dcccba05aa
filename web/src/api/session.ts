import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { dropPrefetchedResponses } from './prefetched-responses.ts'
import { isProblem } from './problem.ts'
import { queryClient } from './query-client.ts'
import { clearSavedFrame } from './saved-frame.ts'
import type { SignedInUser, SignInResult } from './types.ts'

export type OidcProvider = { name: string; displayName: string; loginUrl: string }

type UserListener = (userId: string | undefined) => Promise<void>
const userListeners = new Set<UserListener>()

/** Calls the listener with the user id each time the server confirms the session, and with undefined on sign-out. */
export function onSignedInUser(listener: UserListener) {
  userListeners.add(listener)
}

async function emitUser(userId: string | undefined) {
  await Promise.all([...userListeners].map((listener) => listener(userId)))
}

/** The signed-in user, or null. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }): Promise<SignedInUser | null> => {
    try {
      const me = await api.get<SignedInUser>('/auth/me', { signal })
      void emitUser(me.id)
      return me
    } catch (error) {
      if (!isProblem(error) || error.status !== 401) throw error
      clearSavedFrame()
      return null
    }
  },
})

export const setupStatusQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: () => api.get<{ setupRequired: boolean; setupTokenRequired: boolean }>('/setup/status'),
  staleTime: 0,
})

export const oidcProvidersQuery = queryOptions({
  queryKey: ['oidc'],
  queryFn: () => api.get<{ enabled: boolean; providers: OidcProvider[] }>('/auth/oidc/providers'),
})

/** Asks the server, bypassing the cache. Without a response the session counts as valid. */
export async function checkSignedIn(): Promise<boolean> {
  try {
    await api.get('/auth/me')
    return true
  } catch (error) {
    return !(isProblem(error) && error.status === 401)
  }
}

export function useMe(): SignedInUser {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('Only pages behind the sign-in may ask who is signed in')
  return data
}

export function usePermission(permission: SignedInUser['permissions'][number]): boolean {
  const { data } = useQuery(meQuery)
  return data?.effectivePermissions.includes(permission) ?? false
}

/** False if an administrator denied the action; the permissions don't include this. */
export function useIsActionAllowed(action: NonNullable<SignedInUser['denied']>[number]): boolean {
  const { data } = useQuery(meQuery)
  return !data?.denied?.includes(action)
}

export async function signIn(username: string, password: string) {
  await keepSession(await api.post<SignInResult>('/auth/login', { body: { username, password } }))
}

/** Without leaving the page. False if it is another user's account. */
export async function signInAgain(me: SignedInUser, username: string, password: string): Promise<boolean> {
  const { user } = await api.post<SignInResult>('/auth/login', { body: { username, password } })
  if (user.id !== me.id) return false
  queryClient.setQueryData(meQuery.queryKey, user)
  await emitUser(user.id)
  return true
}

/** Whether the same user signed in again in another tab. */
export async function isSameUserSignedIn(me: SignedInUser): Promise<boolean> {
  const now = await api.get<SignedInUser>('/auth/me').catch(() => undefined)
  return now?.id === me.id
}

export type NewAccount = { username: string; email?: string; password: string; setupToken?: string }

export async function createAdmin(body: NewAccount) {
  await keepSession(await api.post<SignInResult>('/setup/initialize', { body }))
}

export async function registerAccount(body: NewAccount) {
  await keepSession(await api.post<SignInResult>('/auth/register', { body }))
}

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  staleTime: 0,
  queryFn: () => api.get<{ registrationEnabled: boolean }>('/auth/options'),
})

export async function signOut() {
  await api.post('/auth/logout').catch(() => undefined)
  clearSavedFrame()
  await emitUser(undefined)
  queryClient.clear()
}

export async function fetchOidcLoginUrl(name: string, returnTo: string): Promise<string> {
  const path = `/auth/oidc/${encodeURIComponent(name)}/login`
  const answer = await api.post<{ redirectUrl: string }>(path, { query: { returnTo } })
  return answer.redirectUrl
}

// The tokens in the response are for apps; the web interface uses the HttpOnly cookie and stores none of them.
async function keepSession(session: SignInResult) {
  dropPrefetchedResponses()
  queryClient.clear()
  queryClient.setQueryData(meQuery.queryKey, session.user)
  // Awaited so that queued positions are sent first: the next book must not open at an older one.
  await emitUser(session.user.id)
}
