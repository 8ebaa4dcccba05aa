import { expect, test } from 'vitest'
import { countLeading } from './count-leading.ts'

test('the items before the first that differs are counted, with few questions', () => {
  const items = Array.from({ length: 1000 }, (_, at) => at)
  for (const wanted of [0, 1, 499, 999, 1000]) {
    let questions = 0
    const count = countLeading(items, (each) => {
      questions++
      return each < wanted
    })
    expect(count).toBe(wanted)
    expect(questions).toBeLessThan(11)
  }
  expect(countLeading([], () => true)).toBe(0)
})
