/** Japanese in Latin letters: a particle, and nothing but syllables of Japanese. */
export function isRomanised(title: string): boolean {
  const words = title.toLowerCase().split(' ')
  return words.some((word) => PARTICLES.has(word)) && words.every((word) => SYLLABLES.test(word))
}

/** “Kenro no Ryu” for “Kenrou no Ryuu”; words that can't be Japanese stay. */
export const withShortVowels = (title: string): string =>
  title.replace(/\p{L}+/gu, (word) =>
    SYLLABLES.test(word) ? word.replace(/(?<=o)(?:[uo]|h(?![aeiouy]))|(?<=u)u/giu, '') : word,
  )

/**
 * “Kyouya no Ryuu” for “Kyoya no Ryu”: after “ky”, “ry”, “sh” and the like, and at the end of a word, most of these
 * vowels are long.
 */
export const withLongVowels = (title: string): string =>
  title
    .replace(/(?<=[kgnhbpmr]y|sh|ch|j)(?:o(?![uoh])|(?<=y)u(?!u))/giu, (vowel) => `${vowel}u`)
    .replace(/(?<=[a-z]{2}[^\Wou])[ou](?= |$)/giu, (vowel) => `${vowel}u`)

/** “Shachi no Fune” for “Syati no Hune”: libraries in Japan spell syllables by their row, most others by their sound. */
export const withSoundOfSyllables = (title: string): string =>
  isRomanised(title)
    ? SPELLINGS_BY_ROW.reduce((so, [byRow, bySound]) => so.replace(byRow, bySound), title.toLowerCase())
    : title

const SPELLINGS_BY_ROW: readonly (readonly [RegExp, string])[] = [
  [/sy(?=[auo])/g, 'sh'],
  [/ty(?=[auo])/g, 'ch'],
  [/(?:[zd]y|jy)(?=[auo])/g, 'j'],
  [/si/g, 'shi'],
  [/ti/g, 'chi'],
  [/tu/g, 'tsu'],
  [/(?<![sc])hu/g, 'fu'],
  [/[zd]i/g, 'ji'],
  [/du/g, 'zu'],
]

const SYLLABLES = /^(?:(?:[bcdfghjkmnprstwyz]|sh|ch|ts|[kgnhbpmrjstzd]y)?(?:oh(?![aeiouy])|[aeiou])|n(?![aeiouy]))+$/i
export const PARTICLES = new Set(['no', 'wo', 'wa', 'ga', 'to', 'ni', 'de', 'o', 'e'])
