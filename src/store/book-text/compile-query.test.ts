import { expect, it } from 'vitest'
import { compileTextQuery, needsOrder } from './compile-query.ts'
import { parseTextQuery } from './query.ts'

const usesPairs = true

it('a phrase of two common words is searched as their pair, whose order the index knows', () => {
  const query = parseTextQuery('whale "of the" -"to be"')
  expect(needsOrder(query, { usesPairs })).toBe(false)
  expect(compileTextQuery('postgres', query, { usesPairs })).toBe("('whale' & '·of·the') & !('·to·be')")
  expect(compileTextQuery('sqlite', query, { usesPairs })).toBe('("whale" AND "·of·the") NOT ("·to·be")')
  expect(needsOrder(query, {})).toBe(true)
})

it('the words that a prefix stands for make pairs with the common word before them', () => {
  const query = parseTextQuery('"the th*"')
  const wordsByPrefix = (...words: string[]) => new Map([[query.wanted[0]!, words]])
  expect(needsOrder(query, { usesPairs })).toBe(true)
  const certain = { usesPairs, wordsByPrefix: wordsByPrefix('that', 'this') }
  expect(needsOrder(query, certain)).toBe(false)
  expect(compileTextQuery('postgres', query, certain)).toBe("('·the·that' | '·the·this')")
  const mixed = { usesPairs, wordsByPrefix: wordsByPrefix('that', 'thunder') }
  expect(needsOrder(query, mixed)).toBe(true)
  expect(compileTextQuery('postgres', query, { ...mixed, ignoresOrder: true })).toBe(
    "('·the·that' | ('the' & 'thunder'))",
  )
})
