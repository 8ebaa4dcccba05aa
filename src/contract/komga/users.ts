import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { UserDto } from './sessions.ts'
import { ByKomgaId, flag, text, v2 } from './shared-schemas.ts'

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
