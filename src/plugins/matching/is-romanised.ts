/** Japanese in Latin letters: a particle, and nothing but syllables of Japanese. */
export function isRomanised(title: string): boolean {
  const words = title.toLowerCase().split(' ')
  const isSyllables = /^(?:(?:[bcdfghjkmnprstwyz]|sh|ch|ts|[kgnhbpmrj]y)?[aeiou]|n(?![aeiouy]))+$/
  return words.some((word) => PARTICLES.has(word)) && words.every((word) => isSyllables.test(word))
}

const PARTICLES = new Set(['no', 'wo', 'wa', 'ga', 'to', 'ni', 'de', 'o', 'e'])
