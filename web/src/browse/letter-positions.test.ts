import { expect, test } from 'vitest'
import { letterPositions, thinOutLetters } from './letter-positions.ts'

test('each letter begins where the ones before it end', () => {
  const groups = [
    { group: '1', count: 3 },
    { group: '7', count: 2 },
    { group: 'a', count: 10 },
    { group: '夜', count: 4 },
  ]
  expect(letterPositions(groups)).toEqual([
    { letter: '#', index: 0 },
    { letter: 'A', index: 5 },
    { letter: '夜', index: 15 },
  ])
})

test('too many letters are thinned evenly, the first stays', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ letter: String(index), index }))
  const few = thinOutLetters(many, 30)
  expect(few).toHaveLength(30)
  expect(few[0]).toBe(many[0])
  expect(thinOutLetters(many.slice(0, 5), 30)).toHaveLength(5)
})
