import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client.ts'
import type { Book, Progression } from '../../api/types.ts'
import { queuedRequestBody } from '../../offline/queued-requests.ts'

const route = getRouteApi('/signed-in/read/$bookId')

/** A strip may be many screens long: resumes within it, unless the viewer has scrolled in the meantime. */
export function useResumeWithinPage(
  { id, readProgress }: Book,
  isScrolled: boolean,
  hasMoved: () => boolean,
  go: (target: { page: number; part: number }) => void,
) {
  const { page: wished } = route.useSearch()
  const latest = useRef({ hasMoved, go })
  latest.current = { hasMoved, go }
  const isWanted = isScrolled && !wished && Boolean(readProgress)
  useEffect(() => {
    if (!isWanted) return
    const stop = new AbortController()
    const path = `/books/${id}/progression`
    const queued = queuedRequestBody<Progression>(path)
    const loading = queued ? Promise.resolve(queued) : api.get<Progression | undefined>(path, { signal: stop.signal })
    loading.then(
      (found) => {
        const target = partToResume(found?.locator.locations)
        if (target && !stop.signal.aborted && !latest.current.hasMoved()) latest.current.go(target)
      },
      () => undefined,
    )
    return () => stop.abort()
  }, [id, isWanted])
}

/** Undefined if the page was only just started, or read to its end. */
export function partToResume(
  locations: { position?: number; progression?: number } | undefined,
): { page: number; part: number } | undefined {
  const { position: page, progression: part = 0 } = locations ?? {}
  return page !== undefined && part > 0 && part < 0.98 ? { page, part } : undefined
}

/** How far into a page the view is, in half screens: it changes rarely, and resuming starts a little earlier. */
export function partInHalfScreens(scrolledBy: number, size: number, screen: number): number {
  const half = Math.max(1, screen / 2)
  return Math.max(0, (Math.floor(scrolledBy / half) * half) / Math.max(1, size))
}
