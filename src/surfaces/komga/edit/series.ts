import { computeEditedSeries } from '../../../catalog/metadata/compute-edited-series.ts'
import { setGenresOrTags } from '../../../catalog/metadata/edit-genres-or-tags.ts'
import { editSeries } from '../../../catalog/metadata/edit-series.ts'
import { lockFieldsEditedByKomgaApps } from '../../../catalog/metadata/locks.ts'
import type { MetadataEditDeps } from '../../../catalog/metadata/metadata-edit-deps.ts'
import { normaliseSeriesPatch } from '../../../catalog/metadata/normalise-series-patch.ts'
import type { SeriesMetadataUpdate } from '../../../contract/komga/metadata-edits.ts'
import { readingDirections, seriesLockNames, seriesStatuses } from '../../../contract/komga/series.ts'
import type { SeriesMetadataPatch } from '../../../contract/metadata.ts'
import { type Fault, problem, validationProblem } from '../../../contract/problems.ts'
import type { SeriesEditTarget } from '../../../store/metadata/edit-targets.ts'
import type { EditableSeries } from '../../../store/metadata/editable-series.ts'
import type { Tx } from '../../../store/open.ts'
import { hasPermission, type Viewer } from '../../../store/viewer.ts'
import { replaceKomgaAlternateTitles } from './replace-alternate-titles.ts'
import { replaceKomgaLinks } from './replace-links.ts'
import { replaceSharingLabels, sharingLabelsDiffer } from './sharing-labels.ts'

/** Komga's edit of a series. Given values stay; for apps they are locked only if the edit says so. */
export async function editSeriesMetadata(
  deps: MetadataEditDeps,
  viewer: Viewer,
  series: SeriesEditTarget,
  given: SeriesMetadataUpdate,
): Promise<void> {
  const change = normaliseSeriesPatch(patchOf(given))
  const isOther =
    given.sharingLabels === undefined ? false : await sharingLabelsDiffer(deps.db, series.id, given.sharingLabels ?? [])
  if (isOther && !hasPermission(viewer, 'SystemAdmin')) {
    throw problem('permission_denied', 'Only an administrator can change who sees a series.', {
      permission: 'SystemAdmin',
    })
  }
  await editSeries(deps, [series], {
    edit: (before) => withNames(before, computeEditedSeries(before, change, { replace: false }), given),
    also: (tx, target, now) => rowsOf(tx, target, given, isOther, now),
  })
}

function patchOf(given: SeriesMetadataUpdate): SeriesMetadataPatch {
  const faults: Fault[] = []
  const patch: SeriesMetadataPatch = {}
  if (given.title) patch.title = given.title
  if (given.titleSort) patch.titleSort = given.titleSort
  if (given.summary !== undefined && given.summary !== null) patch.summary = given.summary
  if (given.publisher !== undefined && given.publisher !== null) patch.publisher = given.publisher
  if (given.language !== undefined && given.language !== null) patch.language = given.language || null
  if (given.ageRating !== undefined) patch.ageRating = given.ageRating
  if (given.totalBookCount !== undefined) patch.totalBookCount = given.totalBookCount
  if (given.status) {
    const status = seriesStatuses.find((one) => one === given.status!.toUpperCase())
    if (status) patch.status = status.toLowerCase() as SeriesMetadataPatch['status']
    else faults.push({ path: 'status', message: `must be one of ${seriesStatuses.join(', ')}` })
  }
  if (given.readingDirection !== undefined) {
    const direction = readingDirections.find((one) => one === given.readingDirection?.toUpperCase())
    if (direction || !given.readingDirection) patch.readingDirection = direction ? DIRECTIONS[direction] : null
    else faults.push({ path: 'readingDirection', message: `must be one of ${readingDirections.join(', ')}` })
  }
  if (faults.length > 0) throw validationProblem(faults)
  return patch
}

const DIRECTIONS = { LEFT_TO_RIGHT: 'ltr', RIGHT_TO_LEFT: 'rtl', VERTICAL: 'ttb', WEBTOON: 'webtoon' } as const

function withNames(before: EditableSeries, edited: EditableSeries, given: SeriesMetadataUpdate): EditableSeries {
  let after = edited
  for (const facet of ['genres', 'tags'] as const) {
    if (given[facet] !== undefined) after = setGenresOrTags(after, facet, given[facet] ?? [])
  }
  const flags = seriesLockNames.map((field) => [field, given[`${field}Lock`]] as const)
  return { ...after, locks: lockFieldsEditedByKomgaApps(before.locks, after.locks, Object.fromEntries(flags)) }
}

async function rowsOf(
  tx: Tx,
  series: SeriesEditTarget,
  given: SeriesMetadataUpdate,
  hasOtherLabels: boolean,
  now: number,
): Promise<string[]> {
  const fields: string[] = []
  if (given.alternateTitles !== undefined) {
    if (await replaceKomgaAlternateTitles(tx, series.id, given.alternateTitles ?? [], now))
      fields.push('alternateTitles')
  }
  if (given.links !== undefined && (await replaceKomgaLinks(tx, 'series', series.id, given.links ?? [], now))) {
    fields.push('externalLinks')
  }
  if (hasOtherLabels) {
    await replaceSharingLabels(tx, series.id, given.sharingLabels ?? [], now)
    fields.push('sharingTags')
  }
  return fields
}
