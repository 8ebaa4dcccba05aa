import { expect, it } from 'vitest'
import { findCommonPrefixes } from './common-prefixes.ts'
import { defaultSearchLimits as limits } from './index-search.ts'
import { parseTextQuery } from './query.ts'

/** Every passage contains "the", every second "then", every fourth "there". */
function wordsFor(kind: 'sqlite' | 'postgres', passages: number): string[] {
  const texts = Array.from(
    { length: 20 },
    (_, n) => `${'the '.repeat(9)}${n % 2 ? 'then' : ''} ${n % 4 ? '' : 'there'}`,
  )
  const { wanted } = parseTextQuery('th*')
  const books = { range: { from: 0, to: 1 }, ids: undefined, passages, passagesOfAll: 300_000, isEverything: false }
  const found = findCommonPrefixes(kind, wanted, { ofAll: texts, ofSearched: texts }, { books, limits })
  return found.get(wanted[0]!)!.words
}

it('reads with PostgreSQL only as many words as surely give enough hits', () => {
  expect(wordsFor('postgres', 100_000)).toEqual(['the'])
  expect(wordsFor('postgres', 25_000)).toEqual(['the', 'then'])
  expect(wordsFor('postgres', 1000)).toEqual(['the', 'then', 'there'])
  expect(wordsFor('sqlite', 100_000)).toEqual(['the', 'then', 'there'])
})
