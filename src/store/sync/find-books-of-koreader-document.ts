import { fileNameHashFromMd5, md5OfFileName } from '../book/file-name-hash.ts'
import type { Queryable } from '../open.ts'
import type { ReadableBook } from '../progress/read.ts'
import type { Viewer } from '../viewer.ts'
import { visibilityCondition } from '../visibility/visibility-condition.ts'

/**
 * The books of a KOReader document: by content (partial MD5), or else by the MD5 of the file name. One document may
 * match several books, if a file is in two libraries.
 */
export async function findBooksOfKoreaderDocument(
  db: Queryable,
  viewer: Viewer,
  document: string,
): Promise<ReadableBook[]> {
  if (!MD5.test(document)) return []
  const md5 = document.toLowerCase()
  const books = () =>
    db.query
      .selectFrom('book as b')
      .innerJoin('series as s', 's.id', 'b.series_id')
      .innerJoin('library as l', 'l.id', 'b.library_id')
      .select(['b.id', 'b.uid', 'b.series_id as seriesId', 's.uid as seriesUid', 'l.uid as libraryUid', 'b.class'])
      .select(['b.page_count as pageCount', 'b.format', 'b.file_name as fileName'])
      .where(visibilityCondition(db.kind, viewer.sees, 'b.class'))
      .orderBy('b.id')
  const byContent = await books().where('b.sync_hash', '=', md5).execute()
  if (byContent.length > 0) return byContent
  const byName = await books().where('b.name_hash', '=', fileNameHashFromMd5(md5)).execute()
  return byName.filter((book) => md5OfFileName(book.fileName) === md5)
}

const MD5 = /^[0-9a-f]{32}$/i
