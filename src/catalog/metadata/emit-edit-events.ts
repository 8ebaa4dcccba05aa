import { coalesceCatalogueEvents } from '../../events/coalesce-catalogue-events.ts'
import type { Events } from '../../events/events.ts'
import type { BookEditTarget, SeriesEditTarget } from '../../store/metadata/edit-targets.ts'
import { bytesToUuid } from '../../store/uid.ts'

export interface EditedTarget<Target> {
  target: Target
  fields: readonly string[]
}

/** Emits an event to everyone who may see a changed book; for many at once, only their count. */
export function emitBookEdits(events: Pick<Events, 'emit'>, edited: readonly EditedTarget<BookEditTarget>[]): void {
  const coalescer = coalesceCatalogueEvents(events)
  for (const { target, fields } of edited) {
    const ids = {
      bookId: bytesToUuid(target.uid),
      seriesId: bytesToUuid(target.seriesUid),
      libraryId: libraryOf(target),
    }
    coalescer.emit({ type: 'book_updated', ...ids, fields: [...fields] }, { class: target.class })
  }
  coalescer.close()
}

export function emitSeriesEdits(
  events: Pick<Events, 'emit'>,
  edited: readonly EditedTarget<SeriesEditTarget>[],
  pluginId: string | null = null,
): void {
  const isFew = edited.length <= MAX_SINGLE_EVENTS
  const coalescer = coalesceCatalogueEvents(events)
  for (const { target, fields } of edited) {
    const ids = { seriesId: bytesToUuid(target.uid), libraryId: libraryOf(target) }
    const audience = { class: target.class }
    if (isFew && !fields.every(isNoMetadata)) {
      events.emit({ type: 'series_metadata_updated', ...ids, pluginId, fieldsUpdated: [...fields] }, audience)
    } else coalescer.emit({ type: 'series_updated', ...ids, fields: [...fields] }, audience)
  }
  coalescer.close()
}

const MAX_SINGLE_EVENTS = 20
const isNoMetadata = (field: string) => field === 'sharingTags'
const libraryOf = (target: SeriesEditTarget) => bytesToUuid(target.libraryUid)
