import type { Static } from 'typebox'
import { Email, Password, Username } from './auth.ts'
import { Page, PagingWith } from './paging.ts'
import { Permission, Role } from './permissions.ts'
import { ById, del, get, Nullable, patch, post, put, Timestamp, Uuid } from './route.ts'
import Type from './type.ts'

export const AccessMode = Type.Enum(['allow', 'deny'], {
  title: 'AccessMode',
  description: 'Deny wins over allow; one allowed tag hides everything that has none of the allowed ones.',
})

export const UserSharingTag = Type.Object(
  {
    id: Uuid,
    sharingTagId: Uuid,
    sharingTagName: Type.String(),
    accessMode: AccessMode,
    createdAt: Timestamp,
  },
  { title: 'UserSharingTag' },
)
export type UserSharingTag = Static<typeof UserSharingTag>

const SharingTagChoice = Type.Object({ sharingTagId: Uuid, accessMode: AccessMode }, { title: 'SharingTagChoice' })
const AgeLimit = Nullable(Type.Integer({ minimum: 0, maximum: 99, description: 'null: no limit.' }))

export const User = Type.Object(
  {
    id: Uuid,
    username: Type.String(),
    email: Nullable(Type.String()),
    role: Role,
    permissions: Type.Array(Permission, { description: 'Given to this person besides what the role gives.' }),
    effectivePermissions: Type.Array(Permission),
    isActive: Type.Boolean(),
    hasPassword: Type.Boolean({ description: 'false: signs in through a provider only.' }),
    allLibraries: Type.Boolean({ description: 'Sees every library, also those that come later.' }),
    libraryIds: Type.Array(Uuid, { description: 'The libraries this person sees when not all.' }),
    ageLimit: AgeLimit,
    allowUnrated: Type.Boolean({ description: 'Also sees what has no age rating.' }),
    sharingTags: Type.Array(UserSharingTag),
    lastLoginAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'User' },
)
export type User = Static<typeof User>

const rights = {
  role: Type.Optional(Role),
  permissions: Type.Optional(Type.Array(Permission, { maxItems: 100 })),
  isActive: Type.Optional(Type.Boolean()),
  allLibraries: Type.Optional(Type.Boolean()),
  libraryIds: Type.Optional(
    Type.Array(Uuid, {
      maxItems: 10_000,
      description: 'Giving these without `allLibraries` limits the person to them.',
    }),
  ),
  ageLimit: Type.Optional(AgeLimit),
  allowUnrated: Type.Optional(Type.Boolean()),
  sharingTags: Type.Optional(Type.Array(SharingTagChoice, { maxItems: 1000 })),
}
const email = { email: Type.Optional(Nullable(Email)) }

export const NewUser = Type.Object(
  { username: Username, password: Password, ...email, ...rights },
  { title: 'NewUser' },
)
export type NewUser = Static<typeof NewUser>

export const UserChange = Type.Object(
  { username: Type.Optional(Username), password: Type.Optional(Password), ...email, ...rights },
  { title: 'UserChange' },
)
export type UserChange = Static<typeof UserChange>

export const OwnChange = Type.Object(
  {
    ...email,
    password: Type.Optional(Password),
    currentPassword: Type.Optional(
      Type.String({ maxLength: 1024, format: 'password', description: 'Needed to change password or e-mail address.' }),
    ),
  },
  { title: 'OwnChange' },
)
export type OwnChange = Static<typeof OwnChange>

const ByTag = Type.Object({ id: Uuid, tagId: Uuid })
const UserSharingTags = Type.Object({ userId: Uuid, grants: Type.Array(UserSharingTag) })

export const users = {
  list: get('/users', {
    permission: 'UsersRead',
    summary: 'Everyone who has an account.',
    query: PagingWith({
      role: Type.Optional(Role),
      isActive: Type.Optional(Type.Boolean()),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the user name or e-mail address.' })),
      sharingTag: Type.Optional(Type.String({ maxLength: 200, description: 'Name of a sharing tag the person has.' })),
      sharingTagMode: Type.Optional(AccessMode),
    }),
    response: Page(User),
  }),
  create: post('/users', {
    audit: 'account_created',
    permission: 'UsersWrite',
    summary: 'Make an account.',
    body: NewUser,
    response: User,
    status: 201,
  }),
  read: get('/users/:id', { permission: 'UsersRead', summary: 'One account.', params: ById, response: User }),
  change: patch('/users/:id', {
    permission: 'UsersWrite',
    summary: 'Change an account: role, permissions, what it may see, name, password.',
    description: 'Counts from the next request of that person on. The last active admin stays one (409).',
    params: ById,
    body: UserChange,
    response: User,
  }),
  remove: del('/users/:id', {
    audit: 'account_deleted',
    permission: 'UsersDelete',
    summary: 'Delete an account with everything that belongs to it.',
    also: [409],
    params: ById,
  }),
  sharingTags: get('/users/:id/sharing-tags', {
    permission: 'UsersRead',
    summary: 'The sharing tags of an account.',
    params: ById,
    response: UserSharingTags,
  }),
  setSharingTag: put('/users/:id/sharing-tags', {
    audit: 'access_changed',
    permission: 'UsersWrite',
    summary: 'Allow or deny one sharing tag.',
    params: ById,
    body: SharingTagChoice,
    response: UserSharingTag,
  }),
  removeSharingTag: del('/users/:id/sharing-tags/:tagId', {
    audit: 'access_changed',
    permission: 'UsersWrite',
    summary: 'Take a sharing tag from an account.',
    params: ByTag,
  }),
  self: get('/user', { permission: 'authenticated', summary: 'The own account.', response: User }),
  changeSelf: patch('/user', {
    permission: 'authenticated',
    summary: 'Change the own e-mail address or password; needs the current password.',
    description: 'A new password ends all other sessions of the account. API keys keep working.',
    body: OwnChange,
    response: User,
  }),
  ownSharingTags: get('/user/sharing-tags', {
    permission: 'authenticated',
    summary: 'The sharing tags of the own account.',
    response: UserSharingTags,
  }),
}
