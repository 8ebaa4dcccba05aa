import { sql } from 'kysely'
import { defineCache } from '../cache/caches.ts'
import { alwaysTrue, type SqlCondition } from '../list/sql-conditions.ts'
import type { Db } from '../open.ts'
import { CJK_RUN, foldForSearch } from '../text/search-words.ts'
import type { SearchLimits } from './index-search.ts'
import type { IndexedBooks } from './indexed-books.ts'
import type { TextTerm } from './query.ts'
import { readPassageTexts } from './read-passages.ts'
import { MAX_PASSAGES_PER_BOOK } from './write.ts'

/** A prefix of so many words that neither database could merge all of them in time. */
export interface CommonPrefix {
  /** The most frequent words with this prefix. */
  words: string[]
  /** Counting is slow, but possible. */
  isCountable: boolean
}

/**
 * The most frequent words for every `th*` that matches many: they occur in more passages than are counted anyway. A few
 * passages from all over the index show which words these are, and how many.
 */
export async function readCommonPrefixes(
  db: Db,
  wanted: readonly TextTerm[],
  { where, books, limits }: { where: SqlCondition; books: IndexedBooks; limits: SearchLimits },
): Promise<Map<TextTerm, CommonPrefix>> {
  const prefixes = wanted.filter(({ isPrefix }) => isPrefix)
  if (prefixes.length === 0 || books.passagesOfAll <= limits.smallIndex) return new Map()
  const sampleOfAll = await sampleCache(db).load('all', books.passagesOfAll, () => readSample(db, alwaysTrue))
  const sample = books.isEverything ? sampleOfAll : await readSample(db, where)
  const common = prefixes.flatMap((term): [TextTerm, CommonPrefix][] => {
    const inSample = sampleOfAll.reduce((sum, text) => sum + wordsBeginning(text, term).length, 0)
    const occurrences = (inSample / Math.max(1, sampleOfAll.length)) * books.passagesOfAll
    if (occurrences <= limits.quickPrefix) return []
    const words = frequentWords(sample, term).slice(0, MAX_WORDS[db.kind])
    return words.length === 0 ? [] : [[term, { words, isCountable: occurrences <= limits.slowPrefix }]]
  })
  return new Map(common)
}

/** A few passages of the whole index, valid while the number of passages is unchanged. */
const sampleCache = defineCache<'all', string[]>('text_sample', { maxEntries: 1 })

/** PostgreSQL scans all passages of each. */
const MAX_WORDS = { sqlite: 24, postgres: 4 }

function frequentWords(sample: readonly string[], term: TextTerm): string[] {
  const passages = new Map<string, number>()
  for (const text of sample) {
    for (const word of new Set(wordsBeginning(text, term))) passages.set(word, (passages.get(word) ?? 0) + 1)
  }
  return [...passages].sort(([, a], [, b]) => b - a).map(([word]) => word)
}

/** As in the index, with few exceptions: splitting a text as the index does would take ten times as long. */
function wordsBeginning(folded: string, { words, isCharacter }: TextTerm): string[] {
  const prefix = words.at(-1)!
  if (!isCharacter) {
    const found = folded.match(new RegExp(`(?<![^ ])${prefix}[^ ]*`, 'g')) ?? []
    return found.filter((word) => !CJK_RUN.test(word))
  }
  const found = folded.match(new RegExp(`${prefix}[^ ]?`, 'gu')) ?? []
  return found.filter((pair) => CJK_RUN.exec(pair)?.[0] === pair)
}

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
