import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { pageContentBoxQuery, pagePanelsQuery } from '../../api/page-regions.ts'
import { queryClient } from '../../api/query-client.ts'
import type { PageBox } from '../../api/types.ts'
import { isWidePage, type PageShape } from '../spreads.ts'
import type { ComicSettings } from './comic-settings.ts'

export const wholePage: PageBox = { x: 0, y: 0, width: 1, height: 1 }

export type PageRegions = {
  /** The visible part of the current page. */
  box: PageBox
  part: number
  count: number
  /** Panel detection is still running. */
  isPending: boolean
  /** Moves within the page; false at the end of the page. */
  step: (by: 1 | -1) => boolean
  /** The next or previous part of the current page, if any. */
  beside: (by: 1 | -1) => PageBox | undefined
  /** The part of another page that a turn leads to. */
  entryOf: (page: number, by: 1 | -1) => PageBox
  /** Sets where to start on the page that opens next. */
  enter: (page: number, by: 1 | -1) => void
}

type PartsOf = {
  bookId: string
  pages: PageShape[]
  page: number
  settings: ComicSettings
  scrolled: boolean
  double: boolean
  /** Turns the page, if the viewer wanted to go on before it was known that the page has no panels. */
  turn: (by: 1 | -1) => void
}

/** A page may be read in parts: panel by panel, or a wide page half by half. */
export function usePageRegions({ bookId, pages, page, settings, scrolled, double, turn }: PartsOf): PageRegions {
  const guided = settings.guided && !scrolled
  const rtl = settings.direction === 'rtl'
  const direction = rtl ? 'rtl' : 'ltr'
  const panelsQuery = (number: number) => pagePanelsQuery(guided && pages[number - 1] ? bookId : '', number, direction)
  const { data, isFetching } = useQuery(panelsQuery(page))
  const isPending = guided && !data && isFetching
  // Fetches the panels of the adjacent pages in advance.
  useQueries({ queries: [panelsQuery(page + 1), panelsQuery(page - 1)] })
  const [at, setAt] = useState({ page, part: 0 })
  // With two pages side by side, wide pages aren't split; with a single page they are.
  const isSplit = settings.split && !scrolled && !double
  const partsOf = (number: number) => {
    const shape = pages[number - 1]
    return isSplit && shape && isWidePage(shape) ? pageHalves(rtl) : [wholePage]
  }
  const boxes = guided ? (data?.panels ?? [wholePage]) : partsOf(page)
  const part = at.page === page ? Math.min(at.part, boxes.length - 1) : 0
  // A tap before the panels are known waits for them: it would skip them all. A second one turns the page.
  const waiting = useRef<{ page: number; by: 1 | -1 }>(undefined)
  const latestTurn = useRef(turn)
  latestTurn.current = turn
  const hasPanels = boxes.length > 1
  useEffect(() => {
    const turn = waiting.current
    if (isPending || !turn) return
    waiting.current = undefined
    if (turn.page === page && !hasPanels) latestTurn.current(turn.by)
  }, [isPending, page, hasPanels])
  return {
    box: boxes[part] ?? wholePage,
    part,
    count: boxes.length,
    isPending,
    step: (by) => {
      if (isPending && waiting.current?.page !== page) {
        waiting.current = { page, by }
        return true
      }
      waiting.current = undefined
      const next = part + by
      if (next < 0 || next >= boxes.length) return false
      setAt({ page, part: next })
      return true
    },
    beside: (by) => boxes[part + by],
    entryOf: (next, by) => partsOf(next).at(by === 1 ? 0 : -1) ?? wholePage,
    // Turning back enters the previous page at its end.
    enter: (next, by) => setAt({ page: next, part: by === 1 ? 0 : Number.POSITIVE_INFINITY }),
  }
}

export function pageHalves(rtl: boolean): PageBox[] {
  const halves = [0, 0.5].map((x) => ({ x, y: 0, width: 0.5, height: 1 }))
  return rtl ? halves.reverse() : halves
}

/** The items of a column from top to bottom: pages, or the halves of wide ones. */
export function scrolledPageParts(
  pages: PageShape[],
  { split, mode, direction }: Pick<ComicSettings, 'split' | 'mode' | 'direction'>,
): { number: number; part: PageBox }[] {
  return pages.flatMap((page) => {
    const isSplit = split && mode === 'continuous' && isWidePage(page)
    const parts = isSplit ? pageHalves(direction === 'rtl') : [wholePage]
    return parts.map((part) => ({ number: page.number, part }))
  })
}

/** The content boxes of pages, fetched as they come near and kept: nothing above the viewport may move. */
export function useKnownContentBoxes(
  bookId: string,
): [boxes: Record<number, PageBox>, learn: (pages: number[]) => void] {
  const [boxes, setBoxes] = useState<Record<number, PageBox>>({})
  const requested = useRef(new Set<number>())
  const learn = useCallback(
    (pages: number[]) => {
      for (const page of pages) {
        if (requested.current.has(page)) continue
        requested.current.add(page)
        queryClient.fetchQuery(pageContentBoxQuery(bookId, page)).then(
          ({ box }) => setBoxes((before) => ({ ...before, [page]: box })),
          () => requested.current.delete(page),
        )
      }
    },
    [bookId],
  )
  return [boxes, learn]
}

/** The pages' content boxes and the colour of their edges, if the settings need them. */
export function useContentBoxes(bookId: string, spread: number[], ahead: number[], settings: ComicSettings) {
  const wanted = settings.crop || settings.background === 'edge'
  const numbers = wanted ? [...spread, ...ahead.slice(0, 2)] : []
  const answers = useQueries({
    queries: numbers.map((number) => ({ ...pageContentBoxQuery(bookId, number), placeholderData: keepPreviousData })),
  })
  const found = new Map(numbers.map((number, index) => [number, answers[index]?.data]))
  return {
    boxOf: (number: number): PageBox => (settings.crop ? found.get(number)?.box : undefined) ?? wholePage,
    edgeColor: settings.background === 'edge' ? found.get(spread[0] ?? 0)?.edgeColor : undefined,
  }
}

/** A box within a box, in page coordinates. */
export function nestedBox(outer: PageBox, inner: PageBox): PageBox {
  return {
    x: outer.x + inner.x * outer.width,
    y: outer.y + inner.y * outer.height,
    width: inner.width * outer.width,
    height: inner.height * outer.height,
  }
}
