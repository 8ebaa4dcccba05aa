import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CardSkeleton } from '../cover/skeleton.tsx'
import { type CoverSize, layoutFor } from './columns.ts'
import css from './grid.module.css'
import { scrollTo } from './rows-in-view.ts'
import { useRows } from './use-rows.ts'

/** What stands still at the top of the window would cover the row one jumps to. */
const below = 140

type GridProps = {
  total: number
  size: CoverSize
  label: string
  render: (index: number) => ReactNode | undefined
  look: (first: number, last: number) => void
  /** Where to jump; a new object jumps again. */
  jump?: { index: number }
}

/** Covers without end: only the rows near the view exist. */
export function Grid({ total, size, label, render, look, jump }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ width: 0, top: 0 })
  const { columns, gap, rowHeight } = layoutFor(place.width || 1000, size)
  const count = Math.ceil(total / columns)
  const rows = useRows({ count: place.width > 0 ? count : 0, rowHeight, overscan: 3, top: place.top })

  useLayoutEffect(() => {
    const it = box.current
    if (!it) return
    const measure = () => {
      const width = it.clientWidth
      const top = it.getBoundingClientRect().top + window.scrollY
      setPlace((before) => (before.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(it)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish jumps, not a new width
  useEffect(() => {
    if (jump) goTo(Math.floor(jump.index / columns))
  }, [jump])
  const goTo = (row: number) =>
    window.scrollTo({ top: place.top + scrollTo(row, below, { count, rowHeight, viewHeight: window.innerHeight }) })

  const first = rows.first * columns
  const last = Math.max(0, Math.min(total - 1, (rows.last + 1) * columns - 1))
  useEffect(() => look(first, last), [look, first, last])

  const move = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (!cell || !step || (event.target as HTMLElement).tagName === 'INPUT') return
    const index = Number(cell.dataset.index) + step
    if (index < 0 || index >= total) return
    event.preventDefault()
    const next = () => box.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
    // The rows around the window are there already; the browser brings what has the focus into view.
    if (!next()) goTo(Math.floor(index / columns))
    requestAnimationFrame(() => next()?.focus())
  }

  return (
    <div ref={box} className={css.box}>
      <ul className={css.grid} style={{ height: rows.height }} aria-label={label} onKeyDown={move}>
        {Array.from({ length: rows.last - rows.first + 1 }, (_, offset) => rows.first + offset).map((row) => (
          <li
            key={row}
            className={css.row}
            style={{
              height: rowHeight,
              gap,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row * rowHeight + rows.shift}px)`,
            }}
          >
            <Cells from={row * columns} count={Math.min(columns, total - row * columns)} render={render} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type CellsProps = { from: number; count: number; render: (index: number) => ReactNode | undefined }

/** Drawn once for as long as its items stay the same, however often the window scrolls. */
const Cells = memo(function Cells({ from, count, render }: CellsProps) {
  return Array.from({ length: count }, (_, column) => {
    const index = from + column
    return (
      <div key={index} data-index={index}>
        {render(index) ?? <CardSkeleton />}
      </div>
    )
  })
})
