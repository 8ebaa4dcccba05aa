import { useEffect, useState } from 'react'
import { scrollSpeed } from '../cover/scroll-speed.ts'
import { nextRowToRender } from './next-row-to-render.ts'

/**
 * The rows near the viewport that are rendered in full: the initial ones at once, later ones one per frame. A jump
 * never costs one long frame, and rows that scroll past quickly are never rendered.
 */
export function useRenderedRows(first: number, last: number, ready: (row: number) => boolean): ReadonlySet<number> {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(() => new Set(rowsBetween(first, last)))
  const next = nextRowToRender({ first, last, drawn, ready })

  useEffect(() => {
    if (next === undefined) return
    let frame = requestAnimationFrame(function turn() {
      // Nobody reads a row that crosses the window in less than half a second.
      if (scrollSpeed() > window.innerHeight * 2.5) frame = requestAnimationFrame(turn)
      else setDrawn((before) => new Set([...before, next].filter((row) => row >= first && row <= last)))
    })
    return () => cancelAnimationFrame(frame)
  }, [next, first, last])

  return drawn
}

function rowsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}
