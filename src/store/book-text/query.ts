import { validationProblem } from '../../contract/problems.ts'
import { UNSPACED_RUN } from '../text/search-words.ts'
import { groupedNumbers, type Token, tokenise } from '../text/text-tokens.ts'

/** A search term: a word, or several adjacent ones. */
export interface TextTerm {
  words: readonly string[]
  /** The last word is a prefix. */
  isPrefix: boolean
  /**
   * A single character of a script without spaces: indexed as a pair with the next one, but only this one was
   * requested.
   */
  isCharacter: boolean
}

export interface TextQuery {
  wanted: readonly TextTerm[]
  excluded: readonly TextTerm[]
}

/**
 * Parses `whale "white whale" harpoon* -dick`; a prefix may end a phrase, inside or after its quotes, and an unclosed phrase extends to the end. Throws errors that the user can
 * correct.
 */
export function parseTextQuery(text: string): TextQuery {
  const wrong = (message: string) => validationProblem([{ path: 'query', message }])
  const plain = text.replace(QUOTES, '"')
  const wanted: TextTerm[] = []
  const excluded: TextTerm[] = []
  for (const [, minus, phrase, star, word] of plain.matchAll(TERMS)) {
    const given = phrase === undefined ? (word ?? '') : phrase + (star ?? '')
    const term = termOf(given)
    if (!term) continue
    if (term.isPrefix && [...term.words.at(-1)!].length < SHORTEST_PREFIX && !UNSPACED_RUN.test(given)) {
      throw wrong(`Type at least ${SHORTEST_PREFIX} letters before the *.`)
    }
    ;(minus ? excluded : wanted).push(term)
  }
  if (wanted.length === 0) {
    throw wrong(excluded.length > 0 ? 'Type at least one word without a minus sign.' : 'Type a word to look for.')
  }
  const count = [...wanted, ...excluded].reduce((sum, { words }) => sum + words.length, 0)
  if (count > MAX_WORDS) throw wrong(`Type at most ${MAX_WORDS} words.`)
  return { wanted, excluded }
}

function termOf(given: string): TextTerm | undefined {
  const words = searchedWords(given)
  const last = words.at(-1)
  if (!last) return undefined
  const isPair = UNSPACED_RUN.test(last.word)
  // The text may continue after the query: the last character alone, which ends a run of pairs, isn't required.
  const isClosing = isPair && words.length > 1 && words.at(-2)!.end === last.end
  const searched = isClosing ? words.slice(0, -1) : words
  const isSingle = isPair && !isClosing && [...last.word].length === 1
  const isPrefix = isSingle || (!isPair && /\*\s*$/.test(given))
  return { words: searched.map(({ word }) => word), isPrefix, isCharacter: isSingle }
}

/** 1,000 is looked for as 1000, which the index contains for both. */
function searchedWords(given: string): Token[] {
  const { words } = tokenise(given)
  const [number] = groupedNumbers(given)
  return number && number.start === words[0]!.start && number.end === words.at(-1)!.end ? [number] : words
}

const QUOTES = /[“”„«»＂]/g
const TERMS = /(?<![^\s"])(-?)(?:"([^"]*)(?:"(\*?)|$)|([^\s"]+))/g
const SHORTEST_PREFIX = 2
const MAX_WORDS = 32
