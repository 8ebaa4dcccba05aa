import { type Token, tokenise } from '../text/text-tokens.ts'
import type { TextQuery, TextTerm } from './query.ts'

export interface PassageMatch {
  start: number
  end: number
}

/** Where in a passage the query is best met: at the place with the most of its terms close together, the first of such. */
export function locateInPassage(text: string, { wanted }: TextQuery): PassageMatch | undefined {
  const { words, joined } = tokenise(text)
  const found = wanted.flatMap((term, number) => [...occurrences(words, joined, term)].map((at) => ({ ...at, number })))
  found.sort((a, b) => a.start - b.start)
  let best: { at: PassageMatch; terms: number } | undefined
  for (const [index, at] of found.entries()) {
    const near = new Set<number>()
    for (let next = index; next < found.length && found[next]!.start - at.start <= NEAR; next++) {
      near.add(found[next]!.number)
      if (near.size === wanted.length) break
    }
    if (!best || near.size > best.terms) best = { at, terms: near.size }
    if (near.size === wanted.length) break
  }
  return best && { start: best.at.start, end: best.at.end }
}

function* occurrences(words: readonly Token[], joined: readonly Token[], term: TextTerm): Generator<PassageMatch> {
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
