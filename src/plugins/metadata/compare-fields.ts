import type { Db } from '../../store/open.ts'
import { insertPreviewedRecord } from '../../store/plugin/previewed-records.ts'
import type { PluginView } from '../../store/plugin/read.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { BookRecord, SeriesRecord } from '../protocol/records.ts'
import { bookProposals } from './book-fields.ts'
import { type FieldWithStatus, withFieldStatus } from './field-status.ts'
import { type MetadataTarget, readBookState, readSeriesState } from './metadata-target.ts'
import { seriesProposals } from './series-fields.ts'
import { readTitlesLinksIdsAndRatings } from './titles-links-ids-and-ratings.ts'

export type AnyRecord = SeriesRecord | BookRecord

/** Field by field: what is there, what would come, and why not. */
export async function compareFields(
  db: Db,
  plugin: Pick<PluginView, 'permissions'>,
  target: MetadataTarget,
  record: AnyRecord,
): Promise<FieldWithStatus[]> {
  const extras = await readTitlesLinksIdsAndRatings(db, target.entity, target.of.id)
  const { permissions } = plugin
  if (target.entity === 'series') {
    const state = await readSeriesState(db, target.of.id)
    if (!state) return []
    const { locks } = state
    return seriesProposals(state, extras, record as SeriesRecord).map((one) =>
      withFieldStatus(one, { locks, permissions }),
    )
  }
  const state = await readBookState(db, target.of.id)
  if (!state) return []
  return bookProposals(state, extras, record as BookRecord).map((one) =>
    withFieldStatus(one, { locks: state.locks, permissions }),
  )
}

/** Kept for an hour, so that what is applied is what was shown. */
export async function storeShownRecord(
  db: Db,
  plugin: PluginView,
  target: MetadataTarget,
  userId: number,
  record: AnyRecord,
  externalId: string,
): Promise<string> {
  const shown = shownRecordOf(plugin, target, userId, externalId)
  return bytesToUuid(await db.transaction((tx) => insertPreviewedRecord(tx, shown, record, Date.now())))
}

export const shownRecordOf = (plugin: PluginView, target: MetadataTarget, userId: number, externalId: string) => ({
  pluginId: plugin.id > 0 ? plugin.id : null,
  seriesId: target.entity === 'series' ? target.of.id : null,
  bookId: target.entity === 'book' ? target.of.id : null,
  userId,
  externalId,
})
