import { type Permission, sortPermissions } from '../../contract/permissions.ts'
import { problem } from '../../contract/problems.ts'
import type { Viewer } from '../../store/viewer.ts'

/** The permissions a key gets. One that the caller lacks is refused, so a key can never do more than its creator. */
export function permissionsForNewKey(
  caller: ReadonlySet<Permission>,
  wanted: readonly Permission[] | null | undefined,
): Permission[] {
  const granted = sortPermissions(wanted ?? caller)
  const beyond = granted.find((name) => !caller.has(name))
  if (beyond) {
    throw problem(
      'permission_denied',
      `You can’t give a key the permission ${beyond}, because you don’t have it yourself.`,
      {
        permission: beyond,
      },
    )
  }
  return granted
}

/** What a Kobo device, or a plugin that syncs, does on its owner's behalf: read, and report progress. */
export const delegatedPermissions: readonly Permission[] = [
  'LibrariesRead',
  'SeriesRead',
  'BooksRead',
  'PagesRead',
  'ProgressRead',
  'ProgressWrite',
]

/**
 * A key without all of these permissions can't delegate any: otherwise a weak key would only have to register a device.
 * A signed-in user delegates what they have.
 */
export function requireDelegatedPermissions({ permissions, apiKeyId }: Pick<Viewer, 'permissions' | 'apiKeyId'>): void {
  if (apiKeyId !== undefined) permissionsForNewKey(permissions, delegatedPermissions)
}

/** A key that may do more than the calling credential is out of its reach: it must not be extended or deleted by it. */
export function requireAuthorityOverKey(
  caller: ReadonlySet<Permission>,
  granted: readonly Permission[],
  owner: ReadonlySet<Permission>,
): void {
  const beyond = granted.find((name) => owner.has(name) && !caller.has(name))
  if (!beyond) return
  throw problem(
    'permission_denied',
    `You can’t manage a key with the permission ${beyond}, which your own key doesn’t have.`,
    {
      permission: beyond,
    },
  )
}
