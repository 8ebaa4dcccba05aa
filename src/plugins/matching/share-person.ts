import { foldLetters } from '../../store/text/fold-letters.ts'
import { isMisspelling } from './is-misspelling.ts'
import { bareLetters } from './normalise-title.ts'

/**
 * Whether both lists name the same person; undefined when unknown: a list is empty, in another script, or has a name that
 * is misspelt or incomplete.
 */
export function sharePerson(ours: readonly string[] = [], theirs: readonly string[] = []): boolean | undefined {
  const divided = dividedNames(ours)
  const pairsOf = (names: readonly string[]) =>
    names
      .flatMap((a) => theirs.map((b) => [partsOf(a), partsOf(b)] as const))
      .filter(([a, b]) => a.isLatin === b.isLatin)
  const pairs = pairsOf([...ours, ...divided])
  if (pairs.length === 0) return undefined
  if (pairs.some(([a, b]) => isSamePerson(a, b) || isSamePerson(b, a))) return true
  const whole = divided.length === 0 ? pairs : pairsOf([...ours.filter((name) => /\s/.test(name)), ...divided])
  return whole.some(([a, b]) => mayBeSamePerson(a, b)) ? undefined : false
}

/** “Mori” may be Aya Mori, and so may “Aya Morri”. */
function mayBeSamePerson(a: NameParts, b: NameParts): boolean {
  const [short, long] = a.words.length < b.words.length ? [a, b] : [b, a]
  const isPart =
    short.words.length > 0 &&
    short.words.length < long.words.length &&
    short.initials.length === 0 &&
    short.words.every((word) => long.words.includes(word))
  const [x, y] = [a.words.toSorted().join(' '), b.words.toSorted().join(' ')]
  return isPart || (x !== y && isMisspelling(x, y))
}

interface NameParts {
  words: string[]
  initials: string[]
  isLatin: boolean
}

/** "Tolkien, J. R. R.", "J.R.R. Tolkien" and "John Ronald Reuel Tolkien" are one person, "Tolkien, K." is not. */
function isSamePerson(a: NameParts, b: NameParts): boolean {
  const rest = [...b.words]
  for (const word of a.words) {
    const at = rest.indexOf(word)
    if (at < 0) return false
    rest.splice(at, 1)
  }
  if (a.words.length === 0 || (rest.length > 0 && a.initials.length === 0)) return false
  const unread = [...rest.map((word) => word[0]!), ...b.initials]
  if (rest.length === 0 && (unread.length === 0 || a.initials.length === 0)) return true
  return a.initials.every((letter) => unread.includes(letter)) || unread.every((letter) => a.initials.includes(letter))
}

function partsOf(name: string): NameParts {
  const parts = foldLetters(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
  const isLatin = /\p{Script=Latin}/u.test(name)
  const isInitial = (part: string) => isLatin && part.length === 1
  return {
    words: parts.filter((part) => !isInitial(part)).map(bareLetters),
    initials: parts.filter(isInitial),
    isLatin,
  }
}

/** Comics separate people by commas, so "Mori, Aya" arrives as two names. */
const dividedNames = (names: readonly string[]) =>
  names.slice(1).flatMap((name, at) => (/\s/.test(`${names[at]}${name}`) ? [] : [`${names[at]} ${name}`]))
