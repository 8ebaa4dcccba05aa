import { MAX_UNEQUAL, SAME_TITLE } from './evidence-weights.ts'
import { isMisspelling, isMisspeltInShortWord } from './is-misspelling.ts'
import { PARTICLES, withSoundOfSyllables } from './is-romanised.ts'
import { bareLetters, bareWords, leadingArticle, namesForm, normaliseTitle } from './normalise-title.ts'

export interface ComparedTitles {
  /** 0 to `SAME_TITLE`. */
  likeness: number
  /**
   * Equal except for a misspelling of a short title, another article, the order of words or a part that was left out:
   * accepted only if something else matches, too.
   */
  isUnsure?: boolean
  /** One has more words: a subtitle, “Returns”, “Super”. */
  hasMoreWords?: boolean
  /** It is their main title that is misspelt. */
  isMisspeltMain?: boolean
}

/** One title of either side. */
interface TitlePair extends Omit<ComparedTitles, 'isMisspeltMain'> {
  isMisspelt?: boolean
}

/** Titles of either side, the main one first. Loose titles lack a part that may matter. */
interface Titles {
  titles: readonly string[]
  possibleTitles?: readonly string[]
  pairs?: readonly (readonly [string, string])[]
}

/** The best of all pairs. Alternate titles count a little less; a loose title needs further evidence. */
export function compareTitles(ours: Titles, theirs: Titles): ComparedTitles {
  const mine = [
    ...ours.titles.slice(0, MAX_TITLES).map((title, at) => ({ title: readTitle(title), weight: at > 0 ? SECOND : 1 })),
    ...(ours.possibleTitles ?? []).map((title) => ({ title: readTitle(title), weight: POSSIBLE })),
  ]
  const others = theirs.titles.slice(0, MAX_TITLES).map(readTitle)
  if (mine.length === 0 || others.length === 0) return { likeness: 0 }
  // “Garden: Special Edition”, also known as “Garden”, is probably not the work that is just called “Garden”.
  const { hasMoreWords } = titleSimilarity(mine[0]!.title, others[0]!)
  let best: ComparedTitles = { likeness: 0 }
  for (const { title, weight } of mine) {
    for (const [at, other] of others.entries()) {
      const { likeness, isUnsure, isMisspelt } = titleSimilarity(title, other)
      const weighed = likeness * weight * (at > 0 ? SECOND : 1) - (at > 0 && hasMoreWords ? LONGER_MAIN_TITLE : 0)
      if (weighed <= best.likeness) continue
      const isMisspeltMain = isMisspelt && at === 0 && weight !== POSSIBLE
      best = { likeness: weighed, isUnsure: isUnsure || weight === POSSIBLE, isMisspeltMain }
    }
  }
  // “Hagane no Niwa | Steel Garden”, and both are titles of theirs.
  const shared = mine.filter(
    ({ title, weight }) => weight === POSSIBLE && others.some((one) => one.whole === title.whole),
  )
  const isNamed = (title: string) => others.some((one) => one.bare === readTitle(title).bare)
  const isPair =
    new Set(shared.map(({ title }) => title.whole)).size > 1 ||
    (ours.pairs ?? []).some(([first, second]) => isNamed(first) && isNamed(second))
  return isPair && best.likeness < SAME_TITLE * SECOND ? { likeness: SAME_TITLE * SECOND } : best
}

interface ReadTitle {
  spelt: string
  article?: string
  whole: string
  words: string[]
  bare: string
  bareWords: string
  /** Without its subtitle, and without spaces. */
  bareMain: string
  withoutPart: string
  isForm: boolean
}

function readTitle(title: string): ReadTitle {
  const whole = normaliseTitle(title)
  const main = normaliseTitle(title.split(/:| [-–—~] /u, 1)[0]!)
  const withoutPart = whole.replace(/ part(?= \d+$)/u, '')
  const spelt = title.trim().normalize('NFC').toLowerCase()
  return {
    spelt,
    article: leadingArticle(title),
    whole,
    words: whole.split(' '),
    bare: bareLetters(withSoundOfSyllables(whole)),
    bareWords: bareWords(whole),
    bareMain: bareLetters(withSoundOfSyllables(main)),
    withoutPart,
    isForm: namesForm(title),
  }
}

function titleSimilarity(a: ReadTitle, b: ReadTitle): TitlePair {
  if (a.whole === '' || b.whole === '') return { likeness: 0 }
  if (a.whole === b.whole) {
    const spelling = a.spelt === b.spelt ? 0 : OTHER_SPELLING
    const isOtherArticle = a.article !== undefined && b.article !== undefined && a.article !== b.article
    if (isOtherArticle) return { likeness: SAME_TITLE - SMALL_WORD, isUnsure: true }
    return { likeness: SAME_TITLE - (a.isForm === b.isForm ? spelling : OTHER_NAME) }
  }
  if (a.bare === b.bare) return { likeness: SAME_TITLE - 0.01 }
  const added = addedWords(a.words, b.words) ?? addedWords(b.words, a.words)
  if (added?.every((word) => isSameInKatakana(word, a.whole)) || isSamePart(a, b))
    return { likeness: SAME_TITLE - 0.02 }
  if (added?.every((word) => SMALL_WORDS.has(word) || isSameInKatakana(word, a.whole)))
    return { likeness: SAME_TITLE - SMALL_WORD }
  const likeness = 0.6 * dice(a.whole, b.whole) + 0.4 * jaccard(a.words, b.words)
  // "Part 2" is not "Part 3", and a title that goes on is usually another work, however long its subtitle is.
  if (numbersOf(a.words) !== numbersOf(b.words)) return { likeness: Math.min(likeness, 0.6) }
  if (a.bare === b.bareMain || b.bare === a.bareMain) return { likeness: LONGER_TITLE, hasMoreWords: true }
  if (added) return { likeness: Math.min(likeness, LONGER_TITLE), hasMoreWords: true }
  if (addedWords(a.words, b.words, isSameOrMisspelt) || addedWords(b.words, a.words, isSameOrMisspelt)) {
    return { likeness: Math.min(likeness, LONGER_TITLE), hasMoreWords: true }
  }
  if (isMisspelling(a.whole, b.whole)) {
    const isUnsure = Math.min(a.whole.length, b.whole.length) < LONG_TITLE
    return { likeness: MISSPELT, isMisspelt: true, isUnsure }
  }
  if (isReordered(a.words, b.words)) return { likeness: MISSPELT, isUnsure: true }
  const misspelt = isMisspeltInShortWord(a.bareWords, b.bareWords) ? MISSPELT_SHORT_WORD : 0
  return { likeness: Math.min(Math.max(likeness, misspelt), MAX_UNEQUAL) }
}

/** “Garden 2”, “Garden Part 2” */
const isSamePart = (a: ReadTitle, b: ReadTitle) => a.withoutPart === b.withoutPart

/**
 * “Castle of Amber”, “Amber, Castle of”: the end was moved to the front. “Castle Amber of”, “Nagi Jinyo no”: a small word
 * was. “Amber of Castle” is something else.
 */
function isReordered(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  const isRotated = a.some((_, at) => [...a.slice(at), ...a.slice(0, at)].join(' ') === b.join(' '))
  if (isRotated) return true
  const main = (words: readonly string[]) => words.filter((word) => !isSmallWord(word))
  return (
    main(a).length > 1 && main(a).join(' ') === main(b).join(' ') && a.toSorted().join(' ') === b.toSorted().join(' ')
  )
}

/** The words that only the longer one has; undefined when it doesn't contain the shorter one's words in order. */
function addedWords(
  short: readonly string[],
  long: readonly string[],
  isSame: (a: string, b: string) => boolean = (a, b) => a === b,
): string[] | undefined {
  if (short.length >= long.length) return undefined
  const added: string[] = []
  let at = 0
  for (const word of long) {
    if (at < short.length && isSame(word, short[at]!)) at += 1
    else added.push(word)
  }
  return at === short.length ? added : undefined
}

const isSameOrMisspelt = (a: string, b: string) => a === b || isMisspelling(a, b)

/** “Naruto -ナルト-”: the pronunciation of the Latin title, no further word. */
const isSameInKatakana = (word: string, title: string) =>
  /^[\p{Script=Katakana}ー]+$/u.test(word) && /^\p{Script=Latin}/u.test(title)

const numbersOf = (words: readonly string[]) => words.filter((word) => /^\d+$/.test(word)).join(' ')

function dice(a: string, b: string): number {
  const [x, y] = [bigrams(a), bigrams(b)]
  let shared = 0
  for (const [pair, count] of x) shared += Math.min(count, y.get(pair) ?? 0)
  const total = sum(x) + sum(y)
  return total === 0 ? 0 : (2 * shared) / total
}

function bigrams(text: string): Map<string, number> {
  const letters = [...` ${text} `]
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < letters.length; at++) {
    const pair = letters[at]! + letters[at + 1]!
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

const sum = (counts: Map<string, number>) => [...counts.values()].reduce((total, one) => total + one, 0)

function jaccard(a: readonly string[], b: readonly string[]): number {
  const [x, y] = [new Set(a), new Set(b)]
  const shared = [...x].filter((word) => y.has(word)).length
  return shared / (x.size + y.size - shared)
}

/** “of”, “the”, and the particles of Japanese in Latin letters: titles that share only these have nothing in common. */
export const isSmallWord = (word: string) => SMALL_WORDS.has(word) || PARTICLES.has(word)

/** Words that don't change the meaning: “Legend of Heroes”, “Legend of the Heroes”. */
const SMALL_WORDS = new Set('the a an of and to de la le les du des der die das und el los y et no'.split(' '))

const MISSPELT = 0.87
/** Accepted if the authors are the same. */
const MISSPELT_SHORT_WORD = 0.82
/** In so many letters, a typo doesn't make another title: it is accepted unless other facts disagree. */
const LONG_TITLE = 20
/** A title and the same with a subtitle: a user decides, even if year and author match. */
const LONGER_TITLE = 0.68
/** Of “Garden” and “Garden [Webtoon]”, “Garden” is the one called so, even if nobody says that it is a comic. */
const OTHER_NAME = 0.062
/** Of “Garden, Moon” and “Garden/Moon”, a person decides if the second one fits better. */
const OTHER_SPELLING = 0.005
/** “Garden and Moon” isn’t “Garden Moon” if both exist. */
const SMALL_WORD = 0.04
const SECOND = 0.98
const POSSIBLE = 0.93
const LONGER_MAIN_TITLE = 0.015
const MAX_TITLES = 30
