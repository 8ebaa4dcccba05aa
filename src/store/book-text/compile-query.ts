import type { Db } from '../open.ts'
import { commonPairsOf } from './common-pairs.ts'
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

/** The query in the database's syntax: FTS5, or a tsquery. */
export function compileTextQuery(kind: Db['kind'], query: TextQuery, options: CompileOptions = {}): string {
  const { and, or, not } = kind === 'sqlite' ? SQLITE : POSTGRES
  const write = (term: TextTerm) => {
    const phrases = phrasesOf(term, options).map((phrase) => writePhrase(kind, phrase, options))
    return phrases.length === 1 ? phrases[0]! : `(${phrases.join(or)})`
  }
  const all = query.wanted.map(write).join(and)
  const excluded = query.excluded.filter((term) => !(options.ignoresOrder && dependsOnOrder(term, options)))
  return excluded.length === 0 ? all : `(${all})${not}(${excluded.map(write).join(or)})`
}

/** Whether the order of words matters: the index alone knows single words and pairs of common words. */
export const needsOrder = ({ wanted, excluded }: TextQuery, options: CompileOptions): boolean =>
  [...wanted, ...excluded].some((term) => dependsOnOrder(term, options))

const dependsOnOrder = (term: TextTerm, options: CompileOptions): boolean =>
  phrasesOf(term, options).some((phrase) => isPhrase(phrase) && !onlyPairOf(phrase, options))

export const isPhrase = ({ words }: Pick<TextTerm, 'words'>): boolean => words.length > 1

const SQLITE = { and: ' AND ', or: ' OR ', not: ' NOT ' }
const POSTGRES = { and: ' & ', or: ' | ', not: ' & !' }

/** One phrase for each word that the prefix stands for. */
function phrasesOf(term: TextTerm, { wordsByPrefix }: CompileOptions): Phrase[] {
  const endings = wordsByPrefix?.get(term)
  return endings ? endings.map((word) => ({ words: [...term.words.slice(0, -1), word], isPrefix: false })) : [term]
}

/** A phrase of two common words is the same as their pair. */
function onlyPairOf({ words, isPrefix }: Phrase, { usesPairs }: CompileOptions): string | undefined {
  return usesPairs && !isPrefix && words.length === 2 ? commonPairsOf(words)[0] : undefined
}

function writePhrase(kind: Db['kind'], phrase: Phrase, options: CompileOptions): string {
  const onlyPair = onlyPairOf(phrase, options)
  if (onlyPair) return quote(kind, onlyPair)
  const words = writeWords(kind, phrase, options)
  const certain = phrase.isPrefix ? phrase.words.slice(0, -1) : phrase.words
  const pairs = options.usesPairs ? commonPairsOf(certain) : []
  if (pairs.length === 0) return words
  const { and } = kind === 'sqlite' ? SQLITE : POSTGRES
  return `(${[...pairs.map((pair) => quote(kind, pair)), words].join(and)})`
}

function writeWords(kind: Db['kind'], { words, isPrefix }: Phrase, { ignoresOrder }: CompileOptions): string {
  if (kind === 'sqlite') return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
  const quoted = words.map((word, index) => quote(kind, word) + (isPrefix && index === words.length - 1 ? ':*' : ''))
  return quoted.length === 1 ? quoted[0]! : `(${quoted.join(ignoresOrder ? ' & ' : ' <-> ')})`
}

const quote = (kind: Db['kind'], word: string): string => (kind === 'sqlite' ? `"${word}"` : `'${word}'`)
