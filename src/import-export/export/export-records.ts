import type { UploadedPictureStore } from '../../images/uploaded-picture-store.ts'
import type { Db } from '../../store/open.ts'
import type { ImportRecord } from '../records.ts'
import { UUIDS } from '../run/map-ids.ts'
import { exportApiKeys, exportUsers } from './export-accounts.ts'
import { exportBooks } from './export-books.ts'
import { exportLibraries } from './export-libraries.ts'
import { exportLists } from './export-lists.ts'
import { exportRelations, exportSeries } from './export-series.ts'
import { exportCovers, exportFonts } from './export-uploads.ts'
import { exportUserData } from './export-user-data.ts'

/**
 * All data of the server, or of one user, as records that `lectern import` reads elsewhere. Books are identified by
 * their paths and hashes, so that they are found wherever they are stored. Only the server's export contains hashes of
 * API keys: a user may keep their own export anywhere. Login sessions are not exported.
 */
export async function* exportRecords(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  { userId }: { userId?: number } = {},
): AsyncGenerator<ImportRecord> {
  if (userId !== undefined) {
    yield* exportPerson(db, pictures, userId)
    return
  }
  yield* exportLibraries(db, true)
  yield* exportUsers(db)
  yield* exportBooks(db, true)
  yield* exportSeries(db, true)
  yield* exportRelations(db)
  yield* exportLists(db)
  yield* exportCovers(db, pictures)
  yield* exportUserData(db)
  yield* exportFonts(db, pictures)
  yield* exportApiKeys(db)
}

/** Only the libraries and books that the user's own rows refer to: the rest doesn't belong to the user. */
async function* exportPerson(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  userId: number,
): AsyncGenerator<ImportRecord> {
  const own = await Array.fromAsync(exportLists(db, userId))
  const read = await Array.fromAsync(exportUserData(db, userId))
  const meant = new Set([...own, ...read].flatMap(idsIn))
  const linked: ImportRecord[] = []
  const homes = new Set<string | null>()
  for await (const book of exportBooks(db, false)) {
    // Also the books of a series, as the import finds a series by its books.
    if (book.type !== 'book' || !(meant.has(book.id) || meant.has(book.seriesId ?? ''))) continue
    linked.push(book)
    homes.add(book.libraryId)
  }
  for await (const one of exportSeries(db, false)) if (one.type === 'series' && meant.has(one.id)) linked.push(one)
  for await (const one of exportLibraries(db, false))
    if (one.type === 'library' && (homes.has(one.id) || meant.has(one.id))) yield one
  yield* exportUsers(db, userId)
  yield* linked
  yield* own
  yield* exportCovers(db, pictures, new Set(own.flatMap((list) => ('id' in list ? (list.id ?? []) : []))))
  yield* read
  yield* exportFonts(db, pictures, userId)
}

function idsIn(record: ImportRecord): string[] {
  if (record.type === 'collection' || record.type === 'readList') return record.memberIds
  if ('bookId' in record) return [record.bookId]
  if (record.type === 'follow' || record.type === 'hide') return [record.seriesId]
  if (record.type === 'filter' || record.type === 'preference') return JSON.stringify(record).match(UUIDS) ?? []
  return 'of' in record ? [record.id] : []
}
