import { setTimeout as sleep } from 'node:timers/promises'
import type { CatalogueEventCoalescer } from '../../events/coalesce-catalogue-events.ts'
import type { ThumbnailStore } from '../../images/thumbnail-store.ts'
import { countDeletedAndLiveBooks, purgeBooks, readDeletedBooks } from '../../store/book/purge.ts'
import type { Db } from '../../store/open.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'

export interface TrashDeps {
  db: Db
  coalescer: Pick<CatalogueEventCoalescer, 'emit'>
  thumbnails: ThumbnailStore
}

/**
 * Empties the trash: permanently removes books whose file is gone, with their progress. `cautious` is for automatic
 * purges: if most of a library is missing, a disk probably is, and the trash stays. Users don't purge what they can't
 * see.
 */
export async function purgeMissingBooks(
  { db, coalescer, thumbnails }: TrashDeps,
  library: { id: number; uid: Uint8Array },
  options: { seriesId?: number; viewer?: Viewer; cautious?: boolean; signal?: AbortSignal } = {},
): Promise<{ deleted: number }> {
  if (options.cautious && (await isMostlyMissing(db, library.id))) return { deleted: 0 }
  const libraryId = bytesToUuid(library.uid)
  let deleted = 0
  for (;;) {
    options.signal?.throwIfAborted()
    const { seriesId, viewer } = options
    const books = await readDeletedBooks(db, { libraryId: library.id, seriesId, viewer }, AT_ONCE)
    if (books.length === 0) return { deleted }
    const removed = await db.transaction((tx) => purgeBooks(tx, db.kind, library.id, books))
    deleted += books.length
    for (const { uid, seriesUid, class: of, coverVersion } of books) {
      const bookId = bytesToUuid(uid)
      coalescer.emit({ type: 'book_deleted', bookId, seriesId: bytesToUuid(seriesUid), libraryId }, { class: of })
      if (coverVersion > 0) await thumbnails.remove(bookId, coverVersion)
    }
    for (const { uid, class: of } of removed) {
      coalescer.emit({ type: 'series_deleted', seriesId: bytesToUuid(uid), libraryId }, { class: of })
    }
    await sleep(5)
  }
}

async function isMostlyMissing(db: Db, libraryId: number): Promise<boolean> {
  const { deleted, live } = await countDeletedAndLiveBooks(db, libraryId)
  return deleted > ALWAYS_PURGED && deleted > live
}

const AT_ONCE = 200
const ALWAYS_PURGED = 5
