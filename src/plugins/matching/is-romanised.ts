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

const SYLLABLES = /^(?:(?:[bcdfghjkmnprstwyz]|sh|ch|ts|[kgnhbpmrj]y)?(?:oh(?![aeiouy])|[aeiou])|n(?![aeiouy]))+$/i
const PARTICLES = new Set(['no', 'wo', 'wa', 'ga', 'to', 'ni', 'de', 'o', 'e'])
