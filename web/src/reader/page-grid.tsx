import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BookPageInfo } from '../api/types.ts'
import { PageThumbnail } from '../cover/page-thumbnail.tsx'
import { t } from '../messages/t.ts'
import { gridIndexAfterKey } from '../parts/grid-index-after-key.ts'
import { inlineDirectionSign } from '../parts/inline-direction-sign.ts'
import css from './page-grid.module.css'
import { captionHeight, columnsFor, rowHeightOf } from './page-grid-layout.ts'

type GridProps = {
  bookId: string
  pages: BookPageInfo[]
  /** The page that is open. */
  here: number
  labelOf?: (page: number) => string
  open: (page: number) => void
}

/** Where the list is in the sheet that scrolls it. */
type Place = { scroller: HTMLElement; width: number; top: number }

/** All pages as small pictures, open where one is. Of thousands of pages only those in sight exist. */
export function PageGrid(props: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place>()
  useLayoutEffect(() => {
    const element = box.current
    const scroller = element?.closest<HTMLElement>('[role="dialog"]')
    if (!element || !scroller) return
    const measure = () => {
      const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      const { clientWidth: width } = element
      setPlace((before) => (before?.width === width ? before : { scroller, width, top }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <div ref={box}>{place && place.width > 0 && <Rows {...props} place={place} />}</div>
}

function Rows({ bookId, pages, here, labelOf = String, open, place }: GridProps & { place: Place }) {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef<number>(here)
  const { columns, width } = columnsFor(place.width)
  const heightOf = (row: number) => rowHeightOf(pages.slice(row * columns, (row + 1) * columns), width)
  const rows = useVirtualizer({
    count: Math.ceil(pages.length / columns),
    getScrollElement: () => place.scroller,
    estimateSize: heightOf,
    scrollMargin: place.top,
    // The current page is there from the first moment: the sheet gives it the focus.
    initialRect: { width: place.width, height: innerHeight },
    initialOffset: () => {
      let above = 0
      for (let row = Math.floor((here - 1) / columns) - 1; row >= 0; row--) above += heightOf(row)
      return Math.max(0, above + place.top - innerHeight / 2)
    },
    overscan: 3,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width has other rows
  useLayoutEffect(() => {
    rows.measure()
  }, [columns, width])

  const focusWanted = () => {
    const button = list.current?.querySelector<HTMLElement>(`[data-number="${wanted.current}"]`)
    button?.focus({ preventScroll: true })
    return button
  }
  const bringIntoView = (page: number, align: 'center' | 'auto') => {
    wanted.current = page
    rows.scrollToIndex(Math.floor((page - 1) / columns), { align })
    let tries = 0
    const follow = () => !focusWanted() && tries++ < 20 && requestAnimationFrame(follow)
    requestAnimationFrame(follow)
  }
  // Once, when the sheet opens: the list must not run away under the finger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => bringIntoView(here, 'center'), [])

  const move = (event: KeyboardEvent) => {
    const page = (event.target as HTMLElement).closest<HTMLElement>('[data-number]')?.dataset.number
    if (!page || event.altKey || event.metaKey) return
    const next = gridIndexAfterKey(event.key, {
      index: Number(page) - 1,
      total: pages.length,
      columns,
      pageRows: 3,
      toward: inlineDirectionSign(event.currentTarget),
      ctrl: event.ctrlKey,
    })
    if (next === undefined) return
    event.preventDefault()
    bringIntoView(next + 1, 'auto')
  }

  const items = rows.getVirtualItems().flatMap((row) =>
    pages.slice(row.index * columns, (row.index + 1) * columns).map((page, column) => (
      <li
        key={page.number}
        className={css.page}
        aria-setsize={pages.length}
        aria-posinset={page.number}
        style={{
          width,
          insetInlineStart: `${(column * (place.width - width)) / Math.max(1, columns - 1)}px`,
          top: row.start - place.top,
        }}
      >
        <button
          type="button"
          className={css.open}
          data-number={page.number}
          aria-label={t('book.openAtPage', { page: labelOf(page.number) })}
          aria-current={page.number === here ? 'page' : undefined}
          data-autofocus={page.number === here || undefined}
          onClick={() => open(page.number)}
        >
          <PageThumbnail bookId={bookId} page={page} />
          <span className={`num ${css.number}`} style={{ height: captionHeight }}>
            {labelOf(page.number)}
          </span>
        </button>
      </li>
    )),
  )
  return (
    <ul ref={list} className={css.pages} style={{ height: rows.getTotalSize() }} onKeyDown={move}>
      {items}
    </ul>
  )
}
