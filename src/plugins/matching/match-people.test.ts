import { expect, it } from 'vitest'
import { matchSimilarity } from './similarity.ts'

it('accepts a book published after the work, if the author is the same', () => {
  const ours = { titles: ['The Hobbit'], year: 2019, authors: ['J.R.R. Tolkien'], isEdition: true }
  const work = { titles: ['The Hobbit'], year: 1937, authors: ['Tolkien, J. R. R.'] }
  expect(matchSimilarity(ours, work)).toBeGreaterThan(0.9)
  expect(matchSimilarity(ours, { ...work, authors: ['Robin Wood'] })).toBeLessThan(0.6)
  expect(matchSimilarity({ ...ours, isEdition: false }, work)).toBeLessThan(0.85)
})

it('recognises a name that was split at its comma', () => {
  const ours = { titles: ['Steel Garden'], authors: ['Mori', 'Aya', 'Sato', 'Eiji'] }
  const score = (author: string) => matchSimilarity(ours, { titles: ['Steel Garden'], authors: [author] })
  expect(score('Eiji Sato')).toBeGreaterThan(0.95)
  expect(score('Jun Sato')).toBeLessThan(0.8)
})

it('recognises initials, and does not compare names in different scripts', () => {
  const score = (a: string, b: string) =>
    matchSimilarity({ titles: ['Steel Garden'], authors: [a] }, { titles: ['Steel Garden'], authors: [b] })
  for (const [a, b] of [
    ['J. R. R. Tolkien', 'John Ronald Reuel Tolkien'],
    ['TOLKIEN, John', 'J. Tolkien'],
    ['Ōkubo Aya', 'Aya Ohkubo'],
    ['森 彩', '森彩'.split('').join(' ')],
  ] as const)
    expect(score(a, b), `${a}, ${b}`).toBeGreaterThan(0.95)
  expect(score('K. Tolkien', 'J. R. R. Tolkien')).toBeLessThan(0.8)
  expect(score('Aya Mori', '森彩')).toBe(matchSimilarity({ titles: ['Steel Garden'] }, { titles: ['Steel Garden'] }))
})
