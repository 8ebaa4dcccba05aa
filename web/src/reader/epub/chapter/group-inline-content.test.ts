import { expect, test } from 'vitest'
import { inlineGroupRanges } from './group-inline-content.ts'

const row = (length: number, value = true) => Array.from({ length }, () => value)

test('a long row is grouped without a gap, as many in a group as there are groups', () => {
  const groups = inlineGroupRanges([false, ...row(2500), false])
  expect(groups).toHaveLength(50)
  expect(groups[0]).toEqual([1, 51])
  expect(groups.at(-1)).toEqual([2451, 2501])
  expect(groups.every(([start], at) => at === 0 || start === groups[at - 1]?.[1])).toBe(true)
})

test('paragraphs, and what stands between them, stay as they are', () => {
  expect(inlineGroupRanges(row(1000))).toEqual([])
  expect(inlineGroupRanges(row(4000).map((_, at) => at % 2 === 0))).toEqual([])
  expect(inlineGroupRanges(row(4000, false))).toEqual([])
})

test('each row is grouped by itself', () => {
  const groups = inlineGroupRanges([...row(1600), false, ...row(5), false, ...row(1600)])
  expect(groups).toHaveLength(80)
  expect(groups[40]).toEqual([1607, 1647])
})
