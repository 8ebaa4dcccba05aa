import { NUMBER_WORDS } from '../../formats/filename/number-text.ts'
import { type QueryWords, WHOLE_WORD_MARK } from './query-words.ts'

/**
 * The same words with other spellings of their numbers: "rocky 4" as "rocky iv", "13 moons" as "thirteen moons" and the
 * reverse. Undefined if there are none. Only for a search that finds nothing as it is written: nearly every title with
 * a number has another one beside it that is meant.
 */
export function withNumeralSpellings(words: QueryWords): QueryWords | undefined {
  const spelt = words.map((given) => [...given, ...otherNumerals(given[0]!, words.length > 1)])
  return spelt.some((spellings, at) => spellings.length > words[at]!.length) ? spelt : undefined
}

function otherNumerals(word: string, hasMoreWords: boolean): string[] {
  const all = numeralsOf.get(word) ?? []
  // By itself, a letter is no number.
  if (word.length === 1 && LETTER.test(word) && !hasMoreWords) return []
  return all.filter((one) => one !== word && (hasMoreWords || one.length > 1)).map((one) => one + WHOLE_WORD_MARK)
}

const LETTER = /\p{L}/u

/** Not I, which is a word. */
const ROMAN = ['', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii', 'xiv', 'xv', 'xvi']
ROMAN.push('xvii', 'xviii', 'xix', 'xx')

const numeralsOf = new Map(
  NUMBER_WORDS.flatMap((word, at) => {
    const all = [String(at + 1), ROMAN[at]!, word].filter((one) => one !== '')
    return all.map((one) => [one, all] as const)
  }),
)
