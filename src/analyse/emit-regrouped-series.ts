import type { CatalogueEventCoalescer } from '../events/coalesce-catalogue-events.ts'
import type { ScannedSeriesRow } from '../store/scan/scanned-series.ts'
import { bytesToUuid } from '../store/uid.ts'

/** Series that were created or deleted because books moved between series. */
export type RegroupedSeries = Record<'created' | 'deleted', readonly Pick<ScannedSeriesRow, 'id' | 'uid' | 'class'>[]>

export function emitRegroupedSeries(
  coalescer: Pick<CatalogueEventCoalescer, 'emit'>,
  libraryId: string,
  { created, deleted }: RegroupedSeries,
): void {
  for (const [type, all] of [
    ['series_created', created],
    ['series_deleted', deleted],
  ] as const) {
    for (const { uid, class: of } of all) {
      coalescer.emit({ type, seriesId: bytesToUuid(uid), libraryId }, { class: of })
    }
  }
}
