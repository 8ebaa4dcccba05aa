import { isRomanised, withLongVowels, withShortVowels, withSoundOfSyllables } from './is-romanised.ts'
import { withLeadingArticle, withOtherNumeral } from './normalise-title.ts'

/**
 * Few providers find “The Lantern” by “Lantern, The”, “Seven Ravens” by “7 Ravens”, “Kenrou” by “Kenrō” or “Kenro”,
 * “Moth’s Candle” by “Moths Candle”, “Iron & Silk” by “Iron and Silk”, “Iron×Silk” by “Iron x Silk”, or “Re:Iron” by
 * “ReIron”.
 */
export function otherSpellings(title: string): string[] {
  const spelt = title.normalize('NFC').replace(/[ōŌ]/gu, 'ou').replace(/[ūŪ]/gu, 'uu')
  // Long vowels are left out most often at the end of a word.
  const lengthened = isRomanised(title) ? title.replace(/(?<=[a-z]{3})[ou](?= |$)/giu, (end) => longVowel(end)) : title
  const owned = title.replace(/(?<=\p{L}{3})s(?= )/gu, '’s')
  const joined = title.includes(' & ') ? title.replaceAll(' & ', ' and ') : title.replace(/ and /giu, ' & ')
  const crossed = title.replace(/(?<=\p{L}) ?x ?(?=\p{Lu})/gu, '×')
  return [
    ...[withLeadingArticle(title), withOtherNumeral(title), spelt, lengthened],
    ...(isRomanised(spelt) ? [withLongVowels(spelt)] : []),
    ...[withSoundOfSyllables(spelt), withShortVowels(title), owned, joined, crossed, withWordsDivided(title)],
  ]
}

const withWordsDivided = (title: string) => title.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
const longVowel = (end: string) => (/o/i.test(end) ? `${end}u` : `${end}${end}`)

/** One misspelt or differently spelt word makes a search find nothing: without it, the rest is found. */
export function partsOfTitle(title: string): string[] {
  const words = withWordsDivided(title).split(/[\s/:×-]+/u)
  const middle = Math.ceil(words.length / 2)
  const ends = [words.slice(0, -1), words.slice(1)]
  const halves = words.length < 4 ? [] : [words.slice(0, middle), words.slice(middle)]
  const parts = [...ends, ...halves].map((some) => some.join(' ')).filter((part) => part.length >= MIN_PART)
  return [...new Set(parts)]
}

const MIN_PART = 4
