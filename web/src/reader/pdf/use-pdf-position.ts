import { useCallback, useEffect, useRef, useState } from 'react'
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
  const [jumps, setJumps] = useState<PdfTarget[]>([])
  const position = useRef({ page: startAt, top: 0 })
  const lookTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const go = useCallback(
    (next: PdfTarget) => {
      leave()
      clearTimeout(lookTimer.current)
      lookTimer.current = undefined
      position.current = { page: next.page, top: next.top ?? 0 }
      setPage(next.page)
      setTarget({ ...next })
    },
    [leave],
  )
  /** A jump leaves a way back; going on from page to page does not. */
  const jump = useCallback(
    (next: PdfTarget) => {
      const { page: from, top } = position.current
      if (Math.abs(next.page - from) > 1) setJumps((before) => [...before.slice(-49), { page: from, top }])
      go(next)
    },
    [go],
  )
  const back = () => {
    const last = jumps.at(-1)
    if (!last) return
    setJumps(jumps.slice(0, -1))
    go(last)
  }
  /** Whoever flies over a thousand pages need not have every one of them named. */
  const look = useCallback(
    (next: number, top: number) => {
      position.current = { page: next, top }
      lookTimer.current ??= setTimeout(() => {
        lookTimer.current = undefined
        setPage(position.current.page)
        follow()
      }, 100)
    },
    [follow],
  )
  useEffect(() => () => clearTimeout(lookTimer.current), [])
  useEffect(() => {
    if (isPaged) position.current = { page, top: 0 }
  }, [isPaged, page])

  return { page, target, jumps, go, jump, back, look }
}
