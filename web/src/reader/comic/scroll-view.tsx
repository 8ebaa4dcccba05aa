import type { ReactNode, RefObject } from 'react'
import type { BookPageInfo } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import type { Dimensions } from '../page-fit.ts'
import { clampZoom, type Point, usePinch } from '../use-pinch.ts'
import { useZoomAroundPoint } from '../use-zoom-around-point.ts'
import { ColumnPage } from './column-page.tsx'
import { columnWidth } from './column-width.ts'
import { type ComicSettings, cssImageFilter } from './comic-settings.ts'
import type { PageUrlGetter } from './page-loader.ts'
import css from './scroll-view.module.css'
import { useColumnTaps } from './use-column-taps.ts'
import { type ScrollTarget, usePageColumn } from './use-page-column.ts'

type ScrollProps = {
  bookId: string
  pages: BookPageInfo[]
  source: PageUrlGetter
  settings: ComicSettings
  view: Dimensions
  zoom: number
  setZoom: (zoom: number) => void
  /** The scroll target; a new object scrolls again. */
  target: ScrollTarget
  /** `part`: how far into the page, from 0 to 1. */
  onScrolledTo: (page: number, part: number) => void
  stage: RefObject<HTMLDivElement | null>
  tap: () => void
  end: ReactNode
  /** An overlay on the image of a page. */
  above?: (page: number) => ReactNode
}

/** All pages in one column. Sizes are known beforehand, so nothing jumps; only pages near the viewport exist. */
export function ScrollView(props: ScrollProps) {
  const { bookId, pages, source, settings, view, zoom, setZoom, target, onScrolledTo, stage, tap } = props
  const gap = settings.mode === 'webtoon' ? 0 : settings.gap
  const width = columnWidth(view, settings, zoom)
  const column = usePageColumn({ bookId, pages, settings, width, gap, target, onScrolledTo, stage })

  const zoomTo = useZoomAroundPoint(stage, view, zoom, [{ width, height: 0 }], setZoom, 'across')
  /** Keeps the position under the fingers. */
  const zoomAround = (next: number, at: Point, from: Point = at) => {
    if (next === zoom || !column.holdAt(at, from)) stage.current?.scrollBy(0, from.y - at.y)
    zoomTo(next, at, from)
  }
  usePinch(stage, { zoom, set: zoomAround, within: clampZoom })
  const taps = useColumnTaps(tap, (at) => zoomAround(zoom > 1 ? 1 : 2, at))
  const filter = cssImageFilter(settings)

  return (
    <div ref={stage} className={css.stage} dir="ltr" {...taps}>
      <div ref={column.element} className={css.column} style={{ width, height: column.height }}>
        {column.shown.map((row) => {
          const number = column.numberOf(row)
          return (
            <ColumnPage
              key={row.key}
              url={source(number)}
              page={number}
              label={t('reader.page', { page: number, total: pages.length })}
              style={{ height: row.size - gap, transform: `translateY(${row.start}px)` }}
              box={column.boxOf(row.index)}
              above={props.above?.(number)}
              filter={filter}
              learn={(ratio) => column.learnRatio(number, ratio)}
            />
          )
        })}
      </div>
      {props.end}
    </div>
  )
}
