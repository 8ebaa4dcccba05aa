import { type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { savesData } from '../saves-data.ts'
import type { Point } from '../use-pinch.ts'
import {
  inverseRotation,
  type PageRow,
  type PdfLayout,
  type PlacedPage,
  pageGap,
  type RelativeBox,
  type Rotation,
  rotateBox,
  rotatedSize,
  rowIndexAtHeight,
  rowIndexOfPage,
  rowIndexRead,
  type Size,
} from './pdf-layout.ts'
import { PdfPage, type PdfPageOverlays } from './pdf-page.tsx'
import css from './pdf-pages.module.css'
import { type PdfTile, visiblePdfTiles } from './pdf-tiles.ts'

/**
 * The scroll target; a new object scrolls again. `top`: how far down the page, `box`: the part that must be visible.
 */
export type PdfTarget = { page: number; top?: number | null; box?: RelativeBox }

export type PagesProps = {
  bookId: string
  layout: PdfLayout
  sizes: Size[]
  view: Size
  rotation: Rotation
  isPaged: boolean
  isDark: boolean
  target: PdfTarget
  /** The centre of the next resize; what was at `from` moves there. */
  around: RefObject<{ at: Point; from: Point } | undefined>
  labelOf: (page: number) => string
  onScrolledTo: (page: number, top: number) => void
  stage: RefObject<HTMLDivElement | null>
  overlays: PdfPageOverlays
  end: ReactNode
}

/** Rows rendered before and after those in view. */
const usuallyAhead = 2
/** The state follows scrolling in steps: that is enough for the tiles. */
const step = 160

/** All pages in one column, or one row at a time; only those near the viewport exist. */
export function PdfPages(props: PagesProps) {
  const { layout, view, rotation, isPaged, target, around, onScrolledTo, stage } = props
  const [scroll, setScroll] = useState({ left: 0, top: 0 })
  const current = rowIndexOfPage(layout, target.page)
  const paged = isPaged ? layout.rows[current] : undefined
  const content = {
    width: Math.max(view.width, paged?.width ?? layout.width),
    height: paged ? Math.max(view.height, paged.height + 24) : layout.height,
  }
  const topOf = useCallback(
    (row: PageRow) => (isPaged ? Math.max(12, (view.height - row.height) / 2) : row.top),
    [isPaged, view.height],
  )

  const leftOf = useCallback(
    (row: PageRow) => edgeOf(row, Math.max(view.width, isPaged ? row.width : layout.width)),
    [layout, isPaged, view.width],
  )

  // The position in the document stays under the same point of the window, whatever changes its size.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target goes anywhere
  useLayoutEffect(() => {
    const element = stage.current
    const row = layout.rows[rowIndexOfPage(layout, target.page)]
    const placed = row?.pages.find(({ page }) => page === target.page)
    if (!element || !row || !placed) return
    const rowTop = topOf(row)
    const box = target.box && rotateBox(target.box, rotation)
    if (box) {
      const [top, left] = [rowTop + box.y * placed.height, leftOf(row) + placed.left + box.x * placed.width]
      const isSeen =
        top > element.scrollTop + 60 &&
        top + box.height * placed.height < element.scrollTop + view.height - 120 &&
        left > element.scrollLeft &&
        left + box.width * placed.width < element.scrollLeft + view.width
      if (!isSeen) element.scrollTo({ top: top - view.height * 0.35, left: left - view.width * 0.3 })
    } else {
      const down = target.top ? heightOfLine(target.top, rotation) * placed.height : 0
      element.scrollTo({
        top: isPaged && !target.top ? 0 : Math.max(0, rowTop + down - (down > 0 ? 24 : 6)),
        left: scrolledInto({ left: leftOf(row), width: row.width }, { left: element.scrollLeft, width: view.width }),
      })
    }
    remember({ x: 0, y: 0 })
  }, [target])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onScroll = () => {
      remember({ x: view.width / 2, y: 0 })
      const [left, top] = [Math.round(element.scrollLeft / step) * step, Math.round(element.scrollTop / step) * step]
      setScroll((before) => (before.left === left && before.top === top ? before : { left, top }))
      if (isPaged) return
      const eye = layout.rows[rowIndexRead(layout, element.scrollTop, element.clientHeight)]
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

  const first = isPaged ? current : rowIndexAtHeight(layout, scroll.top)
  const last = isPaged ? current : rowIndexAtHeight(layout, scroll.top + view.height)
  const sharpPieces = (placed: PlacedPage, left: number, top: number): PdfTile[] => {
    const size = props.sizes[placed.page - 1] as Size
    const { width, height } = placed
    const seen = seenOf({ left, top, width, height }, scroll, view, rotation)
    return visiblePdfTiles(
      props.bookId,
      placed.page,
      size,
      rotatedSize(placed, rotation).width * devicePixelRatio,
      seen,
    )
  }
  const rows: ReactNode[] = []
  const ahead = savesData() ? 1 : usuallyAhead
  for (let index = Math.max(0, first - ahead); index <= Math.min(layout.rows.length - 1, last + ahead); index++) {
    const row = layout.rows[index] as PageRow
    const isHidden = isPaged && index !== current
    rows.push(
      ...row.pages.map((placed) => {
        const [left, top] = [leftOf(row) + placed.left, topOf(row)]
        return (
          <PdfPage
            key={placed.page}
            bookId={props.bookId}
            placed={placed}
            size={props.sizes[placed.page - 1] as Size}
            rotation={rotation}
            isDark={props.isDark}
            label={props.labelOf(placed.page)}
            tiles={isHidden ? none : sharpPieces(placed, left, top)}
            overlays={props.overlays}
            left={left}
            top={top}
            isHidden={isHidden}
          />
        )
      }),
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={stage} className={css.stage} dir="ltr" tabIndex={0}>
      <div className={css.column} style={content}>
        {rows}
      </div>
      {!isPaged && props.end}
    </div>
  )
}

const none: never[] = []

const edgeOf = (row: PageRow, width: number): number => Math.round((width - row.width) / 2)

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

/** The part of a page that is in view, with a margin for scrolling, as fractions of the unrotated page. */
function seenOf(
  { left, top, width, height }: Size & { left: number; top: number },
  scroll: { left: number; top: number },
  view: Size,
  rotation: Rotation,
): RelativeBox {
  const margin = step
  const within = (value: number) => Math.min(1, Math.max(0, value))
  const x = within((scroll.left - margin - left) / width)
  const y = within((scroll.top - margin - top) / height)
  const right = within((scroll.left + view.width + margin - left) / width)
  const bottom = within((scroll.top + view.height + margin - top) / height)
  return rotateBox({ x, y, width: right - x, height: bottom - y }, inverseRotation(rotation))
}
