import type { DeniableAction, Permission, Role } from '../contract/permissions.ts'
import type { RevisionCountersSnapshot } from './revision-counters-snapshot.ts'
import type { Visibility } from './visibility/visible-classes.ts'

/**
 * Who makes the request, and so what they may see. Every list and detail query requires one: forgetting it does not
 * compile. Created in one place (`surfaces/authenticator.ts`) for every request.
 */
export interface Viewer {
  readonly userId: number
  readonly uid: string
  readonly username: string
  readonly role: Role
  /** The permissions of this request: the user's, or fewer if it uses a key that has fewer. */
  readonly permissions: ReadonlySet<Permission>
  /** Actions that the user is denied, whatever the permissions. */
  readonly denied?: readonly DeniableAction[]
  readonly sees: Visibility
  readonly via: 'jwt' | 'key' | 'basic' | 'cookie' | 'system'
  /** The API key, if the request uses one. */
  readonly apiKeyId?: number
  /** The session, if the request uses one: by token or by cookie. */
  readonly sessionId?: number
  /** If counters can't be read synchronously: their values when this request arrived. */
  readonly asOf?: RevisionCountersSnapshot
}

export const hasPermission = (viewer: Viewer, permission: Permission): boolean => viewer.permissions.has(permission)
