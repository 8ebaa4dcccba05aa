import { computeEditedSeries } from '../../catalog/metadata/compute-edited-series.ts'
import { editSeries } from '../../catalog/metadata/edit-series.ts'
import { addLocks } from '../../catalog/metadata/locks.ts'
import { normaliseSeriesPatch, type SeriesEdit } from '../../catalog/metadata/normalise-series-patch.ts'
import { describeImportDetail } from '../../contract/import-details.ts'
import { seriesMetadataPatchFields } from '../../contract/metadata.ts'
import { findSeriesEditTargetsById } from '../../store/import/edit-targets-by-id.ts'
import { findStoredForeignIds, storeForeignIds } from '../../store/import/foreign-ids.ts'
import { readLocks } from '../../store/import/read-locks.ts'
import { addAlternateTitle } from '../../store/metadata/alternate-titles.ts'
import type { Tx } from '../../store/open.ts'
import { listSeriesSharingTags, setSeriesSharingTags } from '../../store/sharing-tag/series-sharing-tags.ts'
import type { SeriesMetadataRecord, SeriesRecord } from '../records.ts'
import { nonEmptyTextsOf, shortHash } from './apply-books.ts'
import { saveExternalData } from './apply-external-data.ts'
import { ensureSharingTag } from './apply-users.ts'
import { fitCustomMetadata } from './fit-custom-metadata.ts'
import { makeFieldFitter } from './fit-field-to-api.ts'
import type { ImportRunState } from './import-run-state.ts'

interface Wanted {
  foreignId: string
  metadata: SeriesMetadataRecord
  hash: string
  isAgain: boolean
}

/** Remembers which series is which, and takes over what people edited and shared there. */
export async function applySeries(
  state: ImportRunState,
  records: readonly SeriesRecord[],
  takesMetadata: boolean,
): Promise<void> {
  const { db } = state.deps
  const ids = records.map((record) => record.id)
  const known = await findStoredForeignIds(db, state.sourceId, 'series', ids)
  const targets = new Map(
    (await findSeriesEditTargetsById(db, [...new Set(ids.flatMap((id) => state.seriesIds.get(id) ?? []))])).map(
      (target) => [target.id, target],
    ),
  )
  const wanted = new Map<number, Wanted>()
  const fresh: { foreignId: string; uid: Uint8Array; state: string | null }[] = []
  for (const { id, name, metadata } of records) {
    const target = targets.get(state.seriesIds.get(id) ?? 0)
    if (!target) {
      state.report.leave('series', name, state.seriesReasons.get(id) ?? 'series_not_found')
      if (metadata) state.report.leave('series metadata', name, state.seriesReasons.get(id) ?? 'series_not_found')
      continue
    }
    const before = known.get(id)
    state.report.count('series', before ? 'unchanged' : 'imported')
    if (!before) fresh.push({ foreignId: id, uid: target.uid, state: null })
    if (!metadata) continue
    const hash = shortHash(metadata)
    if (!takesMetadata) state.report.leave('series metadata', name, 'not_chosen')
    else if (before?.state === hash || wanted.has(target.id))
      state.report.leave('series metadata', name, 'already_here')
    else wanted.set(target.id, { foreignId: id, metadata, hash, isAgain: Boolean(before?.state) })
  }
  if (state.isDryRun) {
    const locks = await readLocks(db, 'series', [...wanted.keys()])
    // For what it says of fields that can't be taken.
    for (const [id, { foreignId, metadata, isAgain }] of wanted)
      cleanFields(state, foreignId, fieldsOf(metadata), (lock) => isAgain || !locks.get(id)?.includes(lock))
    state.report.count('series metadata', 'imported', wanted.size)
    return
  }
  if (fresh.length > 0) await db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'series', fresh))
  if (wanted.size > 0) await edit(state, wanted)
}

async function edit(state: ImportRunState, wanted: ReadonlyMap<number, Wanted>): Promise<void> {
  const targets = await findSeriesEditTargetsById(state.deps.db, [...wanted.keys()])
  await editSeries(state.deps, targets, {
    edit: (before) => {
      const { metadata, isAgain, foreignId } = wanted.get(before.id)!
      const isFree = (lock: string) => isAgain || !before.locks.includes(lock)
      const fields = cleanFields(state, foreignId, fieldsOf(metadata), isFree)
      const after = computeEditedSeries(before, fields, { replace: false })
      for (const facet of ['genres', 'tags'] as const) {
        const names = metadata[facet]
        if (!Array.isArray(names) || !isFree(facet)) continue
        after[facet] = nonEmptyTextsOf(names)
        after.locks = addLocks(after.locks, [facet])
      }
      return after
    },
    also: async (tx, series, now) => {
      const { metadata } = wanted.get(series.id)!
      const touched: string[] = []
      if (await addLabels(tx, series.id, metadata.labels ?? [])) touched.push('sharingTags')
      if (await addTitles(tx, series.id, metadata.alternateTitles ?? [], now)) touched.push('alternateTitles')
      await saveExternalData(tx, 'series', series.id, metadata, now)
      if (metadata.links?.length) touched.push('externalLinks')
      if (metadata.externalIds?.length) touched.push('externalIds')
      return touched
    },
  })
  const remembered = targets.map((target) => {
    const { foreignId, hash } = wanted.get(target.id)!
    return { foreignId, uid: target.uid, state: hash }
  })
  await state.deps.db.transaction((tx) => storeForeignIds(tx, state.sourceId, 'series', remembered))
  state.report.count('series metadata', 'imported', targets.length)
}

const fieldsOf = ({ fields }: SeriesMetadataRecord): Record<string, unknown> =>
  fields && typeof fields === 'object' ? fields : {}

/** To those that are there: nothing that was shared here is unshared. */
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

function cleanFields(
  state: ImportRunState,
  foreignId: string,
  fields: Record<string, unknown>,
  isFree: (lock: string) => boolean,
): SeriesEdit {
  const edit: SeriesEdit = {}
  for (const [field, value] of Object.entries(fields)) {
    if (!Object.hasOwn(seriesMetadataPatchFields, field) || (field === 'title' && !value)) continue
    const name = `${state.names.series.get(foreignId) ?? foreignId}: ${field}`
    if (!isFree(field === 'authors' ? 'authorsJsonLock' : field)) {
      state.report.note('series metadata', name, 'locked_here')
      continue
    }
    const onCut = () => state.report.note('series metadata', name, 'text_cut')
    try {
      Object.assign(
        edit,
        normaliseSeriesPatch({
          [field]: fitting(field, field === 'customMetadata' ? fitCustomMetadata(value, onCut) : value, onCut),
        } as never),
      )
    } catch {
      state.report.note(
        'series metadata',
        name,
        'invalid_value',
        describeImportDetail('value', { value: JSON.stringify(value).slice(0, 400) }),
      )
    }
  }
  return edit
}
