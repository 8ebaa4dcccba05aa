import { accentRanges, foldLetters } from './fold-letters.ts'

export type TextOperator = 'is' | 'contains' | 'beginsWith' | 'endsWith'

/**
 * A regular expression that both PostgreSQL and JavaScript read the same way, and that ignores case, accents and width:
 * every letter becomes the class of its variants. So text is compared alike on both databases without a folded copy.
 */
export function textPattern(operator: TextOperator, value: string): string {
  let pattern = ''
  for (const character of foldLetters(value)) pattern += letter(character)
  const begins = operator === 'is' || operator === 'beginsWith' ? '^' : ''
  const ends = operator === 'is' || operator === 'endsWith' ? '$' : ''
  return `${begins}${pattern}${ends}`
}

/**
 * Registered with SQLite as `text_matches(operator, value, text)`; PostgreSQL has `text ~ pattern`. It is called for
 * every row: plain letters, which most titles are made of, need no pattern.
 */
export function textMatches(operator: string, value: string, text: string | null): 0 | 1 {
  if (text === null) return 0
  if (operator !== last.operator || value !== last.value) last = matcherFor(operator as TextOperator, value)
  if (!PLAIN.test(text)) return last.pattern.test(text) ? 1 : 0
  return plainMatches(last.operator, last.folded, text.toLowerCase()) ? 1 : 0
}

interface Matcher {
  operator: string
  value: string
  folded: string
  pattern: RegExp
}

const matchers = new Map<string, Matcher>()
let last: Matcher = { operator: '', value: '', folded: '', pattern: /^/u }

/** A filter with several texts asks for them in turn, row after row. */
function matcherFor(operator: TextOperator, value: string): Matcher {
  const name = `${operator} ${value}`
  const known = matchers.get(name)
  if (known) return known
  if (matchers.size > 500) matchers.clear()
  const pattern = new RegExp(textPattern(operator, value), 'u')
  const made = { operator, value, folded: foldLetters(value), pattern }
  matchers.set(name, made)
  return made
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\x00-\x7f]*$/

function plainMatches(operator: string, folded: string, text: string): boolean {
  if (operator === 'contains') return text.includes(folded)
  if (operator === 'beginsWith') return text.startsWith(folded)
  return operator === 'endsWith' ? text.endsWith(folded) : text === folded
}

function letter(character: string): string {
  if (SYNTAX.test(character)) return `\\${character}`
  if (!LETTER.test(character) || UNVARIED.test(character)) return character
  const variants = variantsOf(character)
  return `${variants.length > 1 ? `[${variants.join('')}]` : character}[${accentRanges}]*`
}

const SYNTAX = /^[\^$\\.*+?()[\]{}|/]$/
const LETTER = /^\p{L}$/u
/** Ideographs and hangul have no case and no accents, and are most of the plane. */
const UNVARIED = /^[\u3400-\u9fff\uac00-\ud7a3\u{10000}-\u{10ffff}]$/u

let variants: Map<string, string[]> | undefined

function variantsOf(character: string): string[] {
  variants ??= findVariants()
  return variants.get(character) ?? [character]
}

function findVariants(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (let code = 0x41; code < 0xffff; code++) {
    if (code === 0x3400) code = 0xa000
    if (code === 0xac00) code = 0xe000
    const character = String.fromCharCode(code)
    if (!VARIED.test(character)) continue
    const folded = foldLetters(character)
    if (folded.length !== 1) continue
    const group = found.get(folded)
    if (group) group.push(character)
    else found.set(folded, [character])
  }
  return found
}

const VARIED = /^[\p{L}\p{N}\p{S}]$/u
