import type { ReactNode, RefObject } from 'react'
import { isDataSaverOn } from '../is-data-saver-on.ts'
import type { Point } from '../use-pinch.ts'
import {
  inverseRotation,
  type PageRow,
  type PdfLayout,
  type PlacedPage,
  type RelativeBox,
  type Rotation,
  rotateBox,
  rotatedSize,
  rowIndexAtHeight,
  type Size,
} from './pdf-layout.ts'
import { PdfPage, type PdfPageOverlays } from './pdf-page.tsx'
import css from './pdf-pages.module.css'
import { type PdfTile, visiblePdfTiles } from './pdf-tiles.ts'
import { type PdfTarget, scrollStep, usePdfScroll } from './use-pdf-scroll.ts'

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

/** All pages in one column, or one row at a time; only those near the viewport exist. */
export function PdfPages(props: PagesProps) {
  const { layout, view, isPaged, stage } = props
  const { current, topOf, leftOf, scroll } = usePdfScroll(props)
  const paged = isPaged ? layout.rows[current] : undefined
  const content = {
    width: Math.max(view.width, paged?.width ?? layout.width),
    height: paged ? Math.max(view.height, paged.height + 24) : layout.height,
  }
  const first = isPaged ? current : rowIndexAtHeight(layout, scroll.top)
  const last = isPaged ? current : rowIndexAtHeight(layout, scroll.top + view.height)
  const ahead = isDataSaverOn() ? 1 : usuallyAhead
  const from = Math.max(0, first - ahead)
  const near = layout.rows.slice(from, Math.min(layout.rows.length, last + ahead + 1))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div ref={stage} className={css.stage} dir="ltr" tabIndex={0}>
      <div className={css.column} style={content}>
        {near.flatMap((row, index) =>
          pagesOfRow(props, row, {
            ...{ left: leftOf(row), top: topOf(row), scroll },
            isHidden: isPaged && from + index !== current,
          }),
        )}
      </div>
      {!isPaged && props.end}
    </div>
  )
}

type RowPlace = { left: number; top: number; scroll: { left: number; top: number }; isHidden: boolean }

function pagesOfRow(props: PagesProps, row: PageRow, { left: rowLeft, top, scroll, isHidden }: RowPlace): ReactNode[] {
  const { bookId, sizes, rotation, isDark, labelOf, overlays, view } = props
  return row.pages.map((placed) => {
    const left = rowLeft + placed.left
    const size = sizes[placed.page - 1] as Size
    const { width, height } = placed
    const seen = () => seenOf({ left, top, width, height }, scroll, view, rotation)
    return (
      <PdfPage
        key={placed.page}
        {...{ bookId, placed, size, rotation, isDark, overlays, left, top, isHidden }}
        label={labelOf(placed.page)}
        tiles={isHidden ? none : sharpPieces(bookId, placed, size, rotation, seen())}
      />
    )
  })
}

const none: never[] = []

function sharpPieces(bookId: string, placed: PlacedPage, size: Size, rotation: Rotation, seen: RelativeBox): PdfTile[] {
  return visiblePdfTiles(bookId, placed.page, size, rotatedSize(placed, rotation).width * devicePixelRatio, seen)
}

/** The part of a page that is in view, with a margin for scrolling, as fractions of the unrotated page. */
function seenOf(
  { left, top, width, height }: Size & { left: number; top: number },
  scroll: { left: number; top: number },
  view: Size,
  rotation: Rotation,
): RelativeBox {
  const margin = scrollStep
  const within = (value: number) => Math.min(1, Math.max(0, value))
  const x = within((scroll.left - margin - left) / width)
  const y = within((scroll.top - margin - top) / height)
  const right = within((scroll.left + view.width + margin - left) / width)
  const bottom = within((scroll.top + view.height + margin - top) / height)
  return rotateBox({ x, y, width: right - x, height: bottom - y }, inverseRotation(rotation))
}
