import type { BookContentReaders } from '../../images/book-content-readers.ts'
import { isUploadUnused } from '../../store/cover/covers.ts'
import type { Db } from '../../store/open.ts'

interface PictureDeps {
  db: Db
  images: Pick<BookContentReaders, 'pictures'>
}

/**
 * Deletes pictures that no cover references any more. The same picture may be uploaded again at the same moment, here
 * or at another server: if a cover references it by the time it is deleted, it is restored, and a later reference
 * stores it again (`storePictureAgain`).
 */
export async function deleteUnusedPictures({ db, images }: PictureDeps, ...hashes: string[]): Promise<void> {
  for (const hash of hashes) {
    if (!(await isUploadUnused(db, hash))) continue
    const bytes = await images.pictures.find(hash)
    await images.pictures.remove(hash)
    if (bytes && !(await isUploadUnused(db, hash))) await images.pictures.put(bytes)
  }
}

/** Stores it again once a cover references it: before that it had no reference, and may have been deleted. */
export async function storePictureAgain({ images }: PictureDeps, bytes: Uint8Array): Promise<void> {
  await images.pictures.put(bytes)
}
