import type { PluginView } from '../../store/plugin/read.ts'
import type { TrackedSeriesQuery } from '../../store/release/tracking.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import type { PluginManifest } from '../protocol/manifest.ts'

/** Which followed series a plugin is asked about: of the libraries it is for, with an id that it knows. */
export const trackedSeriesQueryFor = (
  plugin: PluginView,
  capability: PluginManifest['capabilities']['releaseSource'] = readStoredManifest(plugin)?.capabilities.releaseSource,
): TrackedSeriesQuery => ({ libraryUids: plugin.libraryUids, sources: capability?.requiresExternalIds ?? [] })
