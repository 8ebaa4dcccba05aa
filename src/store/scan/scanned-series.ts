import { closedToFiles } from '../metadata/held-fields.ts'
import type { Tx } from '../open.ts'
import { showAgain } from '../series/empty.ts'
import { titleKeys } from '../series/sort-keys.ts'
import { facetKey } from '../text/fold-letters.ts'
import { newUid, type Uid } from '../uid.ts'
import { countInClass, ensureClass, reclassSeries } from '../visibility/class.ts'
import { holdBack, isAnyoneLimited } from '../visibility/hold-back.ts'
import type { ScannedSeries } from './change.ts'

export interface ScannedSeriesRow {
  id: number
  uid: Uid
  class: number
  isNew: boolean
}

/** The series of these shelves by their key; those that are not there yet are made. `grows`: whether books come into it. */
export async function ensureScannedSeries(
  tx: Tx,
  libraryId: number,
  shelves: readonly ScannedSeries[],
  now: number,
  grows: (key: string, shelf: ScannedSeriesRow) => boolean = () => true,
): Promise<Map<string, ScannedSeriesRow>> {
  const wanted = new Map(shelves.map((shelf) => [shelf.key, shelf]))
  const found = await openShelves(tx, libraryId, [...wanted.keys()], grows)
  const missing = [...wanted.values()].filter((shelf) => !found.has(shelf.key))
  if (missing.length === 0) return found
  const isUnread = await isAnyoneLimited(tx)
  const classId = await ensureClass(tx, { libraryId, isUnread, sharingTagIds: [] })
  const rows = await tx
    .insertInto('series')
    .values(missing.map((shelf) => newSeries(libraryId, classId, shelf, now)))
    .onConflict((conflict) => conflict.columns(['library_id', 'path']).doNothing())
    .returning(['id', 'uid', 'path', 'class'])
    .execute()
  for (const row of rows) found.set(row.path, { id: row.id, uid: row.uid, class: row.class, isNew: true })
  await countInClass(tx, classId, 0, rows.length)
  // Someone else may have made one in the meantime.
  const rest = missing.map((shelf) => shelf.key).filter((key) => !found.has(key))
  for (const [key, shelf] of await findScannedSeries(tx, libraryId, rest)) found.set(key, shelf)
  return found
}

/** Those that are there, visible again where they had no books. */
async function openShelves(
  tx: Tx,
  libraryId: number,
  keys: readonly string[],
  grows: (key: string, shelf: ScannedSeriesRow) => boolean,
): Promise<Map<string, ScannedSeriesRow>> {
  const found = await findScannedSeries(tx, libraryId, keys)
  const hidden = [...found.values()].filter((shelf) => shelf.class === 0).map((shelf) => shelf.id)
  const growing = [...found].filter(([key, shelf]) => grows(key, shelf)).map(([, shelf]) => shelf.id)
  if (hidden.length === 0 && growing.length === 0) return found
  await showAgain(tx, hidden)
  await holdBack(tx, growing)
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

/** A series whose folder got another name, or moved to another library: the same series. */
export async function renameScannedSeries(
  tx: Tx,
  seriesId: number,
  libraryId: number,
  shelf: ScannedSeries,
  now: number,
): Promise<void> {
  const series = await tx
    .selectFrom('series')
    .select(['library_id', 'title', 'title_sort', 'folder_name', 'locks', 'gleaned'])
    .where('id', '=', seriesId)
    .executeTakeFirstOrThrow()
  // What a person wrote stays, and what the files say does not depend on the folder.
  const isTitleOpen = ![closedToFiles(series.locks), JSON.parse(series.gleaned) as string[]].some((fields) =>
    fields.includes('title'),
  )
  const title = isTitleOpen ? shelf.title : series.title
  await tx
    .updateTable('series')
    .set({
      library_id: libraryId,
      path: shelf.key,
      folder_name: shelf.folderName,
      title,
      ...titleKeys(title, series.title_sort),
      updated_at: now,
    })
    .where('id', '=', seriesId)
    .execute()
  if (series.library_id !== libraryId) await reclassSeries(tx, [seriesId])
}

function newSeries(libraryId: number, classId: number, shelf: ScannedSeries, now: number) {
  return {
    uid: newUid(),
    library_id: libraryId,
    class: classId,
    path: shelf.key,
    folder_name: shelf.folderName,
    title: shelf.title,
    ...titleKeys(shelf.title, null),
    publisher: shelf.publisher ?? null,
    publisher_key: shelf.publisher ? facetKey(shelf.publisher) : null,
    year: shelf.year ?? null,
    is_oneshot: shelf.isOneshot ? 1 : 0,
    created_at: now,
    updated_at: now,
  }
}
