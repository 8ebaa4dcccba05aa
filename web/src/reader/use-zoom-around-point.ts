import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type Dimensions, scrollAfterZoom } from './page-fit.ts'
import type { Point } from './use-pinch.ts'

/** Zooms around a point. Whoever zooms by a key means the middle of what is seen. */
export function useZoomAroundPoint(
  stage: RefObject<HTMLElement | null>,
  view: Dimensions,
  zoom: number,
  pages: Dimensions[],
  setZoom: (zoom: number) => void,
  /** Whoever keeps the place along the column leaves only the other axis to this. */
  axes: 'both' | 'across' = 'both',
): (zoom: number, point: Point) => void {
  const point = useRef<Point>(undefined)
  const width = pages.reduce((sum, page) => sum + page.width, 0)
  const height = Math.max(0, ...pages.map((page) => page.height))
  const last = useRef({ zoom, width, height })
  useLayoutEffect(() => {
    const it = stage.current
    const before = last.current
    last.current = { zoom, width, height }
    if (!it || before.zoom === zoom) return
    const { x, y } = point.current ?? { x: view.width / 2, y: view.height / 2 }
    point.current = undefined
    it.scrollTo({
      left: scrollAfterZoom(it.scrollLeft, x, view.width, before.width, width),
      ...(axes === 'both' && { top: scrollAfterZoom(it.scrollTop, y, view.height, before.height, height) }),
    })
  }, [stage, view, zoom, width, height, axes])
  return (next, at) => {
    point.current = at
    setZoom(next)
  }
}
