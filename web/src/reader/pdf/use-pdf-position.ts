import { useCallback, useEffect, useRef, useState } from 'react'
import { type JumpKind, useJumpHistory } from '../use-jump-history.ts'
import type { PdfTarget } from './pdf-pages.tsx'

interface PositionOptions {
  startAt: number
  isPaged: boolean
  /** Called before another page is shown. */
  leave(): void
  /** Called when the reader has scrolled on. */
  follow(): void
}

/** Which page is read, where the view should go, and the way back from each jump. */
export function usePdfPosition({ startAt, isPaged, leave, follow }: PositionOptions) {
  const [page, setPage] = useState(startAt)
  const [target, setTarget] = useState<PdfTarget>({ page: startAt })
  const position = useRef({ page: startAt, top: 0 })
  /** Where a jump comes to rest is not yet a page turned. */
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
  /** A jump to another page leaves a way back; going on from page to page does not. */
  const jump = useCallback(
    (next: PdfTarget, kind?: JumpKind) => {
      if (next.page !== position.current.page) leaveEntry(kind)
      show(next)
    },
    [leaveEntry, show],
  )
  /** Whoever flies over a thousand pages need not have every one of them named. */
  const look = useCallback(
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
  // The page one reads is the one that is shown singly, or scrolled to; not the one that was last gone to.
  const [wasPaged, setWasPaged] = useState(isPaged)
  if (wasPaged !== isPaged) {
    setWasPaged(isPaged)
    setTarget({ ...position.current })
  }
  useEffect(() => {
    if (isPaged) position.current = { page, top: 0 }
  }, [isPaged, page])

  return { page, target, jumps, go, jump, look }
}
