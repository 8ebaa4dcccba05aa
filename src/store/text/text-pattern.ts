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

/** Registered with SQLite as `text_matches(pattern, text)`; PostgreSQL has `text ~ pattern`. */
export function textMatches(pattern: string, text: string | null): 0 | 1 {
  if (text === null) return 0
  return expression(pattern).test(text) ? 1 : 0
}

const expressions = new Map<string, RegExp>()

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  if (expressions.size > 100) expressions.clear()
  const made = new RegExp(pattern, 'u')
  expressions.set(pattern, made)
  return made
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
