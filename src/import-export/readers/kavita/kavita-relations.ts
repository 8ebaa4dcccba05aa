import type { RelationKind } from '../../../contract/relations.ts'
import type { ForeignDatabase } from '../../../store/foreign/foreign-database.ts'
import { foreignIdOf, foreignIntegerOf, foreignTextOf } from '../../foreign-values.ts'
import { type ImportRecord, skippedRecord } from '../../records.ts'

/** Their number → what the target is to the series. Fan works, parodies and “other” have no word here. */
const kinds: Readonly<Record<number, RelationKind>> = {
  1: 'prequel',
  2: 'sequel',
  3: 'spin_off',
  4: 'adaptation',
  5: 'side_story',
  // Characters in both.
  6: 'same_universe',
  // A story within the story.
  7: 'side_story',
  // Another setting, version or edition.
  9: 'same_universe',
  10: 'same_universe',
  12: 'main_story',
  13: 'same_universe',
  // An annual.
  14: 'side_story',
  15: 'main_story',
  // Cameo, focus on a character, compilation, crossover, expansion.
  16: 'same_universe',
  17: 'spin_off',
  18: 'same_universe',
  19: 'same_universe',
  20: 'same_universe',
  // Reboot, remake, the same overall series.
  22: 'same_universe',
  23: 'same_universe',
  24: 'same_universe',
  25: 'original',
  // Summary, uncollected chapters.
  26: 'same_universe',
  27: 'side_story',
}

export function* kavitaRelations(db: ForeignDatabase): Generator<ImportRecord> {
  const names = new Map(
    [...db.rows('Series', ['Id', 'Name'])].map((row) => [foreignIdOf(row.Id), foreignTextOf(row.Name, 200)]),
  )
  const nameOf = (id: string | null) => names.get(id) ?? id ?? ''
  for (const row of db.rows('SeriesRelation', ['SeriesId', 'TargetSeriesId', 'RelationKind'])) {
    const [seriesId, otherId] = [foreignIdOf(row.SeriesId), foreignIdOf(row.TargetSeriesId)]
    const kind = kinds[foreignIntegerOf(row.RelationKind) ?? 0]
    const name = `${nameOf(seriesId)} → ${nameOf(otherId)}`
    if (seriesId === null || otherId === null) yield skippedRecord('series relation', name, 'names_nothing')
    else if (!kind) yield skippedRecord('series relation', name, 'relations')
    else yield { type: 'relation', seriesId, otherId, kind }
  }
}
