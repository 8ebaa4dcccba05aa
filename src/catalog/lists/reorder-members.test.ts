import { describe, expect, it } from 'vitest'
import { reorderMembers } from './reorder-members.ts'

describe('a new order', () => {
  it('is taken as it is by someone who sees everything', () => {
    expect(reorderMembers([1, 2, 3], [3, 1], new Set([1, 2, 3]))).toEqual([3, 1])
  })
  it('keeps members that the user cannot see, after the same member as before', () => {
    expect(reorderMembers([1, 9, 2, 3], [3, 2, 1], new Set([1, 2, 3]))).toEqual([3, 2, 1, 9])
    expect(reorderMembers([9, 1, 2], [2], new Set([1, 2]))).toEqual([9, 2])
  })
  // Searching the whole list for each one would take a minute.
  it('of a very long list keeps every member', () => {
    const now = Array.from({ length: 300_000 }, (_, index) => index)
    const sees = new Set(now.filter((member) => member % 10 !== 0))
    const order = reorderMembers(now, [...sees].reverse(), sees)
    expect(order.slice(0, 3)).toEqual([0, 299_999, 299_998])
    expect(order.slice(-3)).toEqual([3, 2, 1])
    expect(order).toHaveLength(now.length)
  })
  it('names no member twice', () => {
    expect(reorderMembers([], [5, 5, 6], new Set())).toEqual([5, 6])
  })
})
