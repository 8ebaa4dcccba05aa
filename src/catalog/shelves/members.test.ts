import { describe, expect, it } from 'vitest'
import { reorder } from './members.ts'

describe('a new order', () => {
  it('is taken as it is by someone who sees everything', () => {
    expect(reorder([1, 2, 3], [3, 1], new Set([1, 2, 3]))).toEqual([3, 1])
  })
  it('keeps what the person cannot see, behind what it stood behind', () => {
    expect(reorder([1, 9, 2, 3], [3, 2, 1], new Set([1, 2, 3]))).toEqual([3, 2, 1, 9])
    expect(reorder([9, 1, 2], [2], new Set([1, 2]))).toEqual([9, 2])
  })
  it('names nobody twice', () => {
    expect(reorder([], [5, 5, 6], new Set())).toEqual([5, 6])
  })
})
