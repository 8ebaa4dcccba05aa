import { Loader } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { BookPage } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { fitSpread, type Size } from '../page-fit.ts'
import { leftToRight, type Spread } from '../spreads.ts'
import type { ComicSettings } from './comic-settings.ts'
import type { PageLoader } from './page-loader.ts'
import css from './paged-view.module.css'
import { useMouseDrag } from './use-mouse-drag.ts'
import { type Point, usePinch } from './use-pinch.ts'
import { useTaps } from './use-taps.ts'
import { useZoomAround } from './use-zoom-around.ts'

type PagedProps = {
  spread: Spread
  ahead: number[]
  pages: BookPage[]
  loader: PageLoader
  settings: ComicSettings
  view: Size
  zoom: number
  setZoom: (zoom: number) => void
  stage: RefObject<HTMLDivElement | null>
  turn: (side: 'left' | 'right') => void
  tap: () => void
  /** What lies above the picture of a page. */
  above?: (page: number) => ReactNode
}

const untilAgain = 2500

type Shown = { spread: Spread; images: Map<number, HTMLImageElement>; failed: number[] }

/** One or two pages at a time. A new spread appears only when all of it is decoded: no flash, no half page. */
export function PagedView(props: PagedProps) {
  const { spread, pages, loader, settings, view, zoom, setZoom, stage } = props
  const rtl = settings.direction === 'rtl'
  const { shown, slow } = useDecoded(spread, props.ahead, loader)
  const numbers = leftToRight(shown?.spread ?? spread, rtl)
  const shapes = numbers.map((number) => shapeOf(number, pages, shown))
  const sizes = fitSpread(shapes, view, settings.fit, zoom)

  // A new spread is read from its beginning: the top, and the side where reading starts.
  useLayoutEffect(() => {
    if (!shown || !stage.current) return
    stage.current.scrollTop = 0
    stage.current.scrollLeft = rtl ? stage.current.scrollWidth : 0
  }, [shown, rtl, stage])

  const zoomTo = useZoomAround(stage, view, zoom, sizes, setZoom)
  usePinch(stage, zoom, zoomTo)
  useMouseDrag(stage)
  const vertical = settings.direction === 'ttb'
  const twice = (point: Point) => zoomTo(zoom > 1 ? 1 : 2, point)
  const touch = useTaps({ stage, view, vertical, turn: props.turn, tap: props.tap, twice })

  return (
    <div
      ref={stage}
      className={css.stage}
      {...touch}
      data-zoomed={zoom > 1 || undefined}
      data-vertical={vertical || undefined}
    >
      <div className={css.spread} aria-live="polite">
        {numbers.map((number, index) => (
          <PagePicture
            key={number}
            image={shown?.images.get(number)}
            size={sizes[index] as Size}
            label={t('reader.page', { page: number, total: pages.length })}
            failed={shown?.failed.includes(number) ? t('reader.pageFailed', { page: number }) : undefined}
            above={props.above?.(number)}
          />
        ))}
      </div>
      {slow && <Loader className={css.loader} color="gray" size="sm" type="dots" />}
    </div>
  )
}

type PictureProps = {
  image: HTMLImageElement | undefined
  size: Size
  label: string
  failed?: string
  above?: ReactNode
}

/** Puts the very element on the screen that was decoded, instead of a copy that would have to be decoded again. */
function PagePicture({ image, size, label, failed, above }: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!image || !box.current) return
    image.alt = label
    box.current.replaceChildren(image)
  }, [image, label])
  return (
    <div className={css.page} style={{ width: size.width, height: size.height }}>
      {failed ? <p className={css.failed}>{failed}</p> : <div ref={box} className={css.picture} />}
      {above}
    </div>
  )
}

function useDecoded(spread: Spread, ahead: number[], loader: PageLoader): { shown: Shown | undefined; slow: boolean } {
  const [shown, setShown] = useState<Shown>()
  const [slow, setSlow] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const key = spread.join()

  // The connection may be back in a moment: nobody should have to turn away and back for that.
  useEffect(() => {
    if (!shown || shown.failed.length === 0) return
    const timer = setTimeout(() => setAttempt((before) => before + 1), untilAgain)
    return () => clearTimeout(timer)
  }, [shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the spread is known by its pages; what lies ahead follows from it
  useLayoutEffect(() => {
    let gone = false
    const show = (failed: number[]) => {
      if (gone) return
      const images = new Map<number, HTMLImageElement>()
      for (const page of spread) {
        const image = loader.peek(page)
        if (image) images.set(page, image)
      }
      setSlow(false)
      setShown({ spread, images, failed })
    }
    if (spread.every((page) => loader.peek(page))) {
      for (const page of spread) void loader.load(page)
      show([])
    } else void loadAll(spread, loader).then(show)
    const timer = setTimeout(() => setSlow(!spread.every((page) => loader.peek(page))), 350)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [key, loader, attempt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (shown?.spread.join() === key) void loader.preload(ahead)
  }, [shown, key, loader])

  return { shown, slow }
}

async function loadAll(pages: number[], loader: PageLoader): Promise<number[]> {
  const results = await Promise.allSettled(pages.map((page) => loader.load(page)))
  return pages.filter((_, index) => results[index]?.status === 'rejected')
}

/** The picture itself knows its size best; before it is there, the list of pages does. */
function shapeOf(number: number, pages: BookPage[], shown: Shown | undefined) {
  const page = pages[number - 1]
  const image = shown?.images.get(number)
  return {
    number,
    width: page?.width ?? image?.naturalWidth ?? null,
    height: page?.height ?? image?.naturalHeight ?? null,
  }
}
