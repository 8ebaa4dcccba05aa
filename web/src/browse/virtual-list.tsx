import { type KeyboardEvent, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { handleCardKey, isEventInsideElement } from '../parts/card-list-keyboard.ts'
import { gridIndexAfterKey } from '../parts/grid-index-after-key.ts'
import { inlineDirectionSign } from '../parts/inline-direction-sign.ts'
import type { ListLayout } from './grid-layout.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useRenderedRows } from './use-rendered-rows.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import css from './virtual-list.module.css'
import { scrollOffsetOfRow } from './visible-rows.ts'

/** Sticky elements at the top of the window would cover the row that was jumped to. */
const below = 140

type EndlessProps<T> = {
  total: number
  label: string
  layout: (width: number) => ListLayout
  at: (index: number) => T | undefined
  draw: (item: T, index: number) => ReactNode
  /** Replaces an item that isn't loaded yet, or that scrolls past quickly. */
  blank: (item: T | undefined) => ReactNode
  onVisible?: (first: number, last: number) => void
  /** The index to jump to; a new object jumps again. */
  jump?: { index: number }
}

/** A list of any length: only the rows near the viewport exist. */
export function VirtualList<T>(props: EndlessProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const [area, setPlace] = useState<Place>()

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      const top = element.getBoundingClientRect().top + window.scrollY
      setPlace((before) => (before?.width === width && before.top === top ? before : { width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  return <div ref={box}>{area && <Rows {...props} area={area} />}</div>
}

type Place = { width: number; top: number }

function Rows<T>({ total, label, layout, at, draw, blank, onVisible, jump, area }: EndlessProps<T> & { area: Place }) {
  const list = useRef<HTMLDivElement>(null)
  const { columns, gap, rowHeight, overscan } = layout(area.width)
  const count = Math.ceil(total / columns)
  const rows = useVisibleRows({ count, rowHeight, overscan, top: area.top })
  const drawn = useRenderedRows(rows.first, rows.last, (row) => at(row * columns) !== undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target jumps, not a new width
  useEffect(() => {
    if (jump) goTo(Math.floor(jump.index / columns))
  }, [jump])
  const goTo = (row: number) =>
    window.scrollTo({
      top: area.top + scrollOffsetOfRow(row, below, { count, rowHeight, viewHeight: window.innerHeight }),
    })

  const first = rows.first * columns
  const last = Math.max(0, Math.min(total - 1, (rows.last + 1) * columns - 1))
  useEffect(() => onVisible?.(first, last), [onVisible, first, last])

  const focus = useGridFocus(list, columns)
  const move = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest('[data-index]')
    if (!cell || !isEventInsideElement(event) || event.altKey || event.metaKey || handleCardKey(event, cell)) return
    const next = gridIndexAfterKey(event.key, {
      index: focus.targetIndex() ?? Number(cell.getAttribute('data-index')),
      total,
      columns,
      pageRows: Math.max(1, Math.floor((window.innerHeight - below) / rowHeight)),
      toward: inlineDirectionSign(event.currentTarget),
      ctrl: event.ctrlKey,
    })
    if (next === undefined) return
    event.preventDefault()
    if (!focus.goTo(next)) goTo(Math.floor(next / columns))
  }

  const shown = Array.from({ length: rows.last - rows.first + 1 }, (_, offset) => rows.first + offset)
  // The focused row stays mounted, however far one scrolls: the next arrow key continues from there.
  const held = focus.row !== undefined && focus.row < count ? focus.row : undefined
  if (held !== undefined && !shown.includes(held)) shown.push(held)
  const heldItems = useRef(new Map<number, T>())
  const itemAt = (index: number): T | undefined => {
    const item = at(index)
    if (held === undefined || Math.floor(index / columns) !== held) return item
    if (item !== undefined) heldItems.current.set(index, item)
    return item ?? heldItems.current.get(index)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie between the list and its items, which a <ul> does not allow
    <div
      ref={list}
      role="list"
      className={css.list}
      style={{ height: rows.height }}
      aria-label={label}
      onKeyDown={move}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      {shown.map((row) => (
        <div
          key={row}
          role="presentation"
          data-single={columns === 1 || undefined}
          className={css.row}
          style={{
            height: rowHeight,
            gap,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            transform: `translateY(${Math.max(0, Math.min(row * rowHeight + rows.shift, rows.height - rowHeight))}px)`,
          }}
        >
          <Cells
            from={row * columns}
            total={total}
            items={Array.from({ length: Math.min(columns, total - row * columns) }, (_, column) =>
              itemAt(row * columns + column),
            )}
            draw={drawn.has(row) || row === held ? draw : undefined}
            blank={blank}
          />
        </div>
      ))}
    </div>
  )
}

type CellsProps<T> = {
  from: number
  total: number
  items: (T | undefined)[]
  /** Undefined until it is this row's turn. */
  draw: ((item: T, index: number) => ReactNode) | undefined
  blank: (item: T | undefined) => ReactNode
}

/** Re-renders only if its own items change, however often the window scrolls and other items load. */
const Cells = memo(function Cells({ from, total, items, draw, blank }: CellsProps<unknown>) {
  return items.map((item, column) => {
    const index = from + column
    return (
      // biome-ignore lint/a11y/useSemanticElements: see the list
      <div key={index} data-index={index} role="listitem" aria-posinset={index + 1} aria-setsize={total}>
        {item !== undefined && draw ? draw(item, index) : blank(item)}
      </div>
    )
  })
}, same) as <T>(props: CellsProps<T>) => ReactNode

function same(a: CellsProps<unknown>, b: CellsProps<unknown>): boolean {
  if (
    a.from !== b.from ||
    a.total !== b.total ||
    a.draw !== b.draw ||
    a.blank !== b.blank ||
    a.items.length !== b.items.length
  )
    return false
  return a.items.every((item, index) => item === b.items[index])
}
