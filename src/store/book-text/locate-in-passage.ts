import { UNSPACED_RUN } from '../text/search-words.ts'
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
 * The best match in a passage: where the most terms are, and closest together; if they follow each other, all of them.
 * The score grows with the number of terms in one place, and with their frequency.
 */
export function locateInPassage(text: string, { wanted }: TextQuery): PassageMatch | undefined {
  const found = occurrencesAsWritten(text, wanted) ?? occurrencesFolded(text, wanted)
  const inOrder = found.flatMap((of, number) => of.map((at) => ({ ...at, number }))).sort((a, b) => a.start - b.start)
  let best: Cluster | undefined
  for (let index = 0, left = MAX_COMPARED; index < inOrder.length && left > 0; index++) {
    const cluster = clusterAt(text, inOrder, index, wanted.length)
    if (!best || cluster.terms > best.terms || (cluster.terms === best.terms && cluster.length < best.length)) {
      best = cluster
    }
    if (best.terms === wanted.length) left = best.isPhrase || wanted.length === 1 ? 0 : left - 1
  }
  if (!best) return undefined
  const often = found.reduce((sum, { length }) => sum + saturate(length, text.length), 0) / wanted.length
  const { start, end, terms, isPhrase } = best
  return { start, end, score: terms / wanted.length + often + (isPhrase ? FOR_PHRASE : 0) }
}

interface Cluster extends Occurrence {
  terms: number
  /** From the beginning of its first word to the end of its last. */
  length: number
  /** All terms are there, with no other word in between. */
  isPhrase: boolean
}

/** The terms from an occurrence on, as far as they are near. */
function clusterAt(
  text: string,
  inOrder: readonly (Occurrence & { number: number })[],
  index: number,
  wanted: number,
): Cluster {
  const { start, end } = inOrder[index]!
  const near = new Set<number>()
  let last = end
  let isPhrase = true
  for (const each of inOrder.slice(index, index + MAX_NEAR)) {
    if (each.start - start > NEAR || near.size === wanted) break
    if (near.has(each.number) || hasLetters(text, last, each.start)) isPhrase = false
    near.add(each.number)
    last = Math.max(last, each.end)
  }
  isPhrase &&= near.size === wanted && wanted > 1
  return { start, end: isPhrase ? last : end, terms: near.size, length: last - start, isPhrase }
}

/** Longer gaps are never only punctuation. */
const hasLetters = (text: string, from: number, to: number): boolean =>
  to - from > 4 || (to > from && /[\p{L}\p{N}]/u.test(text.slice(from, to)))

/** Words that follow each other are probably meant together. */
const FOR_PHRASE = 0.5
/** Places with all terms that are compared. */
const MAX_COMPARED = 64
const MAX_NEAR = 100

/** Whether a passage contains the term at all. */
export const holdsTerm = (text: string, term: TextTerm): boolean =>
  (occurrencesAsWritten(text, [term]) ?? occurrencesFolded(text, [term]))[0]!.length > 0

/** As in BM25: the tenth occurrence adds less than the second, and long passages naturally contain more. */
const saturate = (count: number, letters: number): number =>
  count / (count + 1.2 * (0.25 + 0.75 * (letters / USUAL_LETTERS)))
const USUAL_LETTERS = 6000

/**
 * Most words occur in the text as typed: finding these takes a tenth of the time of folding the whole passage.
 * Undefined if one of them doesn't.
 */
function occurrencesAsWritten(text: string, wanted: readonly TextTerm[]): Occurrence[][] | undefined {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return undefined
  const found = wanted.map((term) => {
    const occurrences: Occurrence[] = []
    const run = runOfPairs(term)
    if (run === undefined && !term.words.every((word) => PLAIN.test(word))) return occurrences
    const first = run ?? term.words[0]!
    for (let start = lower.indexOf(first); start >= 0; start = lower.indexOf(first, start + 1)) {
      if (run === undefined && start > 0 && isWordAt(lower, start - 1)) continue
      const end = run === undefined ? endAsWritten(lower, start, term) : start + run.length
      if (end !== undefined) occurrences.push({ start, end })
    }
    return occurrences
  })
  return found.every(({ length }) => length > 0) ? found : undefined
}

/** The end of the words that start there, if they all follow each other. */
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

/** Text without spaces is queried in overlapping pairs: joins them again. */
function runOfPairs({ words }: TextTerm): string | undefined {
  let run = words[0]!
  if (!UNSPACED_RUN.test(run)) return undefined
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

/** Distance in letters within which words belong together. */
const NEAR = 200
