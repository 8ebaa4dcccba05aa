import { useState } from 'react'
import type { AdjacentBookNavigation } from './use-adjacent-books.ts'

/** The screens before the first page and after the last, with the way to another book. */
export function useEndScreens({ open, next, prev }: AdjacentBookNavigation) {
  const [beyond, setBeyond] = useState<'start' | 'end'>()
  /** A step from there opens the other book or returns to this one. Returns whether it was such a step. */
  const stepFromEnd = (by: 1 | -1): boolean => {
    if (!beyond) return false
    if (beyond === 'end' && by === 1) open(next)
    else if (beyond === 'start' && by === -1) open(prev)
    else setBeyond(undefined)
    return true
  }
  return { beyond, setBeyond, stepFromEnd }
}
