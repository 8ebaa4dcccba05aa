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

/** A beginning of words for which neither database could put all of them together in time. */
export interface CommonPrefix {
  /** The most frequent words that begin so. */
  words: string[]
  /** It takes longer than people wait, and is possible. */
  isCountable: boolean
}

/**
 * The most frequent words for every `th*` that begins many: they are in more passages than are counted anyway. Which these
 * are, and how many, a few passages from all over the index show.
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

/** A few passages of the whole index, as long as it holds as many. */
const sampleCache = defineCache<'all', string[]>('text_sample', { maxEntries: 1 })

/** PostgreSQL goes through all passages of each. */
const MAX_WORDS = { sqlite: 24, postgres: 4 }

function frequentWords(sample: readonly string[], term: TextTerm): string[] {
  const passages = new Map<string, number>()
  for (const text of sample) {
    for (const word of new Set(wordsBeginning(text, term))) passages.set(word, (passages.get(word) ?? 0) + 1)
  }
  return [...passages].sort(([, a], [, b]) => b - a).map(([word]) => word)
}

/** As the index holds them, but for a few: to cut a text as the index does would take ten times as long. */
function wordsBeginning(folded: string, { words, isCharacter }: TextTerm): string[] {
  const prefix = words.at(-1)!
  if (!isCharacter) {
    const found = folded.match(new RegExp(`(?<![^ ])${prefix}[^ ]*`, 'g')) ?? []
    return found.filter((word) => !CJK_RUN.test(word))
  }
  const found = folded.match(new RegExp(`${prefix}[^ ]?`, 'gu')) ?? []
  return found.filter((pair) => CJK_RUN.exec(pair)?.[0] === pair)
}

/** One passage each of some books, folded, always of the same ones: what is found shall not depend on chance. */
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
