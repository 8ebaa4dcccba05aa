import type { Page } from '../../formats/publication.ts'
import { decodePageIndex } from '../book/page-index.ts'
import { decodePublicationStructure, type PublicationStructure } from '../book/publication-structure.ts'
import { defineCache } from '../cache/caches.ts'
import type { Db, Queryable } from '../open.ts'
import type { ServedBookFile } from './served-book-file.ts'

type VersionedFile = Pick<ServedBookFile, 'id' | 'version'>

/** The pages of a book and their byte positions. Empty: not analysed, or without pages. */
export function readPages(db: Db, file: VersionedFile): readonly Page[] | Promise<readonly Page[]> {
  return pagesCache(db).load(file.id, file.version, async () => {
    const row = await db.query
      .selectFrom('book_pages')
      .select('pages')
      .where('book_id', '=', file.id)
      .executeTakeFirst()
    return row ? decodePageIndex(row.pages) : []
  })
}

/** Reading order, resources, contents and positions; undefined for comics. */
export async function readPublicationStructure(db: Db, file: VersionedFile): Promise<PublicationStructure | undefined> {
  return outlinesCache(db).load(file.id, file.version, async () => {
    const row = await db.query
      .selectFrom('book_outline')
      .select('outline')
      .where('book_id', '=', file.id)
      .executeTakeFirst()
    return row && decodePublicationStructure(row.outline)
  })
}

/** The same for many books at once, without the cache: such callers read each only once. */
export async function readPublicationStructures(
  db: Pick<Queryable, 'query'>,
  bookIds: readonly number[],
): Promise<Map<number, PublicationStructure>> {
  if (bookIds.length === 0) return new Map()
  const rows = await db.query
    .selectFrom('book_outline')
    .select(['book_id', 'outline'])
    .where('book_id', 'in', bookIds)
    .execute()
  return new Map(rows.map((row) => [row.book_id, decodePublicationStructure(row.outline)]))
}

/** Keyed by the file's version, so entries can't be stale; an empty result may just be too early. */
const pagesCache = defineCache<number, readonly Page[]>('book_pages', {
  maxEntries: 2000,
  maxBytes: 16_000_000,
  // A book of ten thousand pages is cached like any other.
  sizeOf: (pages) => Math.min(1_000_000, pages.length * PAGE_BYTES),
  isFinal: (pages) => pages.length > 0,
})
/** Approximate memory of one page. */
const PAGE_BYTES = 300
const outlinesCache = defineCache<number, PublicationStructure | undefined>('book_outlines', { maxEntries: 200 })
