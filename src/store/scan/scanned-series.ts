import { listFieldsClosedToFiles } from '../metadata/plugin-held-fields.ts'
import type { Tx } from '../open.ts'
import { unhideSeries } from '../series/hide-empty-series.ts'
import { titleSortKeys } from '../series/title-sort-keys.ts'
import { facetKey } from '../text/fold-letters.ts'
import { newUid, type Uid } from '../uid.ts'
import { hasUserWithAgeLimit, hideSeriesUntilRated } from '../visibility/hide-series-until-rated.ts'
import {
  addToVisibilityClassCounts,
  ensureVisibilityClass,
  updateVisibilityClasses,
} from '../visibility/visibility-class.ts'
import type { ScannedSeries } from './scan-change.ts'

export interface ScannedSeriesRow {
  id: number
  uid: Uid
  class: number
  isNew: boolean
}

/** The rows of these series by their key; missing ones are created. `grows`: whether books are added to the series. */
export async function ensureScannedSeries(
  tx: Tx,
  libraryId: number,
  scannedSeries: readonly ScannedSeries[],
  now: number,
  grows: (key: string, scanned: ScannedSeriesRow) => boolean = () => true,
): Promise<Map<string, ScannedSeriesRow>> {
  const wanted = new Map(scannedSeries.map((one) => [one.key, one]))
  const found = await openScannedSeries(tx, libraryId, [...wanted.keys()], grows)
  const missing = [...wanted.values()].filter((one) => !found.has(one.key))
  if (missing.length === 0) return found
  const isUnanalysed = await hasUserWithAgeLimit(tx)
  const classId = await ensureVisibilityClass(tx, { libraryId, isUnanalysed, sharingTagIds: [] })
  const rows = await tx
    .insertInto('series')
    .values(missing.map((one) => newSeries(libraryId, classId, one, now)))
    .onConflict((conflict) => conflict.columns(['library_id', 'path']).doNothing())
    .returning(['id', 'uid', 'path', 'class'])
    .execute()
  for (const row of rows) found.set(row.path, { id: row.id, uid: row.uid, class: row.class, isNew: true })
  await addToVisibilityClassCounts(tx, classId, 0, rows.length)
  // Another process may have created one in the meantime.
  const rest = missing.map((one) => one.key).filter((key) => !found.has(key))
  for (const [key, scanned] of await findScannedSeries(tx, libraryId, rest)) found.set(key, scanned)
  return found
}

/** The existing series; those that had no books become visible again. */
async function openScannedSeries(
  tx: Tx,
  libraryId: number,
  keys: readonly string[],
  grows: (key: string, scanned: ScannedSeriesRow) => boolean,
): Promise<Map<string, ScannedSeriesRow>> {
  const found = await findScannedSeries(tx, libraryId, keys)
  const hidden = [...found.values()].filter((one) => one.class === 0).map((one) => one.id)
  const growing = [...found].filter(([key, scanned]) => grows(key, scanned)).map(([, scanned]) => scanned.id)
  if (hidden.length === 0 && growing.length === 0) return found
  await unhideSeries(tx, hidden)
  await hideSeriesUntilRated(tx, growing)
  return findScannedSeries(tx, libraryId, keys)
}

export async function findScannedSeries(
  tx: Tx,
  libraryId: number,
  keys: readonly string[],
): Promise<Map<string, ScannedSeriesRow>> {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('series')
    .select(['id', 'uid', 'path', 'class'])
    .where('library_id', '=', libraryId)
    .where('path', 'in', keys)
    .execute()
  return new Map(rows.map((row) => [row.path, { id: row.id, uid: row.uid, class: row.class, isNew: false }]))
}

/** Updates a series whose folder was renamed, or moved to another library: it stays the same series. */
export async function renameScannedSeries(
  tx: Tx,
  seriesId: number,
  libraryId: number,
  scanned: ScannedSeries,
  now: number,
): Promise<void> {
  const series = await tx
    .selectFrom('series')
    .select(['library_id', 'title', 'title_sort', 'folder_name', 'locks', 'fields_from_files'])
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow()
  // A title set by a user is kept, and one from the files doesn't depend on the folder.
  const isTitleOpen = ![listFieldsClosedToFiles(series.locks), JSON.parse(series.fields_from_files) as string[]].some(
    (fields) => fields.includes('title'),
  )
  const title = isTitleOpen ? scanned.title : series.title
  await tx
    .updateTable('series')
    .set({
      library_id: libraryId,
      path: scanned.key,
      folder_name: scanned.folderName,
      title,
      ...titleSortKeys(title, series.title_sort),
      updated_at: now,
    })
    .where('id', '=', seriesId)
    .execute()
  if (series.library_id !== libraryId) await updateVisibilityClasses(tx, [seriesId])
}

function newSeries(libraryId: number, classId: number, scanned: ScannedSeries, now: number) {
  return {
    uid: newUid(),
    library_id: libraryId,
    class: classId,
    path: scanned.key,
    folder_name: scanned.folderName,
    title: scanned.title,
    ...titleSortKeys(scanned.title, null),
    publisher: scanned.publisher ?? null,
    publisher_key: scanned.publisher ? facetKey(scanned.publisher) : null,
    year: scanned.year ?? null,
    is_oneshot: scanned.isOneshot ? 1 : 0,
    created_at: now,
    updated_at: now,
  }
}
