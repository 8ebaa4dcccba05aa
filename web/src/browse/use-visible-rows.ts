import { useLayoutEffect, useState } from 'react'
import { type VisibleRows, visibleRows } from './visible-rows.ts'

type RowsToMeasure = { count: number; rowHeight: number; overscan: number; top: number }

/** The rows of a long list near the viewport, all of the same height. Re-renders only when the range changes. */
export function useVisibleRows({ count, rowHeight, overscan, top }: RowsToMeasure): VisibleRows {
  const measure = () =>
    visibleRows({ count, rowHeight, overscan, scrolled: window.scrollY - top, viewHeight: window.innerHeight })
  const [rows, setRows] = useState(measure)

  // biome-ignore lint/correctness/useExhaustiveDependencies: measure reads the window and these
  useLayoutEffect(() => {
    const update = () =>
      setRows((before) => {
        const now = measure()
        const same = (['first', 'last', 'shift', 'height'] as const).every((each) => before[each] === now[each])
        return same ? before : now
      })
    update()
    addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [count, rowHeight, overscan, top])

  return rows
}
