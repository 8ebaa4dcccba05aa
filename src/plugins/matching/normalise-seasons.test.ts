import { expect, it } from 'vitest'
import { normaliseTitle } from './normalise-title.ts'
import { matchSimilarity } from './similarity.ts'

it.each([
  'Iron Crown Season 2',
  'Iron Crown: 2nd Season',
  'Iron Crown S2',
  'Iron Crown (Season Two)',
  'Iron Crown – Second Season',
  'Iron Crown, Saison 2',
  'Iron Crown 2. Staffel',
  'Iron Crown 第2期',
  'Iron Crown シーズン2',
])('%s is its second season', (title) => {
  expect(normaliseTitle(title)).toBe('iron crown season 2')
})

it('tells seasons apart; the first is the series itself', () => {
  expect(normaliseTitle('Iron Crown Season 1')).toBe('iron crown')
  expect(normaliseTitle('The Season 1 Diaries')).toBe('season 1 diaries')
  expect(normaliseTitle('Open Season')).toBe('open season')
  const two = { titles: ['Iron Crown S2'] }
  expect(matchSimilarity(two, { titles: ['Iron Crown Season 3'] })).toBeLessThan(0.7)
  expect(matchSimilarity(two, { titles: ['Iron Crown'] })).toBeLessThan(0.7)
})
