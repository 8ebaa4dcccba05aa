import { CJK_RUN } from '../text/search-words.ts'
import { isWordAt, type Token, tokenise } from '../text/text-tokens.ts'
import type { TextQuery, TextTerm } from './query.ts'

interface Occurrence {
  start: number
  end: number
}

export interface PassageMatch extends Occurrence {
  /** How well the passage fits: higher is better. */
  score: number
}

/**
 * Where in a passage the query is best met: at the place with the most of its terms close together, the first of such. It fits
 * the better the more of them are together, and the more often it speaks of them.
 */
export function locateInPassage(text: string, { wanted }: TextQuery): PassageMatch | undefined {
  const found = occurrencesAsWritten(text, wanted) ?? occurrencesFolded(text, wanted)
  const inOrder = found.flatMap((of, number) => of.map((at) => ({ ...at, number }))).sort((a, b) => a.start - b.start)
  let best: { at: Occurrence; terms: number } | undefined
  for (const [index, at] of inOrder.entries()) {
    const near = new Set<number>()
    for (let next = index; next < inOrder.length && inOrder[next]!.start - at.start <= NEAR; next++) {
      near.add(inOrder[next]!.number)
      if (near.size === wanted.length) break
    }
    if (!best || near.size > best.terms) best = { at, terms: near.size }
    if (near.size === wanted.length) break
  }
  if (!best) return undefined
  const often = found.reduce((sum, { length }) => sum + saturate(length, text.length), 0) / wanted.length
  return { start: best.at.start, end: best.at.end, score: best.terms / wanted.length + often }
}

/** Whether a passage holds it at all. */
export const holdsTerm = (text: string, term: TextTerm): boolean =>
  (occurrencesAsWritten(text, [term]) ?? occurrencesFolded(text, [term]))[0]!.length > 0

/** As BM25 counts: the tenth time says less than the second, and a long passage has room for more. */
const saturate = (count: number, letters: number): number =>
  count / (count + 1.2 * (0.25 + 0.75 * (letters / USUAL_LETTERS)))
const USUAL_LETTERS = 6000

/**
 * Most words stand in the text as they are typed: to find these takes a tenth of the time it takes to fold the whole passage.
 * Undefined where one of them does not.
 */
function occurrencesAsWritten(text: string, wanted: readonly TextTerm[]): Occurrence[][] | undefined {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return undefined
  const found = wanted.map((term) => {
    const of: Occurrence[] = []
    const run = runOfPairs(term)
    if (run === undefined && !term.words.every((word) => PLAIN.test(word))) return of
    const first = run ?? term.words[0]!
    for (let start = lower.indexOf(first); start >= 0; start = lower.indexOf(first, start + 1)) {
      if (run === undefined && start > 0 && isWordAt(lower, start - 1)) continue
      const end = run === undefined ? endAsWritten(lower, start, term) : start + run.length
      if (end !== undefined) of.push({ start, end })
    }
    return of
  })
  return found.every(({ length }) => length > 0) ? found : undefined
}

/** Where the words that begin there end, if they all follow each other. */
function endAsWritten(lower: string, start: number, { words, isPrefix }: TextTerm): number | undefined {
  let at = start
  for (const [index, word] of words.entries()) {
    while (index > 0 && at < lower.length && !isWordAt(lower, at)) at++
    if (!lower.startsWith(word, at)) return undefined
    at += word.length
    if (isPrefix && index === words.length - 1) while (at < lower.length && isWordAt(lower, at)) at++
    if (at < lower.length && isWordAt(lower, at)) return undefined
  }
  return at
}

/** What is written without spaces is asked for in pairs that overlap: as one piece again. */
function runOfPairs({ words }: TextTerm): string | undefined {
  let run = words[0]!
  if (!CJK_RUN.test(run)) return undefined
  for (const word of words.slice(1)) {
    const [before, ...added] = word
    if (!before || !run.endsWith(before) || added.length === 0) return undefined
    run += added.join('')
  }
  return run
}

const PLAIN = /^[a-z0-9]+$/

function occurrencesFolded(text: string, wanted: readonly TextTerm[]): Occurrence[][] {
  const { words, joined } = tokenise(text)
  return wanted.map((term) => [...occurrences(words, joined, term)])
}

function* occurrences(words: readonly Token[], joined: readonly Token[], term: TextTerm): Generator<Occurrence> {
  const { length } = term.words
  for (let at = 0; at + length <= words.length; at++) {
    if (!holds(words, at, term)) continue
    const last = words[at + length - 1]!
    const end = term.isCharacter ? Math.min(last.start + term.words.at(-1)!.length, last.end) : last.end
    yield { start: words[at]!.start, end }
  }
  if (length > 1) return
  for (const [at, { start, end }] of joined.entries()) if (holds(joined, at, term)) yield { start, end }
}

function holds(tokens: readonly Token[], at: number, { words, isPrefix }: TextTerm): boolean {
  return words.every((word, index) => {
    const token = tokens[at + index]!.word
    return isPrefix && index === words.length - 1 ? token.startsWith(word) : token === word
  })
}

/** Letters within which words belong to one place. */
const NEAR = 200
