import type { BookMetadataRecord, SeriesMetadataRecord } from '../records.ts'
import type { ImportRunState } from './import-run-state.ts'
import { rowKey, storeNewRowKeys } from './rows-of-earlier-runs.ts'

const EXTRAS = ['labels', 'alternateTitles', 'links', 'externalIds'] as const
type Extras = Pick<SeriesMetadataRecord, (typeof EXTRAS)[number]>

/**
 * Labels, titles, links and ids of series and books, which are rows of their own. Those from an earlier run are left
 * out, so that a deleted one isn't added again when another part of its record changes there.
 */
export function leaveOutExtrasOfEarlierRuns(
  state: ImportRunState,
  of: 'book' | 'series',
  metadataById: ReadonlyMap<number, BookMetadataRecord | SeriesMetadataRecord>,
): { extrasOf: (id: number) => Extras; remember: () => Promise<void> } {
  const keys = [...metadataById].flatMap(([id, metadata]) =>
    EXTRAS.flatMap((name) => rowsOf(metadata, name).map((row) => rowKey(of, id, name, row))),
  )
  const extrasOf = (id: number): Extras => {
    const metadata = metadataById.get(id)!
    const left = (name: (typeof EXTRAS)[number]) =>
      rowsOf(metadata, name).filter((row) => !state.knownRows.has(rowKey(of, id, name, row)))
    return Object.fromEntries(EXTRAS.map((name) => [name, left(name)]))
  }
  return { extrasOf, remember: () => storeNewRowKeys(state, keys) }
}

function rowsOf(metadata: Extras, name: (typeof EXTRAS)[number]): unknown[] {
  const rows = metadata[name]
  return Array.isArray(rows) ? rows : []
}
