import type { Permission } from '../contract/permissions.ts'
import { problem } from '../contract/problems.ts'
import { hasPermission, type Viewer } from '../store/viewer.ts'

/** For what a route's own permission doesn't cover. */
export function requirePermission(viewer: Viewer, permission: Permission): void {
  if (hasPermission(viewer, permission)) return
  throw problem('permission_denied', `You need the permission ${permission} for this.`, { permission })
}
