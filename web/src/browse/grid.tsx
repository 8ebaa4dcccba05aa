import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CardSkeleton } from '../cover/skeleton.tsx'
import { type CoverSize, layoutFor } from './columns.ts'
import css from './grid.module.css'

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
  const rows = useWindowVirtualizer({
    count: Math.ceil(total / columns),
    estimateSize: () => rowHeight,
    overscan: 3,
    scrollMargin: place.top,
    enabled: place.width > 0,
  })

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

  // Rows of another height, or another number of them, must be measured anew.
  useLayoutEffect(() => {
    if (rowHeight && columns) rows.measure()
  }, [rows, rowHeight, columns])

  useEffect(() => {
    if (jump) window.scrollTo({ top: Math.floor(jump.index / columns) * rowHeight + place.top - 140 })
  }, [jump, columns, rowHeight, place.top])

  const shown = rows.getVirtualItems()
  const first = (shown[0]?.index ?? 0) * columns
  const last = Math.min(total - 1, ((shown.at(-1)?.index ?? 0) + 1) * columns - 1)
  useEffect(() => look(first, last), [look, first, last])

  const move = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (!cell || !step || (event.target as HTMLElement).tagName === 'INPUT') return
    const index = Number(cell.dataset.index) + step
    if (index < 0 || index >= total) return
    event.preventDefault()
    rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' })
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`)?.focus())
  }

  return (
    <div ref={box} className={css.box}>
      <ul className={css.grid} style={{ height: rows.getTotalSize() }} aria-label={label} onKeyDown={move}>
        {shown.map((row) => (
          <li
            key={row.key}
            className={css.row}
            style={{
              height: rowHeight,
              gap,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.start - place.top}px)`,
            }}
          >
            <Cells from={row.index * columns} count={Math.min(columns, total - row.index * columns)} render={render} />
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
