import { expect, it } from 'vitest'
import { type ItemToMatch, matchFactsOfItem } from './item-facts.ts'
import type { MatchFacts } from './match-facts.ts'
import { translationsIn } from './name-hints.ts'
import { sharePerson } from './share-person.ts'
import { matchSimilarity } from './similarity.ts'

const garden: MatchFacts = { titles: ['Steel Garden'], year: 1994, authors: ['Aya Mori'], publisher: 'North Press' }

function factsOf(folderName: string, more: object = {}): MatchFacts {
  const none = {
    year: null,
    authors: [],
    publisher: null,
    alternateTitles: [],
    bookCount: 3,
    chapterCount: 0,
    totalBookCount: null,
  }
  return matchFactsOfItem({
    entity: 'series',
    title: folderName,
    folderName,
    ...none,
    ...more,
  } as unknown as ItemToMatch)
}
const score = (folderName: string, theirs: Partial<MatchFacts> = {}) =>
  matchSimilarity(factsOf(folderName), { ...garden, ...theirs })

it.each([
  'Aya Mori - Steel Garden',
  'Steel Garden - Mori Aya',
  'MORI Aya & Eiji Sato - Steel Garden',
  'Steel Garden by Aya Mori',
  '[Aya Mori] Steel Garden',
  '[Mori Aya, Sato Eiji] Steel Garden (Digital)',
  'North Press - Steel Garden',
])('knows who made or published it in “%s”', (name) => {
  expect(score(name)).toBeGreaterThanOrEqual(0.92)
  // It proves nothing about the works of others.
  expect(score(name, { authors: ['Jun Wada'], publisher: undefined })).toBeLessThan(score(name))
})

it('reads the text before a dash as the title if it names nobody', () => {
  expect(score('Steel Garden - Aftermath')).toBeLessThan(0.85)
  expect(score('Aftermath - Steel Garden')).toBeLessThan(0.85)
  expect(score('Eiji Sato - Steel Garden')).toBeLessThan(0.85)
})

it('accepts a title in brackets, after a slash or before a year if something else fits', () => {
  for (const name of [
    'Hagane no Niwa (Steel Garden) (1994)',
    'Hagane no Niwa / Steel Garden (1994)',
    'Steel Garden 1994',
  ])
    expect(score(name), name).toBeGreaterThan(0.85)
  for (const name of ['Vera Lune (Steel Garden)', 'Hagane no Niwa (Steel Garden) (2011)', 'Steel Garden 2049'])
    expect(score(name), name).toBeLessThan(0.85)
  expect(score('Space 1999', { titles: ['Space 1999'], year: 1975 })).toBeGreaterThan(0.85)
  expect(score('Steel Garden 1994-1998', { authors: [] })).toBeGreaterThan(0.85)
  expect(score('Steel.Garden.v01-12')).toBeGreaterThan(0.85)
})

it('accepts the translation in brackets after a Japanese title', () => {
  for (const name of ['Hagane no Niwa (Steel Garden)', '鋼の庭 (Steel Garden) [Digital]'])
    expect(score(name, { authors: [] }), name).toBeGreaterThan(0.85)
  for (const name of ['Steel Garden (Hagane no Niwa)', 'Hagane no Niwa (Light Novel)', 'Hagane no Niwa [North Press]'])
    expect(translationsIn([name]), name).toEqual(name.includes('Press') ? ['North Press'] : [])
})

it('recognises a record whose title names its author', () => {
  const named = { titles: ['Steel Garden (MORI Aya)'] }
  expect(score('Steel Garden', named)).toBe(score('Steel Garden'))
  expect(score('Steel Garden', { titles: ['Steel Garden (Aftermath)'] })).toBeLessThan(0.85)
})

it('recognises counts in words, and reordered words if the year fits', () => {
  const two = { titles: ['Steel Garden II'] }
  expect(score('Steel Garden Two', two)).toBeGreaterThan(0.9)
  expect(score('Steel Garden Three', two)).toBeLessThan(0.7)
  expect(score('Garden Steel (1994)')).toBeGreaterThan(0.85)
  expect(score('Garden Steel')).toBeLessThan(0.85)
})

it('uses the folder’s year if the files have another one', () => {
  const facts = factsOf('Steel Garden (1994)', { year: 2014 })
  expect(matchSimilarity(facts, garden)).toBeGreaterThan(0.95)
})

it('ignores people whose names are incomplete or misspelt', () => {
  expect(sharePerson(['Mori'], ['Aya Mori'])).toBeUndefined()
  expect(sharePerson(['Hiroshi Nakamurra'], ['Hiroshi Nakamura'])).toBeUndefined()
  expect(sharePerson(['Hiroshi Nakamura'], ['Hiroshi Nakagawa'])).toBe(false)
  expect(sharePerson(['Eiji Mori'], ['Aya Mori'])).toBe(false)
})

it('recognises a misspelt omnibus', () => {
  const omnibus = { titles: ['Steel Garden Omnibus'] }
  expect(score('Steel Garden Omnbius (1994)', omnibus)).toBeGreaterThan(0.85)
  expect(score('Steel Garden (1994)', { titles: ['Steel Garden Omnibus', 'Steel Garden'] })).toBeLessThan(0.85)
})

it('compares the number of chapters if the files are chapters', () => {
  const owned = factsOf('Steel Garden', { bookCount: 96, chapterCount: 90 })
  expect(matchSimilarity(owned, { ...garden, count: 12 })).toBe(matchSimilarity(owned, garden))
  expect(matchSimilarity(owned, { ...garden, chapters: 90 })).toBeGreaterThan(matchSimilarity(owned, garden))
  expect(matchSimilarity(owned, { ...garden, chapters: 40 })).toBeLessThan(0.85)
})
