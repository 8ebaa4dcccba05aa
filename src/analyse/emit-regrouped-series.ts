import type { CatalogueEventCoalescer } from '../events/coalesce-catalogue-events.ts'
import type { TransferredBooks } from '../store/scan/transfer-books.ts'
import { bytesToUuid } from '../store/uid.ts'

/** Series that were created or deleted because books moved between series. */
export type RegroupedSeries = Pick<TransferredBooks, 'created' | 'deleted'>

export function emitRegroupedSeries(
  coalescer: Pick<CatalogueEventCoalescer, 'emit'>,
  libraryUid: Uint8Array,
  { created, deleted }: RegroupedSeries,
): void {
  const libraryId = bytesToUuid(libraryUid)
  for (const [type, all] of [
    ['series_created', created],
    ['series_deleted', deleted],
  ] as const) {
    for (const { uid, class: of } of all) {
      coalescer.emit({ type, seriesId: bytesToUuid(uid), libraryId }, { class: of })
    }
  }
}
