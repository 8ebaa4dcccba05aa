import type { BookFacts } from '../../catalog/merge/book-facts.ts'
import { lockNamesOf, openLocksOf } from '../../catalog/metadata/locks.ts'
import { readBooksForExport, readFacetNamesForExport } from '../../store/export/read-rows-for-export.ts'
import type { Db } from '../../store/open.ts'
import { parseStoredJson } from '../../store/parse-stored-json.ts'
import { bytesToUuid } from '../../store/uid.ts'
import type { ImportRecord } from '../records.ts'
import { withExternalData } from './with-external-data.ts'

/** A user's export only identifies the books: edited metadata belongs to the server. */
export async function* exportBooks(db: Db, isWhole: boolean): AsyncGenerator<ImportRecord> {
  const none = new Map<number, string[]>()
  const tags = isWhole ? await readFacetNamesForExport(db, 'book_tag') : none
  const genres = isWhole ? await readFacetNamesForExport(db, 'book_genre') : none
  for await (const [row, external] of withExternalData(db, 'book', isWhole, readBooksForExport(db))) {
    const stored = isWhole ? parseStoredJson<string[]>(row.locks, []) : []
    const locks = lockNamesOf(stored).filter((lock) => lock !== 'cover')
    const openLocks = openLocksOf(stored)
    const facts = parseStoredJson<Record<string, unknown>>(row.facts, {})
    const { seriesFromImport: series } = facts as Pick<BookFacts, 'seriesFromImport'>
    const own: Record<string, unknown> = {
      ...facts,
      title: row.title,
      titleSort: row.title_sort,
      number: row.number_text,
      summary: row.summary,
      authors: parseStoredJson(row.authors, []),
      customMetadata: parseStoredJson(row.custom_metadata, null),
    }
    const fields = Object.fromEntries(
      locks.filter((lock) => lock !== 'tags' && lock !== 'genres').map((lock) => [lock, own[lock] ?? null]),
    )
    if (locks.includes('genres')) fields.genre = genres.get(row.id)?.join(', ') ?? null
    const metadata = {
      fields,
      ...(locks.includes('tags') && { tags: tags.get(row.id) ?? [] }),
      ...(openLocks.length > 0 && { openLocks }),
      ...external,
    }
    yield {
      type: 'book',
      id: bytesToUuid(row.uid),
      libraryId: bytesToUuid(row.libraryUid),
      seriesId: bytesToUuid(row.seriesUid),
      path: `${row.root.replace(/\/+$/, '')}/${row.path}`,
      size: row.file_size,
      syncHash: row.sync_hash,
      sha256: row.file_size <= 2 ** 20 && row.hash !== '' ? row.hash : null,
      ...(isWhole && { addedAt: row.created_at }),
      ...(row.deleted_at !== null && { isDeleted: true }),
      ...((locks.length > 0 || external) && { metadata }),
      ...(isWhole && series && { series: { name: series.series, number: series.number ?? null, isNewer: true } }),
    }
  }
}
