import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './list.module.css'
import { scrollTo } from './rows-in-view.ts'
import { useRows } from './use-rows.ts'

const rowHeight = 76

type ListProps = {
  total: number
  label: string
  render: (index: number) => ReactNode | undefined
  look: (first: number, last: number) => void
  jump?: { index: number }
}

export function List({ total, label, render, look, jump }: ListProps) {
  const box = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  const rows = useRows({ count: total, rowHeight, overscan: 8, top })

  useLayoutEffect(() => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish jumps
  useEffect(() => {
    const view = { count: total, rowHeight, viewHeight: window.innerHeight }
    if (jump) window.scrollTo({ top: top + scrollTo(jump.index, 140, view) })
  }, [jump])

  const { first, last } = rows
  useEffect(() => look(first, Math.max(0, last)), [look, first, last])

  return (
    <ul ref={box} className={css.list} style={{ height: rows.height }} aria-label={label}>
      {Array.from({ length: last - first + 1 }, (_, offset) => first + offset).map((row) => (
        <li
          key={row}
          className={css.row}
          style={{ height: rowHeight, transform: `translateY(${row * rowHeight + rows.shift}px)` }}
          data-index={row}
        >
          <Cell index={row} render={render} />
        </li>
      ))}
    </ul>
  )
}

type CellProps = { index: number; render: (index: number) => ReactNode | undefined }

const Cell = memo(function Cell({ index, render }: CellProps) {
  return render(index) ?? <span className={css.empty} />
})
