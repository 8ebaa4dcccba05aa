import { effectivePermissions } from '../../catalog/access/effective-permissions.ts'
import type { CurrentUser } from '../../contract/auth.ts'
import { type Permission, sortPermissions } from '../../contract/permissions.ts'
import type { User, UserSharingTag } from '../../contract/users.ts'
import type { UserView } from '../../store/user/read.ts'
import { formatTimestamp, formatTimestampOrNull } from './format-time.ts'

export function presentUser(user: UserView): User {
  return {
    ...presentCurrentUser(user),
    isActive: user.isActive,
    hasPassword: user.hasPassword,
    allLibraries: user.allLibraries,
    libraryIds: user.libraryUids,
    ageLimit: user.ageLimit,
    allowUnrated: user.allowUnrated,
    tagsOverrideAge: user.tagsOverrideAge,
    denied: user.denied,
    sharingTags: presentSharingTagGrants(user),
    lastLoginAt: formatTimestampOrNull(user.lastLoginAt),
    createdAt: formatTimestamp(user.createdAt),
    updatedAt: formatTimestamp(user.updatedAt),
  }
}

/** A user has a tag only once, so the tag's id identifies the grant as well. */
export function presentSharingTagGrants(user: UserView): UserSharingTag[] {
  return user.sharingTags.map((tag) => ({
    id: tag.uid,
    sharingTagId: tag.uid,
    sharingTagName: tag.name,
    accessMode: tag.mode,
    createdAt: formatTimestamp(tag.createdAt),
  }))
}

/** `may`: the permissions of the calling credential; a key may have fewer than its owner. */
export function presentCurrentUser(
  user: Pick<UserView, 'uid' | 'username' | 'email' | 'role' | 'permissions' | 'denied'>,
  may: ReadonlySet<Permission> = effectivePermissions(user),
): CurrentUser {
  return {
    id: user.uid,
    username: user.username,
    email: user.email,
    role: user.role,
    permissions: sortPermissions(user.permissions),
    effectivePermissions: sortPermissions(may),
    ...(user.denied.length > 0 && { denied: [...user.denied] }),
  }
}
