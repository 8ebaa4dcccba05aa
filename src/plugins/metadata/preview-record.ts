import type { Db } from '../../store/open.ts'
import { insertPreviewedMetadata } from '../../store/plugin/previewed-metadata.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { ProviderBookRecord, ProviderSeriesRecord } from '../protocol/records.ts'
import { readExtraMetadataFor, withIdOfPlugin } from './extra-metadata.ts'
import { type FieldWithStatus, withFieldStatus } from './field-status.ts'
import {
  fieldsOfOtherEdition,
  fieldsOfOtherLanguage,
  OTHER_EDITION,
  OTHER_LANGUAGE,
} from './fields-of-other-edition.ts'
import { type MetadataTarget, readBookState, readSeriesState } from './metadata-target.ts'
import { proposeBookFields } from './propose-book-fields.ts'
import { proposeSeriesFields } from './propose-series-fields.ts'

export type ProviderRecord = ProviderSeriesRecord | ProviderBookRecord

/** For each field, the current value, the proposed value, and why it would not be applied. */
export async function previewRecordFields(
  db: Db,
  viewer: Pick<Viewer, 'sees'>,
  plugin: PluginView,
  target: MetadataTarget,
  given: ProviderRecord,
): Promise<FieldWithStatus[]> {
  const record = withIdOfPlugin(plugin, given)
  const extras = await readExtraMetadataFor(db, viewer, plugin, target, record)
  const { permissions } = plugin
  if (target.entity === 'series') {
    const state = await readSeriesState(db, target.of.id)
    if (!state) return []
    const { locks } = state
    // Metadata files describe the edition that is there.
    const ofOther = plugin.id > 0 ? fieldsOfOtherLanguage(state, record as ProviderSeriesRecord) : []
    return proposeSeriesFields(state, extras, record as ProviderSeriesRecord).map((one) =>
      markOfOther(withFieldStatus(one, { locks, permissions }), ofOther, OTHER_LANGUAGE),
    )
  }
  const state = await readBookState(db, target.of.id)
  if (!state) return []
  const ofOther = fieldsOfOtherEdition(state, record as ProviderBookRecord)
  return proposeBookFields(state, extras, record as ProviderBookRecord).map((one) =>
    markOfOther(withFieldStatus(one, { locks: state.locks, permissions }), ofOther, OTHER_EDITION),
  )
}

function markOfOther(judged: FieldWithStatus, ofOther: readonly string[], reason: string): FieldWithStatus {
  const isOfOther = judged.status === 'will_apply' && ofOther.includes(judged.field)
  return isOfOther ? { ...judged, isOfOtherEdition: true, reason } : judged
}

/** Stored for an hour, so that what is applied is what was shown. */
export async function storePreviewedRecord(
  db: Db,
  plugin: PluginView,
  target: MetadataTarget,
  userId: number,
  record: ProviderRecord,
  externalId: string,
): Promise<string> {
  const shown = previewedRecordKeyOf(plugin, target, userId, externalId)
  return bytesToUuid(await db.transaction((tx) => insertPreviewedMetadata(tx, shown, record, Date.now())))
}

export const previewedRecordKeyOf = (
  plugin: PluginView,
  target: MetadataTarget,
  userId: number,
  externalId: string,
) => ({
  pluginId: plugin.id > 0 ? plugin.id : null,
  seriesId: target.entity === 'series' ? target.of.id : null,
  bookId: target.entity === 'book' ? target.of.id : null,
  userId,
  externalId,
})
