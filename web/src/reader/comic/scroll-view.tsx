import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { BookPageInfo, PageBox } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import type { Dimensions } from '../page-fit.ts'
import { isSelectableText } from '../tap-zones.ts'
import { useImageRetry } from '../use-image-retry.ts'
import { clampZoom, type Point, usePinch } from '../use-pinch.ts'
import { useZoomAroundPoint } from '../use-zoom-around-point.ts'
import { columnWidth } from './column-width.ts'
import { type ComicSettings, cssImageFilter } from './comic-settings.ts'
import type { PageUrlGetter } from './page-loader.ts'
import { imagePlacementForBox } from './paged-view.tsx'
import css from './scroll-view.module.css'
import { nestedBox, scrolledPageParts, useKnownContentBoxes, wholePage } from './use-page-regions.ts'
import { partInHalfScreens } from './use-resume-within-page.ts'

export type ScrollTarget = { page: number; part?: number }

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
  end: React.ReactNode
  /** An overlay on the image of a page. */
  above?: (page: number) => React.ReactNode
}

/** All pages in one column. Sizes are known beforehand, so nothing jumps; only pages near the viewport exist. */
export function ScrollView(props: ScrollProps) {
  const { bookId, pages, source, settings, view, zoom, setZoom, target, onScrolledTo, stage, tap } = props
  const gap = settings.mode === 'webtoon' ? 0 : settings.gap
  const width = columnWidth(view, settings, zoom)
  const [learned, setLearned] = useState<Record<number, number>>({})
  const isCropped = settings.crop && settings.mode === 'continuous'
  const [boxes, learnBoxes] = useKnownContentBoxes(bookId)
  const parts = useMemo(() => scrolledPageParts(pages, settings), [pages, settings])
  const boxOf = useCallback(
    (index: number): PageBox => {
      const { number, part } = parts[index] ?? { number: 0, part: wholePage }
      return nestedBox((isCropped && boxes[number]) || wholePage, part)
    },
    [parts, boxes, isCropped],
  )
  const heightOf = useCallback(
    (index: number) => {
      const page = pages[(parts[index]?.number ?? 0) - 1]
      const ratio = page?.width && page.height ? page.height / page.width : (learned[page?.number ?? 0] ?? 1.5)
      const box = boxOf(index)
      return Math.round((width * ratio * box.height) / box.width) + gap
    },
    [pages, parts, learned, boxOf, width, gap],
  )
  const indexOf = useCallback(
    (page: number) =>
      Math.max(
        0,
        parts.findIndex(({ number }) => number === page),
      ),
    [parts],
  )
  const rows = useVirtualizer({
    count: parts.length,
    getScrollElement: () => stage.current,
    estimateSize: heightOf,
    overscan: 3,
    paddingEnd: 0,
  })

  // Sizes change with the width and with every page that loads; the position in the page must not.
  const column = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ index: indexOf(target.page), part: target.part ?? 0, below: 0 })
  useLayoutEffect(() => {
    rows.measure()
    const element = stage.current
    // Reading the total recalculates all positions; the column must have its new length before it is scrolled.
    if (column.current) column.current.style.height = `${rows.getTotalSize()}px`
    const start = rows.measurementsCache[place.current.index]?.start
    const { index, part, below } = place.current
    if (!element || start === undefined) return
    element.scrollTop = start + part * heightOf(index) - below
    // Set before the scroll event arrives: rows that are removed for a moment would end the touches on them.
    rows.scrollOffset = element.scrollTop
  }, [rows, stage, heightOf])

  useLayoutEffect(() => {
    place.current = { index: indexOf(target.page), part: target.part ?? 0, below: 0 }
    const { start = 0, size = 0 } = rows.measurementsCache[place.current.index] ?? {}
    stage.current?.scrollTo({ top: start + place.current.part * size })
  }, [target, rows, stage, indexOf])

  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onScroll = () => {
      const eye = rows.getVirtualItemForOffset(element.scrollTop + element.clientHeight * 0.4)
      const top = rows.getVirtualItemForOffset(element.scrollTop)
      if (top) place.current = placeInRow(top, element.scrollTop, 0)
      // What follows the last page is not part of the book.
      const atEnd = element.scrollTop + element.clientHeight >= rows.getTotalSize() - 40
      if (atEnd) onScrolledTo(pages.length, 1)
      else if (eye)
        onScrolledTo(
          parts[eye.index]?.number ?? 1,
          partInHalfScreens(element.scrollTop - eye.start, eye.size, element.clientHeight),
        )
    }
    // If everything fits on the screen there are no scroll events.
    if (rows.getTotalSize() <= element.clientHeight) onScroll()
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [rows, onScrolledTo, pages.length, parts, stage])

  const shown = rows.getVirtualItems().map((row) => parts[row.index]?.number ?? 1)
  const isNear = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages near the window are known by their numbers
  useEffect(() => {
    if (isCropped) learnBoxes(shown)
  }, [isCropped, isNear, learnBoxes])

  const zoomTo = useZoomAroundPoint(stage, view, zoom, [{ width, height: 0 }], setZoom, 'across')
  /** Keeps the position under the fingers. */
  const zoomAround = (next: number, at: Point, from: Point = at) => {
    const element = stage.current
    const row = element && rows.getVirtualItemForOffset(element.scrollTop + from.y)
    if (row && next !== zoom) place.current = placeInRow(row, element.scrollTop + from.y, at.y)
    else element?.scrollBy(0, from.y - at.y)
    zoomTo(next, at, from)
  }
  usePinch(stage, { zoom, set: zoomAround, within: clampZoom })
  const taps = useTap(tap, (at) => zoomAround(zoom > 1 ? 1 : 2, at))
  const filter = cssImageFilter(settings)

  return (
    <div ref={stage} className={css.stage} dir="ltr" {...taps}>
      <div ref={column} className={css.column} style={{ width, height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const number = parts[row.index]?.number ?? 1
          return (
            <PageImage
              key={row.key}
              url={source(number)}
              page={number}
              label={t('reader.page', { page: number, total: pages.length })}
              style={{ height: row.size - gap, transform: `translateY(${row.start}px)` }}
              box={boxOf(row.index)}
              above={props.above?.(number)}
              filter={filter}
              learn={(ratio) => {
                if (!pages[number - 1]?.width) setLearned((before) => ({ ...before, [number]: ratio }))
              }}
            />
          )
        })}
      </div>
      {props.end}
    </div>
  )
}

/** A position in a row, and its distance from the top of the window. */
type Place = { index: number; part: number; below: number }

function placeInRow({ index, start, size }: VirtualItem, offset: number, below: number): Place {
  return { index, part: (offset - start) / Math.max(1, size), below }
}

type ImageProps = {
  url: string
  page: number
  label: string
  style: React.CSSProperties
  /** The visible part. */
  box: PageBox
  learn: (ratio: number) => void
  above?: React.ReactNode
  filter?: string
}

function PageImage({ url, page, label, style, box, learn, above, filter }: ImageProps) {
  const { src, isBroken, onError } = useImageRetry(url)
  return (
    <div className={css.page} style={style}>
      {isBroken && <p className={css.broken}>{t('reader.pageFailed', { page })}</p>}
      <div className={css.whole} style={imagePlacementForBox(box)}>
        {!isBroken && (
          <img
            src={src}
            alt={label}
            decoding="async"
            draggable={false}
            style={{ filter }}
            onLoad={({ currentTarget }) => learn(currentTarget.naturalHeight / currentTarget.naturalWidth)}
            onError={onError}
          />
        )}
        {above}
      </div>
    </div>
  )
}

/** A tap anywhere shows the controls, a double tap zooms; pages are turned by scrolling here. */
function useTap(tap: () => void, twice: (at: Point) => void) {
  const start = useRef<Point>(undefined)
  const lastTap = useRef(0)
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : undefined
    },
    onPointerUp: (event: PointerEvent) => {
      const from = start.current
      start.current = undefined
      const onButton = (event.target as HTMLElement).closest('a, button')
      if (!from || onButton || isSelectableText(event.target)) return
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) >= 8) return
      const isSecond = event.timeStamp - lastTap.current < 300
      lastTap.current = isSecond ? 0 : event.timeStamp
      if (isSecond) twice({ x: event.clientX, y: event.clientY })
      tap()
    },
  }
}
