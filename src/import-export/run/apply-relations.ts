import { editRelation } from '../../catalog/metadata/edit-relation.ts'
import { relationKinds } from '../../contract/enum-values.ts'
import { describeImportDetail } from '../../contract/import-details.ts'
import { findSeriesEditTargetsById } from '../../store/import/edit-targets-by-id.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { canImportRelation, importRelation, NO_RELATION } from '../../store/relation/relations.ts'
import type { RelationRecord } from '../records.ts'
import { findImportedItem, type ImportRunState, isNewInDryRun, isSkipReason } from './import-run-state.ts'

const kinds = [...relationKinds, NO_RELATION] as const

/**
 * Imports relations between series. Relations that a user set here stay, and those that were removed here since an
 * earlier run aren't imported again.
 */
export async function applyRelations(state: ImportRunState, records: readonly RelationRecord[]): Promise<void> {
  const known = await findStoredForeignIds(state.deps.db, state.sourceId, 'relation', records.map(foreignIdOf))
  for (const record of records) {
    const kind = kinds.find((each) => each === record.kind)
    const [seriesId, otherId] = [record.seriesId, record.otherId].map((id) =>
      findImportedItem(state, { of: 'series', id }),
    ) as [ReturnType<typeof findImportedItem>, ReturnType<typeof findImportedItem>]
    const reason = isSkipReason(seriesId) ? seriesId : isSkipReason(otherId) ? otherId : undefined
    if (reason) state.report.leave('series relation', nameOf(state, record), reason)
    else if (!kind) {
      const value = describeImportDetail('value', { value: record.kind.slice(0, 400) })
      state.report.leave('series relation', nameOf(state, record), 'invalid_value', value)
    }
    // Two of their series are one here.
    else if (seriesId === otherId) state.report.leave('series relation', nameOf(state, record), 'no_equivalent')
    else if (known.has(foreignIdOf(record)))
      state.report.leave('series relation', nameOf(state, record), 'already_here')
    else await relate(state, record, kind, seriesId as number, otherId as number)
  }
}

async function relate(
  state: ImportRunState,
  record: RelationRecord,
  kind: (typeof kinds)[number],
  seriesId: number,
  otherId: number,
): Promise<void> {
  const { db } = state.deps
  const source = record.source === 'plugin' ? 'plugin' : 'person'
  let isNew = false
  if (state.isDryRun) {
    const pair = [seriesId, otherId].sort((a, b) => a - b).join(' ')
    isNew =
      (await canImportRelation(db.query as never, seriesId, otherId, source)) &&
      isNewInDryRun(state, `relation ${pair}`)
  } else {
    const targets = await findSeriesEditTargetsById(db, [seriesId, otherId])
    const [one, other] = [seriesId, otherId].map((id) => targets.find((target) => target.id === id))
    if (!one || !other) return state.report.leave('series relation', nameOf(state, record), 'series_not_found')
    await editRelation(state.deps, one, other, async (tx) => {
      isNew = await importRelation(tx, seriesId, otherId, kind, source)
      await storeForeignIds(tx, state.sourceId, 'relation', [
        { foreignId: foreignIdOf(record), uid: one.uid, state: null },
      ])
      return isNew
    })
  }
  if (isNew) state.report.count('series relation', 'imported')
  else state.report.leave('series relation', nameOf(state, record), 'already_here')
}

const foreignIdOf = ({ seriesId, otherId }: RelationRecord): string => `${seriesId} ${otherId}`

const nameOf = ({ names }: ImportRunState, { seriesId, otherId }: RelationRecord): string =>
  `${names.series.get(seriesId) ?? seriesId} → ${names.series.get(otherId) ?? otherId}`
