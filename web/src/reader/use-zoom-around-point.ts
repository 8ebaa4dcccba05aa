import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type Dimensions, scrollAfterZoom } from './page-fit.ts'
import type { Point } from './use-pinch.ts'

/** Zooms around a point, and moves with it. Zooming by keyboard uses the centre of the window. */
export function useZoomAroundPoint(
  stage: RefObject<HTMLElement | null>,
  view: Dimensions,
  zoom: number,
  pages: Dimensions[],
  setZoom: (zoom: number) => void,
  /** 'across' for callers that maintain the vertical position themselves. */
  axes: 'both' | 'across' = 'both',
): (zoom: number, at: Point, from?: Point) => void {
  const point = useRef<{ at: Point; from: Point }>(undefined)
  const width = pages.reduce((sum, page) => sum + page.width, 0)
  const height = Math.max(0, ...pages.map((page) => page.height))
  const last = useRef({ zoom, width, height })
  useLayoutEffect(() => {
    const element = stage.current
    const before = last.current
    last.current = { zoom, width, height }
    if (!element || before.zoom === zoom) return
    const middle = { x: view.width / 2, y: view.height / 2 }
    const { at, from } = point.current ?? { at: middle, from: middle }
    point.current = undefined
    element.scrollTo({
      left: scrollAfterZoom(element.scrollLeft, [from.x, at.x], view.width, before.width, width),
      ...(axes === 'both' && {
        top: scrollAfterZoom(element.scrollTop, [from.y, at.y], view.height, before.height, height),
      }),
    })
  }, [stage, view, zoom, width, height, axes])
  return (next, at, from = at) => {
    if (next === zoom) return stage.current?.scrollBy(from.x - at.x, axes === 'both' ? from.y - at.y : 0)
    point.current = { at, from }
    // The next finger movement starts from what this one has rendered.
    flushSync(() => setZoom(next))
  }
}
