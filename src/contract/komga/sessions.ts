import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { flag, integer, KomgaId, root, text, v1, v2 } from './shared-schemas.ts'

export const AgeRestriction = Type.Object({ age: integer, restriction: Type.Enum(['ALLOW_ONLY', 'EXCLUDE']) })

/** `ageRestriction` is always present, as null if there is none: older Komelia refuses to sign in without it. */
export const UserDto = Type.Object({
  id: KomgaId,
  email: text,
  roles: Type.Array(Type.Enum(['USER', 'ADMIN', 'FILE_DOWNLOAD', 'PAGE_STREAMING', 'KOBO_SYNC', 'KOREADER_SYNC'])),
  sharedAllLibraries: flag,
  sharedLibrariesIds: Type.Array(KomgaId),
  labelsAllow: Type.Array(text),
  labelsExclude: Type.Array(text),
  ageRestriction: Nullable(AgeRestriction),
})
export type UserDto = Static<typeof UserDto>

const permission = 'authenticated'

export const sessions = {
  me: v2.get('/users/me', { permission, summary: 'Get the signed-in user', response: UserDto }),
  meOnce: v1.get('/users/me', { permission, summary: 'Get the signed-in user (for older apps)', response: UserDto }),
  setCookie: v1.get('/login/set-cookie', { permission, summary: 'Get the session token as a cookie' }),
} as const

const signOut = { permission: 'public', summary: 'Sign out' } as const

/** Any method works. */
export const signOuts = {
  byPost: root.post('/api/logout', signOut),
  byLink: root.get('/api/logout', { ...signOut, also: [403] }),
  byPut: root.put('/api/logout', signOut),
  byPatch: root.patch('/api/logout', signOut),
  byDelete: root.del('/api/logout', signOut),
} as const
