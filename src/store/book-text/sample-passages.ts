import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { alwaysTrue, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { foldForSearch } from '../text/search-words.ts'
import type { IndexedBooks } from './indexed-books.ts'
import { readPassageTexts } from './read-passages.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

/** Folded texts of a few passages, to estimate what the others contain. */
export interface PassageSample {
  /** Of the whole index. */
  ofAll: readonly string[]
  /** Of the books that are searched. */
  ofSearched: readonly string[]
}

export async function readPassageSample(db: Db, where: SqlCondition, books: IndexedBooks): Promise<PassageSample> {
  const ofAll = await sampleCache(db).load('all', books.passagesOfAll, () => readSample(db, alwaysTrue))
  return { ofAll, ofSearched: books.isEverything ? ofAll : await readSample(db, where) }
}

/** A few passages of the whole index, valid while the number of passages is unchanged. */
const sampleCache = defineCache<'all', string[]>('text_sample', { maxEntries: 1 })

/** One passage each of some books, folded; always the same books, so that results don't depend on chance. */
async function readSample(db: Db, where: SqlCondition): Promise<string[]> {
  const { rows } = await sql<{ book_id: number; passages: number }>`select book_id, passages from (
      select s.book_id, s.passages from book_text_state s join book b on b.id = s.book_id
      where s.passages > 0 and ${where} limit ${sql.lit(MAX_BOOKS_LOOKED_AT)}) books
    order by (book_id % 10007) * 7919 % 10007 limit ${sql.lit(SAMPLED)}`.execute(db.slowQuery)
  const ids = rows.map(({ book_id, passages }) => book_id * MAX_PASSAGES_PER_BOOK + Math.floor(passages / 2))
  const texts = await readPassageTexts(db, ids)
  return [...texts.values()].map((text) => foldForSearch(text))
}

const SAMPLED = 20
const MAX_BOOKS_LOOKED_AT = 20_000
