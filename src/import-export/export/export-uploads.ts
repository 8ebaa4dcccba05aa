import type { UploadedPictureStore } from '../../images/uploaded-picture-store.ts'
import { readCoversForExport, readFontsForExport } from '../../store/export/read-rows-for-export.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ImportRecord } from '../records.ts'

/** All covers, or only those of these lists. */
export async function* exportCovers(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  lists?: ReadonlySet<string>,
): AsyncGenerator<ImportRecord> {
  for (const { of, uid, hash } of await readCoversForExport(db)) {
    const id = bytesToUuid(uid)
    if (lists && !lists.has(id)) continue
    const bytes = await pictures.find(hash)
    yield { type: 'cover', of, id, data: bytes ? Buffer.from(bytes).toString('base64') : null }
  }
}

/** The fonts of all users and of the server, or only those of one user. */
export async function* exportFonts(
  db: Db,
  pictures: Pick<UploadedPictureStore, 'find'>,
  userId?: number,
): AsyncGenerator<ImportRecord> {
  for (const { user, family, hash } of await readFontsForExport(db, userId)) {
    const bytes = await pictures.find(hash)
    const data = bytes ? Buffer.from(bytes).toString('base64') : null
    yield { type: 'font', userId: user && bytesToUuid(user), family, data }
  }
}
