import { useCallback, useRef, useState } from 'react'
import type { Book } from '../../api/types.ts'
import { type JumpKind, useJumpHistory } from '../use-jump-history.ts'
import type { ScrollTarget } from './use-page-column.ts'
import { useResumeWithinPage } from './use-resume-within-page.ts'

type PositionOptions = {
  book: Book
  pageCount: number
  startAt: number
  isScrolled: boolean
  /** The first page shown together with a page. */
  firstShownWith: (page: number) => number
  /** Called before another page is shown. */
  leave: () => void
}

/** The current page, how far into it one has scrolled, and the history of jumps. */
export function useComicPosition({ book, pageCount, startAt, isScrolled, firstShownWith, leave }: PositionOptions) {
  const [page, setPage] = useState(startAt)
  const [part, setPart] = useState(0)
  const [target, setTarget] = useState<ScrollTarget>({ page: startAt })
  const here = firstShownWith(page)

  const goTo = (next: number) => {
    leave()
    setPage(next)
    setPart(0)
    setTarget({ page: next })
  }
  const jumps = useJumpHistory(() => here, goTo)
  /** Goes to a page and adds a way back. */
  const jump = (next: number, kind?: JumpKind) => {
    if (next !== here) jumps.leave(kind)
    goTo(next)
  }

  const { turned } = jumps
  const seen = useRef(page)
  seen.current = page
  /** Pages passed while scrolling count as turned, too. */
  const onScrolledTo = useCallback(
    (next: number, within: number) => {
      if (next !== seen.current) turned()
      setPage(next)
      setPart(within)
    },
    [turned],
  )
  const hasMoved = () => page !== startAt || part > 0 || jumps.from !== undefined
  useResumeWithinPage(book, isScrolled, hasMoved, (left) => {
    if (left.page > pageCount) return
    setPage(left.page)
    setPart(left.part)
    setTarget(left)
  })
  return { page, part, here, target, goTo, jump, jumps, onScrolledTo }
}
