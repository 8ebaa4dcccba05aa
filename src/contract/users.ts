import type { Static } from 'typebox'
import { Email, Password, Username } from './auth.ts'
import { Page, PagingWith } from './paging.ts'
import { DeniableAction, Permission, Role } from './permissions.ts'
import { ById, del, get, Nullable, patch, post, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const AccessMode = Type.Enum(['allow', 'deny'], {
  title: 'AccessMode',
  description: '`deny` takes priority over `allow`. If any tag is allowed, series without an allowed tag are hidden.',
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
const AgeLimit = Nullable(Type.Integer({ minimum: 0, maximum: 99, description: 'Null means no limit.' }))

const tagsOverrideAge =
  'If there is an age limit and unrated series are hidden: whether series with an allowed sharing tag are shown regardless of their age rating.'
const denied = 'Actions denied to the user although their permissions allow them.'

export const User = Type.Object(
  {
    id: Uuid,
    username: Type.String(),
    email: Nullable(Type.String()),
    role: Role,
    permissions: Type.Array(Permission, { description: 'Permissions in addition to those of the role.' }),
    effectivePermissions: Type.Array(Permission),
    isActive: Type.Boolean(),
    hasPassword: Type.Boolean({ description: 'False if the user signs in only through a provider.' }),
    allLibraries: Type.Boolean({ description: 'Whether the user sees every library, including ones added later.' }),
    libraryIds: Type.Array(Uuid, { description: 'The libraries the user sees, if not all.' }),
    ageLimit: AgeLimit,
    allowUnrated: Type.Boolean({ description: 'Whether the user sees series without an age rating.' }),
    tagsOverrideAge: Type.Boolean({ description: tagsOverrideAge }),
    denied: Type.Array(DeniableAction, { description: denied }),
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
      description: 'Without `allLibraries`, limits the user to these libraries.',
    }),
  ),
  ageLimit: Type.Optional(AgeLimit),
  allowUnrated: Type.Optional(Type.Boolean()),
  tagsOverrideAge: Type.Optional(Type.Boolean({ description: tagsOverrideAge })),
  denied: Type.Optional(Type.Array(DeniableAction, { maxItems: 10, description: denied })),
  sharingTags: Type.Optional(Type.Array(SharingTagChoice, { maxItems: 1000 })),
}
const email = { email: Type.Optional(Nullable(Email)) }

export const NewUser = Type.Object(
  { username: Username, password: Password, ...email, ...rights },
  { title: 'NewUser' },
)
export type NewUser = Static<typeof NewUser>

export const UserPatch = Type.Object(
  { username: Type.Optional(Username), password: Type.Optional(Password), ...email, ...rights },
  { title: 'UserPatch' },
)
export type UserPatch = Static<typeof UserPatch>

export const OwnAccountPatch = Type.Object(
  {
    ...email,
    password: Type.Optional(Password),
    currentPassword: Type.Optional(
      Type.String({
        maxLength: 1024,
        format: 'password',
        description: 'Required to change the password or email address.',
      }),
    ),
  },
  { title: 'OwnAccountPatch' },
)
export type OwnAccountPatch = Static<typeof OwnAccountPatch>

const ByTag = Type.Object({ id: Uuid, tagId: Uuid })
const UserSharingTags = Type.Object({ userId: Uuid, grants: Type.Array(UserSharingTag) })

export const users = {
  list: get('/users', {
    permission: 'UsersRead',
    summary: 'List users',
    query: PagingWith({
      role: Type.Optional(Role),
      isActive: Type.Optional(Type.Boolean()),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the username or email address.' })),
      sharingTag: Type.Optional(Type.String({ maxLength: 200, description: 'Name of a sharing tag the user has.' })),
      sharingTagMode: Type.Optional(AccessMode),
    }),
    response: Page(User),
  }),
  create: post('/users', {
    audit: 'account_created',
    permission: 'UsersWrite',
    summary: 'Create a user',
    body: NewUser,
    response: User,
    status: 201,
  }),
  read: get('/users/:id', { permission: 'UsersRead', summary: 'Get a user', params: ById, response: User }),
  change: patch('/users/:id', {
    permission: 'UsersWrite',
    summary: 'Update a user',
    description:
      'Takes effect at the user’s next request. The last active administrator cannot be changed to another role or deactivated (409).',
    params: ById,
    body: UserPatch,
    response: User,
  }),
  remove: del('/users/:id', {
    audit: 'account_deleted',
    permission: 'UsersDelete',
    summary: 'Delete a user and all their data',
    also: [409],
    params: ById,
  }),
  sharingTags: get('/users/:id/sharing-tags', {
    permission: 'UsersRead',
    summary: 'List the sharing tags of a user',
    params: ById,
    response: UserSharingTags,
  }),
  setSharingTag: put('/users/:id/sharing-tags', {
    audit: 'access_changed',
    permission: 'UsersWrite',
    summary: 'Allow or deny a sharing tag for a user',
    params: ById,
    body: SharingTagChoice,
    response: UserSharingTag,
  }),
  removeSharingTag: del('/users/:id/sharing-tags/:tagId', {
    audit: 'access_changed',
    permission: 'UsersWrite',
    summary: 'Remove a sharing tag from a user',
    params: ByTag,
  }),
  self: get('/user', { permission: 'authenticated', summary: 'Get your account', response: User }),
  changeSelf: patch('/user', {
    permission: 'authenticated',
    summary: 'Change your email address or password',
    description: 'Requires the current password. A new password ends all your other sessions; API keys keep working.',
    body: OwnAccountPatch,
    response: User,
  }),
  ownSharingTags: get('/user/sharing-tags', {
    permission: 'authenticated',
    summary: 'List your sharing tags',
    response: UserSharingTags,
  }),
}
