import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { UserDto } from './sessions.ts'
import { ByKomgaId, flag, KomgaId, SpringPage, text, UtcSeconds, v2 } from './shared-schemas.ts'

const restrictions = {
  roles: Type.Optional(Nullable(Type.Array(text))),
  sharedLibraries: Type.Optional(
    Nullable(Type.Object({ all: flag, libraryIds: Type.Optional(Nullable(Type.Array(text))) })),
  ),
  labelsAllow: Type.Optional(Nullable(Type.Array(text))),
  labelsExclude: Type.Optional(Nullable(Type.Array(text))),
  ageRestriction: Type.Optional(
    Nullable(
      Type.Object({
        age: Type.Integer({ minimum: 0, maximum: 99 }),
        restriction: Type.Enum(['ALLOW_ONLY', 'EXCLUDE', 'NONE']),
      }),
    ),
  ),
}
export const UserUpdate = Type.Object(restrictions)
export type UserUpdate = Static<typeof UserUpdate>
const UserCreation = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 64 }),
  password: Type.String({ maxLength: 1024 }),
  ...restrictions,
})
const PasswordUpdate = Type.Object({ password: Type.String({ maxLength: 1024 }) })

export const users = {
  list: v2.get('/users', { permission: 'UsersRead', summary: 'List users', response: Type.Array(UserDto) }),
  create: v2.post('/users', {
    audit: 'account_created',
    permission: 'UsersWrite',
    summary: 'Create a user',
    body: UserCreation,
    response: UserDto,
    status: 201,
  }),
  change: v2.patch('/users/:id', {
    permission: 'UsersWrite',
    summary: 'Update the permissions of a user',
    params: ByKomgaId,
    body: UserUpdate,
  }),
  remove: v2.del('/users/:id', {
    audit: 'account_deleted',
    permission: 'UsersDelete',
    summary: 'Delete a user',
    params: ByKomgaId,
  }),
  password: v2.patch('/users/:id/password', {
    audit: 'password_changed',
    permission: 'authenticated',
    summary: 'Change the password of a user; for others this needs UsersWrite',
    params: ByKomgaId,
    body: PasswordUpdate,
  }),
  ownPassword: v2.patch('/users/me/password', {
    audit: 'password_changed',
    permission: 'authenticated',
    summary: 'Change your password',
    body: PasswordUpdate,
  }),
} as const

export const ApiKeyDto = Type.Object({
  id: KomgaId,
  userId: KomgaId,
  key: text,
  comment: text,
  createdDate: UtcSeconds,
  lastModifiedDate: UtcSeconds,
})
export type ApiKeyDto = Static<typeof ApiKeyDto>

export const apiKeys = {
  list: v2.get('/users/me/api-keys', {
    permission: 'ApiKeysRead',
    summary: 'List your API keys',
    response: Type.Array(ApiKeyDto),
  }),
  create: v2.post('/users/me/api-keys', {
    audit: 'key_created',
    permission: 'ApiKeysWrite',
    summary: 'Create an API key',
    body: Type.Object({ comment: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
    response: ApiKeyDto,
    status: 200,
  }),
  remove: v2.del('/users/me/api-keys/:id', {
    audit: 'key_revoked',
    permission: 'ApiKeysWrite',
    summary: 'Revoke an API key',
    params: ByKomgaId,
  }),
} as const

const ActivityDto = Type.Object({
  userId: Nullable(text),
  email: Nullable(text),
  apiKeyId: Nullable(text),
  apiKeyComment: Nullable(text),
  ip: Nullable(text),
  userAgent: Nullable(text),
  success: flag,
  error: Nullable(text),
  dateTime: UtcSeconds,
  source: Nullable(text),
})

export type SignInActivityDto = Static<typeof ActivityDto>

/** As far as sessions and keys tell: nobody is watched beyond that. */
export const signInActivity = {
  all: v2.get('/users/authentication-activity', {
    permission: 'UsersRead',
    summary: 'List sign-ins of all users',
    response: SpringPage(ActivityDto),
  }),
  own: v2.get('/users/me/authentication-activity', {
    permission: 'authenticated',
    summary: 'List your sign-ins',
    response: SpringPage(ActivityDto),
  }),
  latest: v2.get('/users/:id/authentication-activity/latest', {
    permission: 'UsersRead',
    summary: 'Get the latest sign-in of a user',
    params: ByKomgaId,
    response: ActivityDto,
  }),
} as const
