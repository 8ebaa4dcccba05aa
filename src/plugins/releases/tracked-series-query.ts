import type { PluginView } from '../../store/plugin/read.ts'
import type { TrackedSeriesQuery } from '../../store/release/tracking.ts'
import { readStoredManifest } from '../host/plugin-health.ts'
import type { PluginManifest } from '../protocol/manifest.ts'

/** The followed series that a plugin is polled for: those in its libraries, with an id that it can use. */
export const trackedSeriesQueryFor = (
  plugin: PluginView,
  capability: PluginManifest['capabilities']['releaseSource'] = readStoredManifest(plugin)?.capabilities.releaseSource,
): TrackedSeriesQuery => ({ libraryUids: plugin.libraryUids, sources: capability?.requiresExternalIds ?? [] })
