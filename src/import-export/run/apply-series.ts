import { computeEditedSeries } from '../../catalog/metadata/compute-edited-series.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { addLocks } from '../../catalog/metadata/locks.ts'
import { normaliseSeriesPatch, type SeriesEdit } from '../../catalog/metadata/normalise-series-patch.ts'
import { seriesMetadataPatchFields } from '../../contract/metadata.ts'
import { findSeriesEditTargetsById } from '../../store/import/edit-targets-by-id.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { addAlternateTitle } from '../../store/metadata/alternate-titles.ts'
import { type EditableSeries, selectEditableSeries } from '../../store/metadata/editable-series.ts'
import type { Tx } from '../../store/open.ts'
import { listSeriesSharingTags, setSeriesSharingTags } from '../../store/sharing-tag/series-sharing-tags.ts'
import type { SeriesMetadataRecord, SeriesRecord } from '../records.ts'
import { applySeriesDates } from './apply-added-dates.ts'
import { nonEmptyTextsOf } from './apply-book-metadata.ts'
import { saveExternalData } from './apply-external-data.ts'
import { ensureSharingTag } from './apply-users.ts'
import { leaveOutExtrasOfEarlierRuns } from './extra-metadata-rows.ts'
import { makeFieldFitter } from './fit-field-to-api.ts'
import { type ImportRunState, reportNameOf } from './import-run-state.ts'
import { normaliseTakenFields } from './normalise-taken-fields.ts'
import { skipSeriesFieldsFoundInFiles } from './skip-fields-found-in-files.ts'
import {
  type DecideField,
  type ImportedState,
  parseImportedState,
  shortHash,
  takeChangedFields,
} from './take-changed-fields.ts'
import { isUnlockedMetadata, openUnlockedFields } from './unlocked-metadata.ts'

/** As the report counts it. */
type SeriesMetadataType = 'series metadata' | 'unlocked series metadata'

interface Wanted {
  type: SeriesMetadataType
  foreignId: string
  metadata: SeriesMetadataRecord
  known: ImportedState | undefined
}

/** Stores which series is which, and imports their metadata. */
export async function applySeries(
  state: ImportRunState,
  records: readonly SeriesRecord[],
  takesMetadata: boolean,
): Promise<void> {
  const { db } = state.deps
  const ids = records.map((record) => record.id)
  const known = await findStoredForeignIds(db, state.sourceId, 'series', ids)
  const ours = [...new Set(ids.flatMap((id) => state.seriesIds.get(id) ?? []))]
  const targets = new Map((await findSeriesEditTargetsById(db, ours)).map((target) => [target.id, target]))
  const fresh: { foreignId: string; uid: Uint8Array; state: string | null }[] = []
  const wanted = new Map<number, Wanted>()
  for (const { id, name, metadata } of records) {
    const target = targets.get(state.seriesIds.get(id) ?? 0)
    const before = known.get(id)
    const type = metadata && (isUnlockedMetadata(metadata) ? 'unlocked series metadata' : 'series metadata')
    if (!target) {
      const reason = state.seriesReasons.get(id) ?? 'series_not_found'
      for (const one of ['series', type]) if (one) state.report.leave(one, name, reason)
      continue
    }
    state.report.count('series', before ? 'unchanged' : 'imported')
    if (!before) fresh.push({ foreignId: id, uid: target.uid, state: null })
    if (!type) continue
    // The state of an import into another series doesn't apply to this one.
    const isSame = before?.uid.toHex() === target.uid.toHex()
    const imported = isSame ? parseImportedState(before?.state) : undefined
    if (!takesMetadata) state.report.leave(type, name, 'not_chosen')
    else if (wanted.has(target.id)) state.report.leave(type, name, 'already_here')
    else wanted.set(target.id, { type, foreignId: id, metadata, known: imported })
  }
  if (!state.isDryRun && fresh.length > 0)
    await db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'series', fresh))
  await applySeriesMetadata(state, wanted)
  await applySeriesDates(state, new Map(records.flatMap(({ id, addedAt }) => (addedAt ? [[id, addedAt]] : []))))
}

async function applySeriesMetadata(state: ImportRunState, wanted: Map<number, Wanted>): Promise<void> {
  await skipSeriesFieldsFoundInFiles(state, wanted)
  for (const [id, { type, foreignId, metadata, known }] of wanted) {
    if (known?.hash !== shortHash(metadata)) continue
    wanted.delete(id)
    state.report.leave(type, reportNameOf(state, 'series', foreignId), 'already_here')
  }
  if (wanted.size === 0) return
  if (state.isDryRun) await reportSeriesFields(state, wanted)
  else await edit(state, wanted)
  for (const { type } of wanted.values()) state.report.count(type, 'imported')
}

/** In a dry run: only the fields that can't be imported. */
async function reportSeriesFields(state: ImportRunState, wanted: ReadonlyMap<number, Wanted>): Promise<void> {
  for (const series of await selectEditableSeries(state.deps.db, [...wanted.keys()]))
    mergeSeries(state, series, wanted.get(series.id)!)
}

async function edit(state: ImportRunState, wanted: ReadonlyMap<number, Wanted>): Promise<void> {
  const targets = await findSeriesEditTargetsById(state.deps.db, [...wanted.keys()])
  const states = new Map<number, string>()
  const metadataById = new Map([...wanted].map(([id, { metadata }]) => [id, metadata]))
  const { extrasOf, remember } = leaveOutExtrasOfEarlierRuns(state, 'series', metadataById)
  await editSeries(state.deps, targets, {
    edit: (before) => {
      const merged = mergeSeries(state, before, wanted.get(before.id)!)
      states.set(before.id, merged.state)
      return merged.after
    },
    also: async (tx, series, now) => {
      const extras = extrasOf(series.id)
      const touched: string[] = []
      if (await addLabels(tx, series.id, extras.labels ?? [])) touched.push('sharingTags')
      if (await addTitles(tx, series.id, extras.alternateTitles ?? [], now)) touched.push('alternateTitles')
      await saveExternalData(tx, 'series', series.id, extras, now)
      if (extras.links?.length) touched.push('externalLinks')
      if (extras.externalIds?.length) touched.push('externalIds')
      return touched
    },
  })
  const remembered = targets.flatMap(({ id, uid }) => {
    const known = states.get(id)
    return known === undefined ? [] : [{ foreignId: wanted.get(id)!.foreignId, uid, state: known }]
  })
  await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'series', remembered))
  await remember()
}

function mergeSeries(state: ImportRunState, before: EditableSeries, wanted: Wanted) {
  const { metadata, known } = wanted
  const fields = fieldsOf(metadata)
  const theirs = new Map(
    Object.entries(fields).flatMap(([field, value]) => (isUsed(field, value) ? [[lockOf(field), value]] : [])),
  )
  for (const facet of FACETS) if (Array.isArray(metadata[facet])) theirs.set(facet, metadata[facet])
  const locksTitles = metadata.alternateTitlesLocked === true
  if (locksTitles) theirs.set('alternateTitles', metadata.alternateTitles)
  const edit = (decide: DecideField, isTrial: boolean) => {
    const after = computeEditedSeries(before, takenFields(state, wanted, decide, isTrial), { replace: false })
    for (const facet of FACETS) {
      const names = metadata[facet]
      if (!Array.isArray(names) || decide(facet) !== 'take') continue
      after[facet] = nonEmptyTextsOf(names)
      after.locks = addLocks(after.locks, [facet])
    }
    // The titles themselves are rows, which are only added to.
    if (locksTitles && decide('alternateTitles') === 'take') after.locks = addLocks(after.locks, ['alternateTitles'])
    after.locks = openUnlockedFields(after.locks, metadata, (lock) => decide(lock) === 'take', lockOf)
    return after
  }
  return takeChangedFields(before, { known, hash: shortHash(metadata), theirs, readField, edit })
}

const FACETS = ['genres', 'tags'] as const

const lockOf = (field: string): string => (field === 'authors' ? 'authorsJsonLock' : field)

function readField(series: EditableSeries, lock: string): unknown {
  if (lock === 'authorsJsonLock') return series.authors
  return lock === 'customMetadata' ? series.custom : series[lock as keyof EditableSeries]
}

const isUsed = (field: string, value: unknown): boolean =>
  Object.hasOwn(seriesMetadataPatchFields, field) && (field !== 'title' || Boolean(value))

const fieldsOf = ({ fields }: SeriesMetadataRecord): Record<string, unknown> =>
  fields && typeof fields === 'object' ? fields : {}

/** Adds to the existing tags: nothing that was shared here is unshared. */
async function addLabels(tx: Tx, seriesId: number, labels: readonly string[]): Promise<boolean> {
  const names = nonEmptyTextsOf(labels)
  if (names.length === 0) return false
  const before = (await listSeriesSharingTags({ query: tx }, seriesId)).map((tag) => tag.id)
  const ids = [...before]
  for (const name of names) ids.push(await ensureSharingTag(tx, name))
  return setSeriesSharingTags(tx, seriesId, [...new Set(ids)])
}

async function addTitles(
  tx: Tx,
  seriesId: number,
  titles: readonly { label: string; title: string }[],
  now: number,
): Promise<boolean> {
  const before = await tx.selectFrom('alternate_title').select('title').where('series_id', '=', seriesId).execute()
  const known = new Set(before.map((row) => row.title))
  const added = titles.filter(({ title }) => typeof title === 'string' && title !== '' && !known.has(title))
  for (const { label, title } of added) {
    await addAlternateTitle(tx, seriesId, { label: String(label).slice(0, 200), title: title.slice(0, 2000) }, now)
  }
  return added.length > 0
}

const fitting = makeFieldFitter(seriesMetadataPatchFields)

function takenFields(
  state: ImportRunState,
  { type, foreignId, metadata }: Wanted,
  decide: DecideField,
  isTrial: boolean,
): SeriesEdit {
  const edit: SeriesEdit = {}
  const name = state.names.series.get(foreignId) ?? foreignId
  const lockOfUsed = (field: string, value: unknown) => (isUsed(field, value) ? lockOf(field) : undefined)
  normaliseTakenFields(
    state,
    { type, name, fields: fieldsOf(metadata), lockOf: lockOfUsed, fitting, decide, isTrial },
    (patch) => Object.assign(edit, normaliseSeriesPatch(patch)),
  )
  return edit
}
