import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './list.module.css'

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
  const rows = useWindowVirtualizer({ count: total, estimateSize: () => rowHeight, overscan: 8, scrollMargin: top })

  useLayoutEffect(() => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY), [])
  useEffect(() => {
    if (jump) window.scrollTo({ top: jump.index * rowHeight + top - 140 })
  }, [jump, top])

  const shown = rows.getVirtualItems()
  const first = shown[0]?.index ?? 0
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => look(first, last), [look, first, last])

  return (
    <ul ref={box} className={css.list} style={{ height: rows.getTotalSize() }} aria-label={label}>
      {shown.map((row) => (
        <li
          key={row.key}
          className={css.row}
          style={{ height: rowHeight, transform: `translateY(${row.start - top}px)` }}
          data-index={row.index}
        >
          <Cell index={row.index} render={render} />
        </li>
      ))}
    </ul>
  )
}

type CellProps = { index: number; render: (index: number) => ReactNode | undefined }

const Cell = memo(function Cell({ index, render }: CellProps) {
  return render(index) ?? <span className={css.empty} />
})
