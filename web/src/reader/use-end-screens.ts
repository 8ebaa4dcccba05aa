import { useState } from 'react'
import type { AdjacentBookNavigation } from './use-adjacent-books.ts'

/** What comes before the first page and after the last: the way to another book. */
export function useEndScreens({ open, next, prev }: AdjacentBookNavigation) {
  const [beyond, setBeyond] = useState<'start' | 'end'>()
  /** From there a step goes on to the other book, or back into this one. True: it was such a step. */
  const stepFromEnd = (by: 1 | -1): boolean => {
    if (!beyond) return false
    if (beyond === 'end' && by === 1) open(next)
    else if (beyond === 'start' && by === -1) open(prev)
    else setBeyond(undefined)
    return true
  }
  return { beyond, setBeyond, stepFromEnd }
}
