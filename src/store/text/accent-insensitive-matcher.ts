import { NO_REVISION, RevisionCache } from '../cache/revision-cache.ts'
import { accentRanges, foldLetters } from './fold-letters.ts'

export type TextOperator = 'is' | 'contains' | 'beginsWith' | 'endsWith'

/**
 * A regular expression that works the same in PostgreSQL and JavaScript, and ignores case, accents and width: every
 * letter becomes the class of its variants. So both databases compare text alike without a folded copy.
 */
export function accentInsensitiveRegex(operator: TextOperator, value: string): string {
  let pattern = ''
  for (const character of foldLetters(value)) pattern += letter(character)
  const begins = operator === 'is' || operator === 'beginsWith' ? '^' : ''
  const ends = operator === 'is' || operator === 'endsWith' ? '$' : ''
  return `${begins}${pattern}${ends}`
}

export type AccentInsensitiveMatcher = (operator: string, value: string, text: string | null) => 0 | 1

/**
 * Registered with SQLite as `text_matches(operator, value, text)`; PostgreSQL has `text ~ pattern`. It is called for
 * every row: plain letters, which most titles are made of, need no pattern.
 */
export function openAccentInsensitiveMatcher(): AccentInsensitiveMatcher {
  /** A filter with several texts uses them in turn, row after row. */
  const cache = new RevisionCache<string, Matcher>({ maxEntries: 500 })
  let last: Matcher = { operator: '', value: '', folded: '', pattern: /^/u }
  const matcherFor = (operator: TextOperator, value: string): Matcher => {
    const name = `${operator} ${value}`
    const known = cache.get(name, NO_REVISION)
    if (known) return known
    const pattern = new RegExp(accentInsensitiveRegex(operator, value), 'u')
    const made = { operator, value, folded: foldLetters(value), pattern }
    cache.set(name, NO_REVISION, made)
    return made
  }
  return (operator, value, text) => {
    if (text === null) return 0
    if (operator !== last.operator || value !== last.value) last = matcherFor(operator as TextOperator, value)
    if (!PLAIN.test(text)) return last.pattern.test(text) ? 1 : 0
    return plainMatches(last.operator, last.folded, text.toLowerCase()) ? 1 : 0
  }
}

interface Matcher {
  operator: string
  value: string
  folded: string
  pattern: RegExp
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

/** A constant, created with the first pattern: most servers never need it. */
let variantTable: ReadonlyMap<string, string[]> | undefined

function variantsOf(character: string): string[] {
  variantTable ??= findVariants()
  return variantTable.get(character) ?? [character]
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
