import { expect, test } from 'vitest'
import { shareOfIdeographs } from './layout-cost.ts'

test('the share of ideographs is found in a sample of the text', () => {
  expect(shareOfIdeographs('')).toBe(0)
  expect(shareOfIdeographs('The lamps were lit. '.repeat(1000))).toBe(0)
  expect(shareOfIdeographs('吾輩は猫である '.repeat(1000))).toBe(1)
  expect(shareOfIdeographs('猫 cat '.repeat(999))).toBeCloseTo(0.25, 1)
})
