import type { Db } from '../open.ts'
import { commonPairsOf, NO_WORD } from './common-pairs.ts'
import type { TextQuery, TextTerm } from './query.ts'

export interface CompileOptions {
  /** Phrases are searched only in passages with their pairs of common words. */
  usesPairs?: boolean
  /** The words to search instead of a prefix. */
  wordsByPrefix?: ReadonlyMap<TextTerm, readonly string[]>
  /** Only what the index can check without the text: the words of a phrase in any order, and no excluded phrases. */
  ignoresOrder?: boolean
}

type Phrase = Pick<TextTerm, 'words' | 'isPrefix'>

/** The query in the database's syntax: FTS5, or a tsquery. In both, NOT binds closest, then AND, then OR. */
export function compileTextQuery(kind: Db['kind'], query: TextQuery, options: CompileOptions = {}): string {
  const { or, not } = OPERATORS[kind]
  const write = (terms: readonly TextTerm[]) =>
    joinConditions(kind, mergeConditions(terms.map((term) => conditionsOfTerm(kind, term, options))))
  const all = write(query.wanted)
  const excluded = query.excluded
    .filter((term) => !(options.ignoresOrder && dependsOnOrder(term, options)))
    .map((term) => write([term]))
  return excluded.length === 0 ? all : `(${all})${not}(${excluded.join(or)})`
}

/** Conditions that must all hold: those on the words of a passage, and those on their order. */
interface Conditions {
  words: string[]
  order: string[]
}

const mergeConditions = (all: readonly Conditions[]): Conditions => ({
  words: all.flatMap(({ words }) => words),
  order: all.flatMap(({ order }) => order),
})

/**
 * FTS5 moves all parts of an AND forward together: it would read the positions of a phrase in every passage that any one
 * of the words leads to. A NOT in between, of nothing, makes it find the passages with all the words first.
 */
function joinConditions(kind: Db['kind'], { words, order }: Conditions): string {
  const { and, not } = OPERATORS[kind]
  const isSlow = kind === 'sqlite' && words.length > 1 && order.length > 0
  const first = isSlow ? [`((${words.join(and)})${not}${quote(kind, NO_WORD)})`] : words
  return [...first, ...order].join(and)
}

/** Whether the order of words matters: the index alone knows single words and pairs of common words. */
export const needsOrder = ({ wanted, excluded }: TextQuery, options: CompileOptions): boolean =>
  [...wanted, ...excluded].some((term) => dependsOnOrder(term, options))

const dependsOnOrder = (term: TextTerm, options: CompileOptions): boolean =>
  phrasesOf(term, options).some((phrase) => isPhrase(phrase) && !onlyPairOf(phrase, options))

export const isPhrase = ({ words }: Pick<TextTerm, 'words'>): boolean => words.length > 1

const OPERATORS = {
  sqlite: { and: ' AND ', or: ' OR ', not: ' NOT ' },
  postgres: { and: ' & ', or: ' | ', not: ' & !' },
}

/** One phrase for each word that the prefix stands for. */
function phrasesOf(term: TextTerm, { wordsByPrefix }: CompileOptions): Phrase[] {
  const endings = wordsByPrefix?.get(term)
  return endings ? endings.map((word) => ({ words: [...term.words.slice(0, -1), word], isPrefix: false })) : [term]
}

/** A phrase of two common words is the same as their pair. */
function onlyPairOf({ words, isPrefix }: Phrase, { usesPairs }: CompileOptions): string | undefined {
  return usesPairs && !isPrefix && words.length === 2 ? commonPairsOf(words)[0] : undefined
}

function conditionsOfTerm(kind: Db['kind'], term: TextTerm, options: CompileOptions): Conditions {
  const all = phrasesOf(term, options).map((phrase) => conditionsOfPhrase(kind, phrase, options))
  if (all.length === 1) return all[0]!
  const oneOf = `(${all.map((each) => joinConditions(kind, each)).join(OPERATORS[kind].or)})`
  return all.every(({ order }) => order.length === 0) ? { words: [oneOf], order: [] } : { words: [], order: [oneOf] }
}

function conditionsOfPhrase(kind: Db['kind'], phrase: Phrase, options: CompileOptions): Conditions {
  const onlyPair = onlyPairOf(phrase, options)
  if (onlyPair) return { words: [quote(kind, onlyPair)], order: [] }
  const written = writeWords(kind, phrase, options)
  if (!isPhrase(phrase)) return { words: [written], order: [] }
  const certain = phrase.isPrefix ? phrase.words.slice(0, -1) : phrase.words
  const pairs = options.usesPairs ? commonPairsOf(certain) : []
  return { words: pairs.map((pair) => quote(kind, pair)), order: [written] }
}

function writeWords(kind: Db['kind'], { words, isPrefix }: Phrase, { ignoresOrder }: CompileOptions): string {
  if (kind === 'sqlite') return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
  const quoted = words.map((word, index) => quote(kind, word) + (isPrefix && index === words.length - 1 ? ':*' : ''))
  return quoted.length === 1 ? quoted[0]! : `(${quoted.join(ignoresOrder ? ' & ' : ' <-> ')})`
}

const quote = (kind: Db['kind'], word: string): string => (kind === 'sqlite' ? `"${word}"` : `'${word}'`)
