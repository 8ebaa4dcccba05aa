import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '../use-pinch.ts'
import {
  currentRowIndex,
  type PageRow,
  type PdfLayout,
  type PlacedPage,
  pageGap,
  type RelativeBox,
  type Rotation,
  rotateBox,
  rowIndexAtHeight,
  rowIndexOfPage,
  type Size,
} from './pdf-layout.ts'

/**
 * The scroll target; a new object scrolls again. `top`: how far down the page, `box`: the part that must be visible.
 */
export type PdfTarget = { page: number; top?: number | null; box?: RelativeBox }

/** What is scrolled, and where its rows are. */
type Column = {
  layout: PdfLayout
  view: Size
  rotation: Rotation
  isPaged: boolean
  /** The index of the row of the target. */
  current: number
  stage: RefObject<HTMLDivElement | null>
  topOf: (row: PageRow) => number
  leftOf: (row: PageRow) => number
}

type ScrollProps = Pick<Column, 'layout' | 'view' | 'rotation' | 'isPaged' | 'stage'> & {
  target: PdfTarget
  /** The centre of the next resize; what was at `from` moves there. */
  around: RefObject<{ at: Point; from: Point } | undefined>
  onScrolledTo: (page: number, top: number) => void
}

/** Where the rows are, and what of them is in view: scrolled to the target, and steady when their size changes. */
export function usePdfScroll({ target, around, onScrolledTo, ...given }: ScrollProps) {
  const { layout, view, isPaged } = given
  const current = rowIndexOfPage(layout, target.page)
  const topOf = useCallback(
    (row: PageRow) => (isPaged ? Math.max(12, (view.height - row.height) / 2) : row.top),
    [isPaged, view.height],
  )
  const leftOf = useCallback(
    (row: PageRow) => edgeOf(row, Math.max(view.width, isPaged ? row.width : layout.width)),
    [layout, isPaged, view.width],
  )
  const column = { ...given, current, topOf, leftOf }
  const remember = useSteadyPosition(column, target, around)
  useScrollToTarget(column, target, remember)
  const scroll = useReportedScroll(column, remember, onScrolledTo)
  return { current, topOf, leftOf, scroll }
}

const edgeOf = (row: PageRow, width: number): number => Math.round((width - row.width) / 2)

/**
 * The position in the document stays under the same point of the window, whatever changes its size. Returns what
 * remembers the position at a point.
 */
function useSteadyPosition(
  { layout, isPaged, current, stage, topOf, leftOf }: Column,
  target: PdfTarget,
  around: ScrollProps['around'],
): (point: Point) => void {
  const anchor = useRef({ page: target.page, part: 0, x: 0, y: 0, across: 0.5 })
  const remember = useCallback(
    (point: Point) => {
      const element = stage.current
      if (!element) return
      // The gap above a row belongs to it: that is where one who goes to a page arrives.
      const row = isPaged ? current : rowIndexAtHeight(layout, element.scrollTop + point.y + pageGap)
      const at = layout.rows[row]
      if (!at) return
      anchor.current = {
        // Rows are others with two pages side by side.
        page: Math.min(...at.pages.map(({ page }) => page)),
        part: (element.scrollTop + point.y - topOf(at)) / at.height,
        across: (element.scrollLeft + point.x - leftOf(at)) / at.width,
        ...point,
      }
    },
    [layout, isPaged, current, stage, topOf, leftOf],
  )
  const lastLayout = useRef(layout)
  const lastRemember = useRef(remember)
  useLayoutEffect(() => {
    const element = stage.current
    if (!element || lastLayout.current === layout) return
    if (around.current) {
      lastRemember.current(around.current.from)
      anchor.current = { ...anchor.current, ...around.current.at }
    }
    around.current = undefined
    lastLayout.current = layout
    const { page, part, x, y, across } = anchor.current
    const at = layout.rows[rowIndexOfPage(layout, page)]
    if (!at) return
    element.scrollTo({ top: topOf(at) + part * at.height - y, left: leftOf(at) + across * at.width - x })
  }, [layout, stage, around, topOf, leftOf])
  useLayoutEffect(() => {
    lastRemember.current = remember
  })
  return remember
}

function useScrollToTarget(column: Column, target: PdfTarget, remember: (point: Point) => void) {
  const { layout, stage } = column
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target goes anywhere
  useLayoutEffect(() => {
    const element = stage.current
    const row = layout.rows[rowIndexOfPage(layout, target.page)]
    const placed = row?.pages.find(({ page }) => page === target.page)
    if (!element || !row || !placed) return
    if (target.box) showBox(element, column, row, placed, target.box)
    else goToPage(element, column, row, placed, target.top)
    remember({ x: 0, y: 0 })
  }, [target])
}

/** Scrolls only if the box isn't well in view. */
function showBox(element: HTMLElement, column: Column, row: PageRow, placed: PlacedPage, target: RelativeBox) {
  const { view, rotation, topOf, leftOf } = column
  const box = rotateBox(target, rotation)
  const [top, left] = [topOf(row) + box.y * placed.height, leftOf(row) + placed.left + box.x * placed.width]
  const isSeen =
    top > element.scrollTop + 60 &&
    top + box.height * placed.height < element.scrollTop + view.height - 120 &&
    left > element.scrollLeft &&
    left + box.width * placed.width < element.scrollLeft + view.width
  if (!isSeen) element.scrollTo({ top: top - view.height * 0.35, left: left - view.width * 0.3 })
}

function goToPage(
  element: HTMLElement,
  { view, rotation, isPaged, topOf, leftOf }: Column,
  row: PageRow,
  placed: PlacedPage,
  top: number | null | undefined,
) {
  const down = top ? heightOfLine(top, rotation) * placed.height : 0
  element.scrollTo({
    top: isPaged && !top ? 0 : Math.max(0, topOf(row) + down - (down > 0 ? 24 : 6)),
    left: scrolledInto({ left: leftOf(row), width: row.width }, { left: element.scrollLeft, width: view.width }),
  })
}

/** Pages beside a much wider one may be out of view: where to scroll to see the row. */
function scrolledInto(row: { left: number; width: number }, window: { left: number; width: number }): number {
  const isSeen =
    row.width > window.width
      ? row.left < window.left + window.width && row.left + row.width > window.left
      : row.left >= window.left && row.left + row.width <= window.left + window.width
  return isSeen ? window.left : row.left + Math.min(0, (row.width - window.width) / 2)
}

/** How far down a turned page a line of it begins: one that runs up or down begins at an edge. */
const heightOfLine = (top: number, rotation: Rotation): number => ({ 0: top, 90: 0, 180: 1 - top, 270: 0 })[rotation]

/** The state follows scrolling in steps: that is enough for the tiles. */
export const scrollStep = 160

/** Reports the page that is read while one scrolls; returns the scroll position, in steps. */
function useReportedScroll(
  { layout, view, isPaged, stage }: Column,
  remember: (point: Point) => void,
  onScrolledTo: ScrollProps['onScrolledTo'],
): { left: number; top: number } {
  const [scroll, setScroll] = useState({ left: 0, top: 0 })
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const toStep = (value: number) => Math.round(value / scrollStep) * scrollStep
    const onScroll = () => {
      remember({ x: view.width / 2, y: 0 })
      const [left, top] = [toStep(element.scrollLeft), toStep(element.scrollTop)]
      setScroll((before) => (before.left === left && before.top === top ? before : { left, top }))
      if (isPaged) return
      const eye = layout.rows[currentRowIndex(layout, element.scrollTop, element.clientHeight)]
      const atEnd = element.scrollTop + element.clientHeight >= layout.height - 4
      const page = atEnd ? layout.rows.at(-1)?.pages : eye?.pages
      if (!page || !eye) return
      const first = Math.min(...page.map((each) => each.page))
      onScrolledTo(first, Math.min(1, Math.max(0, (element.scrollTop - eye.top) / eye.height)))
    }
    onScroll()
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [layout, isPaged, view, onScrolledTo, stage, remember])
  return scroll
}
