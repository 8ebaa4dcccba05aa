import type { BookContentReaders } from '../../images/book-content-readers.ts'
import { isUploadUnused } from '../../store/cover/covers.ts'
import type { Db } from '../../store/open.ts'

interface PictureDeps {
  db: Db
  images: Pick<BookContentReaders, 'pictures'>
}

/**
 * Takes away pictures that no cover names any more. The same picture may be given anew at the same moment, here or at
 * another server: a cover that names it by the time it is gone gets it back, and whoever names it later puts it there after
 * that (`storePictureAgain`).
 */
export async function deleteUnusedPictures({ db, images }: PictureDeps, ...hashes: string[]): Promise<void> {
  for (const hash of hashes) {
    if (!(await isUploadUnused(db, hash))) continue
    const bytes = await images.pictures.find(hash)
    await images.pictures.remove(hash)
    if (bytes && !(await isUploadUnused(db, hash))) await images.pictures.put(bytes)
  }
}

/** Once more when a cover names it: until then it was nobody's, and may have been taken away. */
export async function storePictureAgain({ images }: PictureDeps, bytes: Uint8Array): Promise<void> {
  await images.pictures.put(bytes)
}
