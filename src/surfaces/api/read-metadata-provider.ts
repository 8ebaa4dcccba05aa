import { metadataFilesProvider } from '../../plugins/files/metadata-files-provider.ts'
import { problemOfPluginError } from '../../plugins/metadata/ask-provider.ts'
import type { MetadataTarget } from '../../plugins/metadata/metadata-target.ts'
import { requirePluginForLibrary } from '../../plugins/permissions.ts'
import type { Db } from '../../store/open.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import { readBookTarget, readSeriesTarget } from './curation-context.ts'
import { readPlugin, requireEnabledPlugin } from './read-plugin.ts'

/** A plugin, or the metadata files themselves. */
export async function readMetadataProvider(db: Db, id: string): Promise<PluginView> {
  if (id === metadataFilesProvider.uid) return metadataFilesProvider
  return readPlugin(db, id)
}

export async function readEnabledProvider(db: Db, id: string): Promise<PluginView> {
  return requireEnabledPlugin(await readMetadataProvider(db, id))
}

/** One that may be used in the target's library. */
export async function readProviderFor(db: Db, target: MetadataTarget, id: string): Promise<PluginView> {
  const plugin = await readEnabledProvider(db, id)
  requirePluginForLibrary(plugin, bytesToUuid(target.of.libraryUid))
  return plugin
}

export async function readMetadataTarget(
  db: Db,
  entity: MetadataTarget['entity'],
  viewer: Viewer,
  id: string,
): Promise<MetadataTarget> {
  return entity === 'series'
    ? { entity, of: await readSeriesTarget(db, viewer, id) }
    : { entity, of: await readBookTarget(db, viewer, id) }
}

/** For `catch`: what the plugin couldn't do becomes a problem of the request. */
export const refuseAsProblem = (error: unknown): never => {
  throw problemOfPluginError(error)
}
