import { effectivePermissions } from '../../../catalog/access/effective-permissions.ts'
import type { UserDto } from '../../../contract/komga/sessions.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { UserView } from '../../../store/user/read.ts'
import { komgaIdOf } from './format-values.ts'

/** `may`: the permissions of the calling credential; a key may have fewer than its owner. */
export function presentKomgaUser(user: UserView, may: ReadonlySet<Permission> = effectivePermissions(user)): UserDto {
  const labels = (mode: 'allow' | 'deny') => user.sharingTags.filter((tag) => tag.mode === mode).map((tag) => tag.name)
  return {
    id: komgaIdOf(user.uid),
    email: user.email ?? user.username,
    roles: rolesOf(may, user.denied),
    sharedAllLibraries: user.allLibraries,
    sharedLibrariesIds: user.libraryUids.map(komgaIdOf),
    labelsAllow: labels('allow'),
    labelsExclude: labels('deny'),
    ageRestriction: restrictionOf(user),
  }
}

function rolesOf(may: ReadonlySet<Permission>, denied: UserView['denied']): UserDto['roles'] {
  const roles: UserDto['roles'] = ['USER']
  if (may.has('SystemAdmin')) roles.push('ADMIN')
  if (may.has('BooksRead') && !denied.includes('file_download')) roles.push('FILE_DOWNLOAD')
  if (may.has('PagesRead')) roles.push('PAGE_STREAMING')
  if (may.has('ProgressWrite') && !denied.includes('koreader_sync')) roles.push('KOREADER_SYNC')
  return roles
}

/** Komga either allows up to an age and nothing unrated, or excludes from an age on. */
function restrictionOf({ ageLimit, allowUnrated }: UserView): UserDto['ageRestriction'] {
  if (ageLimit === null) return null
  return allowUnrated ? { age: ageLimit + 1, restriction: 'EXCLUDE' } : { age: ageLimit, restriction: 'ALLOW_ONLY' }
}
