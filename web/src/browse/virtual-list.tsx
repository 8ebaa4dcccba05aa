import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { towardEnd } from '../parts/toward-end.ts'
import type { ListLayout } from './grid-layout.ts'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import css from './virtual-list.module.css'
import { scrollOffsetOf } from './visible-rows.ts'

/** What stands still at the top of the window would cover the row one jumps to. */
const below = 140

type EndlessProps<T> = {
  total: number
  label: string
  layout: (width: number) => ListLayout
  at: (index: number) => T | undefined
  draw: (item: T, index: number) => ReactNode
  /** Stands for an item that is not there yet, or that rushes past. */
  blank: (item: T | undefined) => ReactNode
  onVisible?: (first: number, last: number) => void
  /** Where to jump; a new object jumps again. */
  jump?: { index: number }
}

/** A list without end: only the rows near the window exist. */
export function VirtualList<T>(props: EndlessProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const [area, setPlace] = useState<Place>()

  useLayoutEffect(() => {
    const it = box.current
    if (!it) return
    const measure = () => {
      const width = it.clientWidth
      const top = it.getBoundingClientRect().top + window.scrollY
      setPlace((before) => (before?.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(it)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  return <div ref={box}>{area && <Rows {...props} area={area} />}</div>
}

type Place = { width: number; top: number }

function Rows<T>({ total, label, layout, at, draw, blank, onVisible, jump, area }: EndlessProps<T> & { area: Place }) {
  const list = useRef<HTMLUListElement>(null)
  const { columns, gap, rowHeight, overscan } = layout(area.width)
  const count = Math.ceil(total / columns)
  const rows = useVisibleRows({ count, rowHeight, overscan, top: area.top })
  const drawn = useRenderedRows(rows.first, rows.last, (row) => at(row * columns) !== undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new wish jumps, not a new width
  useEffect(() => {
    if (jump) goTo(Math.floor(jump.index / columns))
  }, [jump])
  const goTo = (row: number) =>
    window.scrollTo({
      top: area.top + scrollOffsetOf(row, below, { count, rowHeight, viewHeight: window.innerHeight }),
    })

  const first = rows.first * columns
  const last = Math.max(0, Math.min(total - 1, (rows.last + 1) * columns - 1))
  useEffect(() => onVisible?.(first, last), [onVisible, first, last])

  // Where the arrow keys went. The row may have to come into view and be drawn first.
  const wish = useRef<number>(undefined)
  const follow = () => {
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${wish.current}"] a`)
    if (!link) return false
    wish.current = undefined
    // The browser brings what has the focus into view.
    link.focus()
    return true
  }
  useEffect(() => {
    if (wish.current !== undefined) follow()
  })
  const move = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const step = stepOf(event.key, columns, towardEnd(event.currentTarget))
    if (!cell || !step || (event.target as HTMLElement).tagName === 'INPUT') return
    const index = (wish.current ?? Number(cell.dataset.index)) + step
    if (index < 0 || index >= total) return
    event.preventDefault()
    wish.current = index
    if (!follow()) goTo(Math.floor(index / columns))
  }

  return (
    <ul ref={list} className={css.list} style={{ height: rows.height }} aria-label={label} onKeyDown={move}>
      {Array.from({ length: rows.last - rows.first + 1 }, (_, offset) => rows.first + offset).map((row) => (
        <li
          key={row}
          data-single={columns === 1 || undefined}
          className={css.row}
          style={{
            height: rowHeight,
            gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${row * rowHeight + rows.shift}px)`,
          }}
        >
          <Cells
            from={row * columns}
            items={Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) =>
              at(row * columns + column),
            )}
            draw={drawn.has(row) ? draw : undefined}
            blank={blank}
          />
        </li>
      ))}
    </ul>
  )
}

type CellsProps<T> = {
  from: number
  items: (T | undefined)[]
  /** Not given until it is this row's turn. */
  draw: ((item: T, index: number) => ReactNode) | undefined
  blank: (item: T | undefined) => ReactNode
}

/** Drawn once for as long as its items stay the same, however often the window scrolls and other items come. */
const Cells = memo(function Cells({ from, items, draw, blank }: CellsProps<unknown>) {
  return items.map((item, column) => {
    const index = from + column
    return (
      <div key={index} data-index={index}>
        {item !== undefined && draw ? draw(item, index) : blank(item)}
      </div>
    )
  })
}, same) as <T>(props: CellsProps<T>) => ReactNode

function same(a: CellsProps<unknown>, b: CellsProps<unknown>): boolean {
  if (a.from !== b.from || a.draw !== b.draw || a.blank !== b.blank || a.items.length !== b.items.length) return false
  return a.items.every((item, index) => item === b.items[index])
}

function stepOf(key: string, columns: number, toward: 1 | -1): number | undefined {
  if (columns > 1 && key === 'ArrowRight') return toward
  if (columns > 1 && key === 'ArrowLeft') return -toward
  return { ArrowDown: columns, ArrowUp: -columns }[key]
}
