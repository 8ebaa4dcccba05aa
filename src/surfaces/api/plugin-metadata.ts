import { pluginMetadata as routes } from '../../contract/plugin-metadata.ts'
import { problem } from '../../contract/problems.ts'
import { getRecordFromFile, isMetadataFilesProvider } from '../../plugins/files/metadata-files-provider.ts'
import { applyRecord } from '../../plugins/metadata/apply-record.ts'
import { getRecordFromPlugin } from '../../plugins/metadata/ask-provider.ts'
import { countFieldStatuses } from '../../plugins/metadata/field-status.ts'
import type { MetadataTarget } from '../../plugins/metadata/metadata-target.ts'
import {
  type ProviderRecord,
  previewedRecordKeyOf,
  previewRecordFields,
  storePreviewedRecord,
} from '../../plugins/metadata/preview-record.ts'
import { findPreviewedMetadata } from '../../store/plugin/previewed-metadata.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { uuidToBytes } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { CurationContext } from './curation-context.ts'
import { openMetadataEditHooks } from './metadata-edit-hooks.ts'
import { readMetadataTarget, readProviderFor, refuseAsProblem } from './read-metadata-provider.ts'

/** Compare a provider's record with a series or book, and apply it. */
export function mountPluginMetadata(api: OpenSurface, app: AppContext): void {
  const context: CurationContext = { ...app, metadataEditHooks: openMetadataEditHooks(app) }
  const { db, plugins } = context

  for (const entity of ['series', 'book'] as const) {
    const ofSeries = entity === 'series'
    serve(api, ofSeries ? routes.previewSeries : routes.previewBook, async ({ params, body, viewer }) => {
      const target = await readMetadataTarget(db, entity, viewer, params.id)
      const plugin = await readProviderFor(db, target, body.pluginId)
      const record = await readRecord(plugin, target, body.externalId)
      const fields = await previewRecordFields(db, viewer, plugin, target, record)
      return {
        previewId: await storePreviewedRecord(db, plugin, target, viewer.userId, record, body.externalId),
        fields,
        summary: countFieldStatuses(fields),
        pluginId: plugin.uid,
        pluginName: plugin.displayName,
        externalId: body.externalId,
        externalUrl: record.externalUrl ?? null,
      }
    })

    serve(api, ofSeries ? routes.applySeries : routes.applyBook, async ({ params, body, viewer }) => {
      const target = await readMetadataTarget(db, entity, viewer, params.id)
      const plugin = await readProviderFor(db, target, body.pluginId)
      const record =
        (await readPreviewed(plugin, target, viewer, body)) ?? (await readRecord(plugin, target, body.externalId))
      const fields = body.fields ?? undefined
      if (body.dryRun) return dryRun(viewer, plugin, target, record, fields)
      const choice = { fields, userId: viewer.userId, viewer }
      const { isNewExternalId, ...applied } = await applyRecord(context, plugin, target, record, choice)
      const count = applied.appliedFields.length
      return { success: count > 0 || isNewExternalId, ...applied, message: appliedMessage(count, isNewExternalId) }
    })
  }

  async function dryRun(
    viewer: Viewer,
    plugin: PluginView,
    target: MetadataTarget,
    record: ProviderRecord,
    chosen: readonly string[] | undefined,
  ) {
    const fields = await previewRecordFields(db, viewer, plugin, target, record)
    const would = fields.filter(
      (one) => one.status === 'will_apply' && (chosen?.includes(one.field) ?? !one.isOfOtherEdition),
    )
    return {
      success: would.length > 0,
      appliedFields: [],
      skippedFields: [],
      message: `${would.length} field(s) would be applied.`,
      dryRunReport: {
        changes: would.map((one) => ({ field: one.field, before: one.currentValue, after: one.proposedValue })),
      },
    }
  }

  /** The preview this user saw; undefined if there was none, and the provider's current values apply. */
  async function readPreviewed(
    plugin: PluginView,
    target: MetadataTarget,
    viewer: Viewer,
    { externalId, previewId }: { externalId: string; previewId?: string },
  ): Promise<ProviderRecord | undefined> {
    const key = previewedRecordKeyOf(plugin, target, viewer.userId, externalId)
    const shown = await findPreviewedMetadata(db, key, Date.now(), previewId ? uuidToBytes(previewId) : undefined)
    if (shown?.isTooOld || (!shown && previewId !== undefined)) {
      throw problem('conflict', 'This preview is too old. Preview the changes again before you apply them.')
    }
    return shown?.record as ProviderRecord | undefined
  }

  /** A single `get`: what is shown is what is applied. */
  function readRecord(plugin: PluginView, target: MetadataTarget, externalId: string): Promise<ProviderRecord> {
    const record: Promise<ProviderRecord> = isMetadataFilesProvider(plugin)
      ? getRecordFromFile(context, target, externalId)
      : getRecordFromPlugin(plugins, plugin, target.entity, externalId)
    return record.catch(refuseAsProblem)
  }
}

function appliedMessage(count: number, isNewExternalId: boolean): string {
  if (count > 0) return `${count} ${count === 1 ? 'field was' : 'fields were'} applied.`
  return isNewExternalId ? 'The ID at the provider was stored. No field was changed.' : 'Nothing was changed.'
}
