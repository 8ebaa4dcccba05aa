import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BookPageInfo, PageBox } from '../../api/types.ts'
import type { Point } from '../use-pinch.ts'
import type { ComicSettings } from './comic-settings.ts'
import { nestedBox, scrolledPageParts, useKnownContentBoxes, wholePage } from './use-page-regions.ts'
import { partInHalfScreens } from './use-resume-within-page.ts'

/** `part`: how far into the page, from 0 to 1. */
export type ScrollTarget = { page: number; part?: number }

type ColumnProps = {
  bookId: string
  pages: BookPageInfo[]
  settings: ComicSettings
  /** Of the column, in pixels. */
  width: number
  gap: number
  /** A new object scrolls again. */
  target: ScrollTarget
  onScrolledTo: (page: number, part: number) => void
  stage: RefObject<HTMLDivElement | null>
}

/** The rows of the column that are near the window, scrolled to the target, and steady when their sizes change. */
export function usePageColumn({ target, onScrolledTo, stage, gap, ...column }: ColumnProps) {
  const { parts, boxOf, heightOf, learnRatio, learnBoxes } = useColumnParts({ ...column, gap })
  const rows = useVirtualizer({
    count: parts.length,
    getScrollElement: () => stage.current,
    estimateSize: heightOf,
    overscan: 3,
    paddingEnd: 0,
  })
  const indexOf = useCallback(
    (page: number) =>
      Math.max(
        0,
        parts.findIndex(({ number }) => number === page),
      ),
    [parts],
  )

  // Sizes change with the width and with every page that loads; the position in the page must not.
  const element = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ index: indexOf(target.page), part: target.part ?? 0, below: 0 })
  useLayoutEffect(() => {
    rows.measure()
    const scrolled = stage.current
    // Reading the total recalculates all positions; the column must have its new length before it is scrolled.
    if (element.current) element.current.style.height = `${rows.getTotalSize()}px`
    const start = rows.measurementsCache[place.current.index]?.start
    const { index, part, below } = place.current
    if (!scrolled || start === undefined) return
    scrolled.scrollTop = start + part * heightOf(index) - below
    // Set before the scroll event arrives: rows that are removed for a moment would end the touches on them.
    rows.scrollOffset = scrolled.scrollTop
  }, [rows, stage, heightOf])

  useLayoutEffect(() => {
    place.current = { index: indexOf(target.page), part: target.part ?? 0, below: 0 }
    const { start = 0, size = 0 } = rows.measurementsCache[place.current.index] ?? {}
    stage.current?.scrollTo({ top: start + place.current.part * size })
  }, [target, rows, stage, indexOf])

  const numberOf = useCallback((row: VirtualItem) => parts[row.index]?.number ?? 1, [parts])
  useReportedPage({ rows, stage, numberOf, pageCount: column.pages.length, place, onScrolledTo })

  const shown = rows.getVirtualItems()
  const numbers = shown.map(numberOf)
  const isNear = numbers.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages near the window are known by their numbers
  useEffect(() => learnBoxes(numbers), [isNear, learnBoxes])

  /** When the sizes change next, what is at `from` moves to `at`. False if there is nothing. */
  const holdAt = (at: Point, from: Point): boolean => {
    const scrolled = stage.current
    const row = scrolled && rows.getVirtualItemForOffset(scrolled.scrollTop + from.y)
    if (row) place.current = placeInRow(row, scrolled.scrollTop + from.y, at.y)
    return Boolean(row)
  }
  return { element, shown, height: rows.getTotalSize(), numberOf, boxOf, learnRatio, holdAt }
}

type PartsProps = Pick<ColumnProps, 'bookId' | 'pages' | 'settings' | 'width' | 'gap'>

/** What the column consists of, and how tall each part is: known beforehand, or learned from the picture. */
function useColumnParts({ bookId, pages, settings, width, gap }: PartsProps) {
  const [learned, setLearned] = useState<Record<number, number>>({})
  const isCropped = settings.crop && settings.mode === 'continuous'
  const [boxes, learn] = useKnownContentBoxes(bookId)
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
  const learnRatio = (number: number, ratio: number) => {
    if (!pages[number - 1]?.width) setLearned((before) => ({ ...before, [number]: ratio }))
  }
  const learnBoxes = useCallback((numbers: number[]) => void (isCropped && learn(numbers)), [isCropped, learn])
  return { parts, boxOf, heightOf, learnRatio, learnBoxes }
}

type ReportProps = {
  rows: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>
  stage: RefObject<HTMLDivElement | null>
  numberOf: (row: VirtualItem) => number
  pageCount: number
  place: RefObject<Place>
  onScrolledTo: (page: number, part: number) => void
}

/** Remembers what is at the top of the window, and reports the page that is read. */
function useReportedPage({ rows, stage, numberOf, pageCount, place, onScrolledTo }: ReportProps) {
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onScroll = () => {
      const eye = rows.getVirtualItemForOffset(element.scrollTop + element.clientHeight * 0.4)
      const top = rows.getVirtualItemForOffset(element.scrollTop)
      if (top) place.current = placeInRow(top, element.scrollTop, 0)
      // What follows the last page is not part of the book.
      const atEnd = element.scrollTop + element.clientHeight >= rows.getTotalSize() - 40
      if (atEnd) onScrolledTo(pageCount, 1)
      else if (eye)
        onScrolledTo(numberOf(eye), partInHalfScreens(element.scrollTop - eye.start, eye.size, element.clientHeight))
    }
    // If everything fits on the screen there are no scroll events.
    if (rows.getTotalSize() <= element.clientHeight) onScroll()
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [rows, onScrolledTo, pageCount, numberOf, stage, place])
}

/** A position in a row, and its distance from the top of the window. */
type Place = { index: number; part: number; below: number }

function placeInRow({ index, start, size }: VirtualItem, offset: number, below: number): Place {
  return { index, part: (offset - start) / Math.max(1, size), below }
}
