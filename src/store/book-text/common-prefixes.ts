import type { Db } from '../open.ts'
import { UNSPACED_RUN } from '../text/search-words.ts'
import { MAX_HITS_COUNTED, type SearchLimits } from './index-search.ts'
import type { IndexedBooks } from './indexed-books.ts'
import type { TextTerm } from './query.ts'
import type { PassageSample } from './sample-passages.ts'

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
export function findCommonPrefixes(
  kind: Db['kind'],
  wanted: readonly TextTerm[],
  sample: PassageSample,
  { books, limits }: { books: IndexedBooks; limits: SearchLimits },
): Map<TextTerm, CommonPrefix> {
  const prefixes = wanted.filter(({ isPrefix }) => isPrefix)
  const common = prefixes.flatMap((term): [TextTerm, CommonPrefix][] => {
    const inSample = sample.ofAll.reduce((sum, text) => sum + wordsBeginning(text, term).length, 0)
    const occurrences = (inSample / Math.max(1, sample.ofAll.length)) * books.passagesOfAll
    if (occurrences <= limits.quickPrefix) return []
    const endings = mostFrequent(sample.ofSearched, (text) => wordsEnding(text, term))
    const found = endings.length > 0 ? endings : mostFrequent(sample.ofSearched, (text) => wordsBeginning(text, term))
    const words = enoughOf(found, kind, books.passages / Math.max(1, sample.ofSearched.length))
    return words.length === 0 ? [] : [[term, { words, isCountable: occurrences <= limits.slowPrefix }]]
  })
  return new Map(common)
}

/** PostgreSQL reads all passages of each word, also if the first is already in more than are counted. */
function enoughOf(found: readonly FrequentWord[], kind: Db['kind'], each: number): string[] {
  const words: string[] = []
  let expected = 0
  for (const { word, passages } of found) {
    if (words.length === MAX_WORDS[kind] || (kind === 'postgres' && expected > SURELY_ENOUGH)) break
    words.push(word)
    expected += passages * each
  }
  return words
}

const MAX_WORDS = { sqlite: 24, postgres: 4 }
/** A few passages tell only roughly how many there are. */
const SURELY_ENOUGH = 3 * MAX_HITS_COUNTED

interface FrequentWord {
  word: string
  /** How many of the sample contain it. */
  passages: number
}

function mostFrequent(sample: readonly string[], wordsOf: (text: string) => string[]): FrequentWord[] {
  const passages = new Map<string, number>()
  for (const text of sample) {
    for (const word of new Set(wordsOf(text))) passages.set(word, (passages.get(word) ?? 0) + 1)
  }
  return [...passages].map(([word, passages]) => ({ word, passages })).sort((a, b) => b.passages - a.passages)
}

/** The words that follow the first words of a phrase. */
function wordsEnding(folded: string, { words, isCharacter }: TextTerm): string[] {
  if (words.length === 1 || isCharacter) return []
  const found = folded.matchAll(new RegExp(`(?<![^ ])${words.slice(0, -1).join(' ')} (${words.at(-1)}[^ ]*)`, 'g'))
  return [...found].map(([, word]) => word!).filter((word) => !UNSPACED_RUN.test(word))
}

/** As in the index, with few exceptions: splitting a text as the index does would take ten times as long. */
function wordsBeginning(folded: string, { words, isCharacter }: TextTerm): string[] {
  const prefix = words.at(-1)!
  if (!isCharacter) {
    const found = folded.match(new RegExp(`(?<![^ ])${prefix}[^ ]*`, 'g')) ?? []
    return found.filter((word) => !UNSPACED_RUN.test(word))
  }
  const found = folded.match(new RegExp(`${prefix}[^ ]?`, 'gu')) ?? []
  return found.filter((pair) => UNSPACED_RUN.exec(pair)?.[0] === pair)
}
