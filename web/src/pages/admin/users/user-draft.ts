import type { DeniableAction, Permission, Role } from '../../../../../src/contract/permissions.ts'
import type { NewUser, User, UserPatch } from './users-api.ts'

export type { Permission, Role }
export type SharingTagAccess = 'allow' | 'deny'

/** An account while it is being edited. */
export type UserDraft = {
  username: string
  email: string
  password: string
  role: Role
  permissions: Permission[]
  isActive: boolean
  allLibraries: boolean
  libraryIds: string[]
  tags: Record<string, SharingTagAccess>
  ageLimit: number | null
  allowUnrated: boolean
  tagsOverrideAge: boolean
  denied: DeniableAction[]
}

export const emptyUserDraft: UserDraft = {
  username: '',
  email: '',
  password: '',
  role: 'reader',
  permissions: [],
  isActive: true,
  allLibraries: true,
  libraryIds: [],
  tags: {},
  ageLimit: null,
  allowUnrated: true,
  tagsOverrideAge: false,
  denied: [],
}

export function userDraftOf(user: User): UserDraft {
  return {
    username: user.username,
    email: user.email ?? '',
    password: '',
    role: user.role,
    permissions: user.permissions,
    isActive: user.isActive,
    allLibraries: user.allLibraries,
    libraryIds: user.libraryIds,
    tags: Object.fromEntries(user.sharingTags.map(({ sharingTagId, accessMode }) => [sharingTagId, accessMode])),
    ageLimit: user.ageLimit,
    allowUnrated: user.allowUnrated,
    tagsOverrideAge: user.tagsOverrideAge,
    denied: user.denied,
  }
}

/** Sends only the differences. */
export function userChanges(before: UserDraft, after: UserDraft): UserPatch {
  const differs = (name: keyof UserDraft) => JSON.stringify(before[name]) !== JSON.stringify(after[name])
  const changes: UserPatch = {}
  if (differs('username')) changes.username = after.username.trim()
  if (differs('email')) changes.email = after.email.trim() || null
  if (after.password) changes.password = after.password
  if (differs('role')) changes.role = after.role
  if (differs('permissions')) changes.permissions = after.permissions
  if (differs('isActive')) changes.isActive = after.isActive
  if (differs('allLibraries') || (!after.allLibraries && differs('libraryIds'))) {
    changes.allLibraries = after.allLibraries
    changes.libraryIds = after.allLibraries ? [] : after.libraryIds
  }
  if (differs('tags'))
    changes.sharingTags = Object.entries(after.tags).map(([sharingTagId, accessMode]) => ({ sharingTagId, accessMode }))
  if (differs('ageLimit')) changes.ageLimit = after.ageLimit
  if (differs('allowUnrated')) changes.allowUnrated = after.allowUnrated
  if (differs('tagsOverrideAge')) changes.tagsOverrideAge = after.tagsOverrideAge
  if (differs('denied')) changes.denied = after.denied
  return changes
}

export function newUserFromDraft(draft: UserDraft): NewUser {
  return {
    ...userChanges(emptyUserDraft, draft),
    role: draft.role,
    username: draft.username.trim(),
    password: draft.password,
  }
}
