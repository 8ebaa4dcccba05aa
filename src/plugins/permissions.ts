import type { PluginPermission } from '../contract/plugin-permissions.ts'
import { problem } from '../contract/problems.ts'
import type { PluginView } from '../store/plugin/read.ts'
import type { PluginManifest } from './protocol/manifest.ts'

/** Whether a plugin may write a field, by the last word of the permission. */
export function mayWriteField(permissions: readonly string[], field: string): boolean {
  return permissions.includes('metadata:write:*') || permissions.includes(`metadata:write:${field}`)
}

/** The permissions of a plugin that nobody has limited: those its capabilities need. */
export function defaultPluginPermissions(manifest: PluginManifest | undefined): PluginPermission[] {
  if (!manifest || manifest.capabilities.metadataProvider.length > 0) {
    return ['metadata:read', 'metadata:write:*', 'library:read']
  }
  return ['library:read']
}

export function defaultPluginScopes(manifest: PluginManifest | undefined): string[] {
  const targets = manifest?.capabilities.metadataProvider ?? ['series', 'book']
  const scopes = targets.flatMap((target) => [`${target}:detail`, `${target}:bulk`])
  return scopes.length > 0 ? [...scopes, 'library:detail', 'library:scan'] : []
}

/** Everything a plugin can do, in one list, so that two versions can be compared. */
export function listPluginAbilities(manifest: PluginManifest | undefined): string[] {
  if (!manifest) return []
  const { capabilities, oauth, requiredCredentials } = manifest
  return [
    ...capabilities.metadataProvider.map((target) => `metadata:${target}`),
    ...(capabilities.releaseSource ? ['releases'] : []),
    ...(capabilities.userReadSync ? ['sync'] : []),
    ...(capabilities.userRecommendationProvider ? ['recommendations'] : []),
    ...(capabilities.wantsFullMetadata ? ['sees:full-metadata'] : []),
    ...(capabilities.wantsDetailedProgress ? ['sees:detailed-progress'] : []),
    ...(oauth ? [`signs-in:${URL.parse(oauth.authorizationUrl)?.host ?? oauth.authorizationUrl}`] : []),
    ...requiredCredentials.map((one) => `credential:${one.key}`),
  ]
}

/** Refuses a plugin that an administrator has set up for other libraries. */
export function requirePluginForLibrary(plugin: Pick<PluginView, 'libraryUids'>, libraryUid: string): void {
  if (plugin.libraryUids.length === 0 || plugin.libraryUids.includes(libraryUid)) return
  throw problem('permission_denied', 'This plugin isn’t set up for this library.')
}
