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

it('a phrase is looked for only in passages that have all its pairs and all other words', () => {
  const query = parseTextQuery('whale "to be or not" sea')
  expect(compileTextQuery('sqlite', query, { usesPairs })).toBe(
    '(("whale" AND "·to·be" AND "·be·or" AND "·or·not" AND "sea") NOT "··") AND "to be or not"',
  )
  expect(compileTextQuery('sqlite', parseTextQuery('whale "white whale"'))).toBe('"whale" AND "white whale"')
  expect(compileTextQuery('postgres', parseTextQuery('whale "of the sea"'), { usesPairs })).toBe(
    "'whale' & '·of·the' & ('of' <-> 'the' <-> 'sea')",
  )
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
