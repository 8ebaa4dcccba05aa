import { useCallback, useEffect, useRef, useState } from 'react'
import { type JumpKind, useJumpHistory } from '../use-jump-history.ts'
import type { PdfTarget } from './use-pdf-scroll.ts'

interface PositionOptions {
  startAt: number
  isPaged: boolean
  /** Called before another page is shown. */
  leave(): void
  /** Called after the viewer has scrolled. */
  follow(): void
}

/** The current page, the scroll target, and the history of jumps. */
export function usePdfPosition({ startAt, isPaged, leave, follow }: PositionOptions) {
  const [page, setPage] = useState(startAt)
  const [target, setTarget] = useState<PdfTarget>({ page: startAt })
  const position = useRef({ page: startAt, top: 0 })
  /** The scroll event at the end of a jump doesn't count as a page turn. */
  const hasArrived = useRef(true)
  const lookTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback(
    (next: PdfTarget) => {
      leave()
      clearTimeout(lookTimer.current)
      lookTimer.current = undefined
      position.current = { page: next.page, top: next.top ?? 0 }
      hasArrived.current = false
      setPage(next.page)
      setTarget({ ...next })
    },
    [leave],
  )
  const jumps = useJumpHistory(() => position.current, show)
  const { leave: leaveEntry, turned } = jumps
  const go = useCallback(
    (next: PdfTarget) => {
      turned()
      show(next)
    },
    [turned, show],
  )
  /** A jump to another page adds a way back; going from page to page doesn't. */
  const jump = useCallback(
    (next: PdfTarget, kind?: JumpKind) => {
      if (next.page !== position.current.page) leaveEntry(kind)
      show(next)
    },
    [leaveEntry, show],
  )
  /** Throttled: scrolling over a thousand pages needn't update the state for each. */
  const onScrolledTo = useCallback(
    (next: number, top: number) => {
      if (hasArrived.current && next !== position.current.page) turned()
      hasArrived.current = true
      position.current = { page: next, top }
      lookTimer.current ??= setTimeout(() => {
        lookTimer.current = undefined
        setPage(position.current.page)
        follow()
      }, 100)
    },
    [follow, turned],
  )
  useEffect(() => () => clearTimeout(lookTimer.current), [])
  // The current page is the one shown singly, or scrolled to; not the last target.
  const [wasPaged, setWasPaged] = useState(isPaged)
  if (wasPaged !== isPaged) {
    setWasPaged(isPaged)
    setTarget({ ...position.current })
  }
  useEffect(() => {
    if (isPaged) position.current = { page, top: 0 }
  }, [isPaged, page])

  return { page, target, jumps, go, jump, onScrolledTo }
}
