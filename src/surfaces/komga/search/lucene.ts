/** A typed query as Lucene parses it. */
export type LuceneQuery = { all: LuceneQuery[] } | { any: LuceneQuery[] } | { not: LuceneQuery } | LuceneTerm

export interface LuceneTerm {
  /** In lower case; undefined: the words of names. */
  field: string | undefined
  value: string
  /** `[1990 TO 2000]`; an open end is undefined. */
  range?: { from: string | undefined; to: string | undefined }
}

/**
 * Words, "phrases", field:value, ranges, brackets, AND, OR, NOT, + and -. Anything else is part of a word: people type
 * names, not formulas, and a name may contain a colon or a bracket.
 */
export function parseLucene(text: string, isField: (name: string) => boolean): LuceneQuery {
  const tokens = tokensOf(text, isField)
  let at = 0

  const readAny = (): LuceneQuery => {
    const parts = [readAll()]
    while (tokens[at]?.kind === 'or') {
      at += 1
      parts.push(readAll())
    }
    return parts.length === 1 ? parts[0]! : { any: parts.filter((part) => !isNothing(part)) }
  }
  const readAll = (): LuceneQuery => {
    const parts: LuceneQuery[] = []
    for (let token = tokens[at]; token && token.kind !== 'or' && token.kind !== 'close'; token = tokens[at]) {
      if (token.kind === 'and') at += 1
      else {
        const one = readOne()
        if (one) parts.push(one)
      }
    }
    return parts.length === 1 ? parts[0]! : { all: parts }
  }
  const readOne = (): LuceneQuery | undefined => {
    const token = tokens[at]
    at += 1
    switch (token?.kind) {
      case 'not': {
        const turned = tokens[at] && tokens[at]?.kind !== 'close' ? readOne() : undefined
        return turned && { not: turned }
      }
      case 'open': {
        const inner = readAny()
        if (tokens[at]?.kind === 'close') at += 1
        return isNothing(inner) ? undefined : token.field ? ofField(inner, token.field) : inner
      }
      case 'term':
        return token.term
      default:
        return undefined
    }
  }

  const parts: LuceneQuery[] = []
  while (at < tokens.length) {
    const part = readAny()
    if (!isNothing(part)) parts.push(part)
    // A bracket that was never opened.
    if (tokens[at]?.kind === 'close') at += 1
  }
  return parts.length === 1 ? parts[0]! : { all: parts }
}

export const isLuceneTerm = (typed: LuceneQuery): typed is LuceneTerm => 'value' in typed

const isNothing = (typed: LuceneQuery): boolean =>
  ('all' in typed && typed.all.length === 0) || ('any' in typed && typed.any.length === 0)

type Token =
  | { kind: 'and' | 'or' | 'not' | 'close' }
  | { kind: 'open'; field: string | undefined }
  | { kind: 'term'; term: LuceneTerm }

const TOKEN =
  /\s+|(?<sign>[+!-])(?=\S)|(?<open>\()|(?<close>\))|(?<field>[a-z_]+):(?=\S)|[[{](?<from>\S+)\s+TO\s+(?<to>[^\s\]}]+)[\]}]|"(?<phrase>[^"]*)"?|(?<word>(?:\\.|[^\s()"])+)|./giuy

function tokensOf(text: string, isField: (name: string) => boolean): Token[] {
  const tokens: Token[] = []
  let field: string | undefined
  const push = (term: Omit<LuceneTerm, 'field'>) => {
    tokens.push({ kind: 'term', term: { field, ...term } })
    field = undefined
  }
  TOKEN.lastIndex = 0
  for (let start = 0, match = TOKEN.exec(text); match; start = TOKEN.lastIndex, match = TOKEN.exec(text)) {
    const found = match.groups ?? {}
    const isAtStart = start === 0 || /[\s(]/.test(text[start - 1]!)
    if (found.field !== undefined) {
      const name = found.field.toLowerCase()
      if (isField(name)) field = name
      else {
        // A colon in a name: the whole word is a name.
        const rest = /^\S+/.exec(text.slice(start))![0]
        push({ value: clean(rest) })
        TOKEN.lastIndex = start + rest.length
      }
    } else if (found.sign !== undefined) {
      if (found.sign !== '+' && isAtStart) tokens.push({ kind: 'not' })
    } else if (found.open !== undefined) {
      tokens.push({ kind: 'open', field })
      field = undefined
    } else if (found.close !== undefined) tokens.push({ kind: 'close' })
    else if (found.from !== undefined) {
      push({ value: '', range: { from: endOf(found.from), to: endOf(found.to!) } })
    } else if (found.phrase !== undefined) {
      if (found.phrase.trim() !== '') push({ value: found.phrase.trim() })
    } else if (found.word !== undefined) {
      if (OPERATORS.has(found.word)) tokens.push({ kind: OPERATORS.get(found.word)! })
      else if (!/^[-+!&|]*$/.test(clean(found.word))) push({ value: clean(found.word) })
    }
  }
  return tokens
}

const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map([
  ['AND', 'and'],
  ['&&', 'and'],
  ['OR', 'or'],
  ['||', 'or'],
  ['NOT', 'not'],
])

/** Without modifiers of exactness: we match parts of words and tolerate typing errors anyway. */
const clean = (word: string): string =>
  word
    .replace(/[~^][\d.]*$/, '')
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/[*?[\]{}]/g, ' ')
    .trim()

const endOf = (text: string): string | undefined => (text === '*' ? undefined : text)

/** `genre:(horror OR fantasy)` */
function ofField(typed: LuceneQuery, field: string): LuceneQuery {
  if (isLuceneTerm(typed)) return { ...typed, field: typed.field ?? field }
  if ('not' in typed) return { not: ofField(typed.not, field) }
  const parts = ('all' in typed ? typed.all : typed.any).map((part) => ofField(part, field))
  return 'all' in typed ? { all: parts } : { any: parts }
}
