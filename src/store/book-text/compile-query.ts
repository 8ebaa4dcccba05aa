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

/** The query in the database's syntax: FTS5, or a tsquery. */
export function compileTextQuery(kind: Db['kind'], query: TextQuery, options: CompileOptions = {}): string {
  const { and, or, not } = kind === 'sqlite' ? SQLITE : POSTGRES
  const write = (term: TextTerm) => writeTerm(kind, term, options)
  const all = query.wanted.map(write).join(and)
  const excluded = query.excluded.filter((term) => !(options.ignoresOrder && isPhrase(term)))
  return excluded.length === 0 ? all : `(${all})${not}(${excluded.map(write).join(or)})`
}

export const isPhrase = ({ words }: TextTerm): boolean => words.length > 1

const SQLITE = { and: ' AND ', or: ' OR ', not: ' NOT ' }
const POSTGRES = { and: ' & ', or: ' | ', not: ' & !' }

function writeTerm(kind: Db['kind'], term: TextTerm, options: CompileOptions): string {
  const { and, or } = kind === 'sqlite' ? SQLITE : POSTGRES
  const last = options.wordsByPrefix?.get(term)
  const phrases = last
    ? last.map((word) => writePhrase(kind, { words: [...term.words.slice(0, -1), word], isPrefix: false }, options))
    : [writePhrase(kind, term, options)]
  const phrase = phrases.length === 1 ? phrases[0]! : `(${phrases.join(or)})`
  const certain = term.isPrefix ? term.words.slice(0, -1) : term.words
  const pairs = options.usesPairs ? commonPairsOf(certain) : []
  if (pairs.length === 0) return phrase
  return `(${[...pairs.map((pair) => quote(kind, pair)), phrase].join(and)})`
}

function writePhrase(
  kind: Db['kind'],
  { words, isPrefix }: Pick<TextTerm, 'words' | 'isPrefix'>,
  { ignoresOrder }: CompileOptions,
): string {
  if (kind === 'sqlite') return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`
  const quoted = words.map((word, index) => quote(kind, word) + (isPrefix && index === words.length - 1 ? ':*' : ''))
  return quoted.length === 1 ? quoted[0]! : `(${quoted.join(ignoresOrder ? ' & ' : ' <-> ')})`
}

const quote = (kind: Db['kind'], word: string): string => (kind === 'sqlite' ? `"${word}"` : `'${word}'`)
