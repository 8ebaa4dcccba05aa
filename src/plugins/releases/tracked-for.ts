import type { PluginView } from '../../store/plugin/read.ts'
import type { TrackedQuery } from '../../store/release/tracking.ts'
import { storedManifest } from '../host/plugin-health.ts'
import type { Manifest } from '../protocol/manifest.ts'

/** Which followed series a plugin is asked about: of the libraries it is for, with an id that it knows. */
export const trackedFor = (
  plugin: PluginView,
  capability: Manifest['capabilities']['releaseSource'] = storedManifest(plugin)?.capabilities.releaseSource,
): TrackedQuery => ({ libraryUids: plugin.libraryUids, sources: capability?.requiresExternalIds ?? [] })
