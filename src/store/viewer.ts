import type { DeniableAction, Permission, Role } from '../contract/permissions.ts'
import type { RevisionCountersSnapshot } from './revision-counters-snapshot.ts'
import type { Visibility } from './visibility/visible-classes.ts'

/**
 * Who asks, and so what they may see. Every list and detail query requires one: forgetting it does not compile.
 * Made in one place (`surfaces/authenticator.ts`), fresh for every request.
 */
export interface Viewer {
  readonly userId: number
  readonly uid: string
  readonly username: string
  readonly role: Role
  /** What this request may do: the user's, or fewer when a key with fewer asks. */
  readonly permissions: ReadonlySet<Permission>
  /** What they may not do, whatever the permissions. */
  readonly denied?: readonly DeniableAction[]
  readonly sees: Visibility
  readonly via: 'jwt' | 'key' | 'basic' | 'cookie' | 'system'
  /** The key that was used, when it was one. */
  readonly apiKeyId?: number
  /** The session, when one was used: by token or by cookie. */
  readonly sessionId?: number
  /** Where the database has to be waited for: how far the counters were when this request came. */
  readonly asOf?: RevisionCountersSnapshot
}

export const hasPermission = (viewer: Viewer, permission: Permission): boolean => viewer.permissions.has(permission)
