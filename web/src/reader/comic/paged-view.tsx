import { Loader } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BookPageInfo, PageBox } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { type Dimensions, fitSpread } from '../page-fit.ts'
import { type Spread, spreadLeftToRight } from '../spreads.ts'
import { msBetweenAttempts } from '../use-image-retry.ts'
import { clampZoom, type Point, usePinch } from '../use-pinch.ts'
import { useZoomAroundPoint } from '../use-zoom-around-point.ts'
import { type ComicSettings, cssImageFilter } from './comic-settings.ts'
import type { PageLoader } from './page-loader.ts'
import css from './paged-view.module.css'
import { useDragTurn } from './use-drag-turn.ts'
import { useMousePan } from './use-mouse-pan.ts'
import { useTaps } from './use-taps.ts'
import { useTurnAnimation } from './use-turn-animation.ts'

/** The pages that are dragged in, and their visible parts. */
export type SpreadBeside = { spread: Spread; boxOf: (page: number) => PageBox }

type PagedProps = {
  spread: Spread
  ahead: number[]
  pages: BookPageInfo[]
  loader: PageLoader
  settings: ComicSettings
  view: Dimensions
  zoom: number
  setZoom: (zoom: number) => void
  stage: RefObject<HTMLDivElement | null>
  turn: (side: 'left' | 'right') => void
  /** What a turn to the left or right leads to, if anything. */
  beside: Record<'left' | 'right', SpreadBeside | undefined>
  /** The visible part of a page: without its margins, or one half. */
  boxOf: (page: number) => PageBox
  tap: () => void
  /** An overlay on the image of a page. */
  above?: (page: number) => ReactNode
}

type Shown = { spread: Spread; images: Map<number, HTMLImageElement>; failed: number[] }

/** One or two pages at a time. A new spread appears only when it is decoded completely: no flash, no half page. */
export function PagedView(props: PagedProps) {
  const { spread, pages, loader, settings, view, zoom, setZoom, stage, boxOf } = props
  const rtl = settings.direction === 'rtl'
  const { shown, slow } = useDecodedPages(spread, props.ahead, loader)
  const numbers = spreadLeftToRight(shown?.spread ?? spread, rtl)
  const shapes = numbers.map((number) => croppedShape(shapeOf(number, pages, shown), boxOf(number)))
  const gap = numbers.length > 1 ? settings.spreadGap : 0
  const sizes = fitSpread(shapes, { ...view, width: view.width - gap }, settings.fit, zoom)

  const start = boxOf(numbers[0] ?? 1).x
  // A new spread starts at its beginning: the top, and the side where reading starts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other half of a page begins anew, too
  useLayoutEffect(() => {
    if (!shown || !stage.current) return
    stage.current.scrollTop = 0
    stage.current.scrollLeft = rtl ? stage.current.scrollWidth : 0
  }, [shown, rtl, stage, start])

  const zoomTo = useZoomAroundPoint(stage, view, zoom, sizes, setZoom)
  usePinch(stage, { zoom, set: zoomTo, within: clampZoom })
  useMousePan(stage)
  const vertical = settings.direction === 'ttb'
  const strip = useRef<HTMLDivElement>(null)
  const drag = useDragTurn({ stage, strip, active: !vertical, beside: props.beside, turn: props.turn })
  useTurnAnimation(strip, shown?.spread, boxOf(numbers[0] ?? 1), { settings, rtl, skip: drag.justTurned })
  const filter = cssImageFilter(settings)
  const twice = (point: Point) => zoomTo(zoom > 1 ? 1 : 2, point)
  const touch = useTaps({ stage, view, vertical, turn: props.turn, tap: props.tap, twice, swipes: vertical })

  const isTall = sizes.some(({ height }) => height > view.height + 2)
  const isWide = sizes.reduce((sum, { width }) => sum + width, gap) > view.width + 2
  return (
    <div
      ref={stage}
      className={css.stage}
      dir="ltr"
      {...touch}
      data-zoomed={zoom > 1 || undefined}
      data-vertical={vertical || undefined}
      data-tall={isTall || undefined}
      // Scrollable content must be reachable by keyboard.
      tabIndex={isTall || isWide ? 0 : undefined}
    >
      <div ref={strip} className={css.spread} style={{ gap }}>
        {numbers.map((number, index) => (
          <PagePicture
            key={number}
            image={shown?.images.get(number)}
            size={sizes[index] as Dimensions}
            label={t('reader.page', { page: number, total: pages.length })}
            failed={shown?.failed.includes(number) ? t('reader.pageFailed', { page: number }) : undefined}
            above={props.above?.(number)}
            box={boxOf(number)}
            filter={filter}
          />
        ))}
      </div>
      {drag.side && props.beside[drag.side] && (
        <div ref={drag.besideRef} className={css.beside} aria-hidden>
          <SidePages {...props} {...(props.beside[drag.side] as SpreadBeside)} {...{ rtl, filter }} shown={numbers} />
        </div>
      )}
      {slow && <Loader className={css.loader} color="gray" size="sm" type="dots" />}
    </div>
  )
}

type PictureProps = {
  image: HTMLImageElement | undefined
  size: Dimensions
  label: string
  failed?: string
  above?: ReactNode
  box?: PageBox
  filter?: string
  /** The image is on screen already, and stays there. */
  isCopy?: boolean
}

/** Inserts the decoded element itself instead of a copy, which would have to be decoded again. */
export function PagePicture({ image, size, label, failed, above, box: part, filter, isCopy }: PictureProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!image || !box.current) return
    const inserted = isCopy ? (image.cloneNode() as HTMLImageElement) : image
    inserted.alt = label
    box.current.replaceChildren(inserted)
  }, [image, label, isCopy])
  return (
    <div className={css.page} style={{ width: size.width, height: size.height }}>
      <div className={css.whole} style={part && imagePlacementForBox(part)}>
        {failed ? <p className={css.failed}>{failed}</p> : <div ref={box} className={css.picture} style={{ filter }} />}
        {above}
      </div>
    </div>
  )
}

/** Sizes and positions the whole page so that one part of it fills the frame. */
export function imagePlacementForBox({ x, y, width, height }: PageBox) {
  const percent = (value: number) => `${value * 100}%`
  return {
    left: percent(-x / width),
    top: percent(-y / height),
    width: percent(1 / width),
    height: percent(1 / height),
  }
}

type SideProps = Pick<PagedProps, 'pages' | 'loader' | 'view' | 'boxOf' | 'settings'> & {
  spread: Spread
  /** The pages on screen. */
  shown: number[]
  rtl: boolean
  filter?: string
}

/** The spread that is dragged in beside the current one; only pages that are already decoded. */
function SidePages({ spread, shown, pages, loader, view, boxOf, settings, rtl, filter }: SideProps) {
  const numbers = spreadLeftToRight(spread, rtl)
  const images = new Map(numbers.map((number) => [number, loader.peek(number)]))
  const shapes = numbers.map((number) => {
    const image = images.get(number)
    const page = pages[number - 1]
    const shape = {
      number,
      width: page?.width ?? image?.naturalWidth ?? null,
      height: page?.height ?? image?.naturalHeight ?? null,
    }
    return croppedShape(shape, boxOf(number))
  })
  const gap = numbers.length > 1 ? settings.spreadGap : 0
  const sizes = fitSpread(shapes, { ...view, width: view.width - gap }, settings.fit, 1)
  return (
    <div className={css.spread} style={{ gap }}>
      {numbers.map((number, index) => (
        <PagePicture
          key={number}
          image={images.get(number)}
          size={sizes[index] as Dimensions}
          label=""
          isCopy={shown.includes(number)}
          box={boxOf(number)}
          filter={filter}
        />
      ))}
    </div>
  )
}

export function useDecodedPages(
  spread: Spread,
  ahead: number[],
  loader: PageLoader,
): { shown: Shown | undefined; slow: boolean } {
  const [loaded, setLoaded] = useState<Shown>()
  const [slow, setSlow] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const key = spread.join()
  // Decoded pages are shown in the same render, not in one that follows it.
  const isReady = spread.every((page) => loader.peek(page))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the spread is known by its pages
  const ready = useMemo(() => (isReady ? takePages(spread, loader, []) : undefined), [isReady, key, loader])
  const last = useRef<Shown>(undefined)
  const shown = ready ?? (loaded?.spread.join() === key ? loaded : last.current)
  last.current = shown

  // The connection may return in a moment: retries automatically, without a page turn.
  useEffect(() => {
    if (!shown || shown.failed.length === 0) return
    const timer = setTimeout(() => setAttempt((before) => before + 1), msBetweenAttempts)
    return () => clearTimeout(timer)
  }, [shown])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the spread is known by its pages; what lies ahead follows from it
  useLayoutEffect(() => {
    setSlow(false)
    const loading = loadAll(spread, loader)
    if (isReady) return
    let gone = false
    void loading.then((failed) => {
      if (gone) return
      setSlow(false)
      setLoaded(takePages(spread, loader, failed))
    })
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

function takePages(spread: Spread, loader: PageLoader, failed: number[]): Shown {
  const images = new Map<number, HTMLImageElement>()
  for (const page of spread) {
    const image = loader.peek(page)
    if (image) images.set(page, image)
  }
  return { spread, images, failed }
}

async function loadAll(pages: number[], loader: PageLoader): Promise<number[]> {
  const results = await Promise.allSettled(pages.map((page) => loader.load(page)))
  return pages.filter((_, index) => results[index]?.status === 'rejected')
}

/** The size from the page list; if unknown there, that of the image. */
function shapeOf(number: number, pages: BookPageInfo[], shown: Shown | undefined) {
  const page = pages[number - 1]
  const image = shown?.images.get(number)
  return {
    number,
    width: page?.width ?? image?.naturalWidth ?? null,
    height: page?.height ?? image?.naturalHeight ?? null,
  }
}

function croppedShape<S extends { width: number | null; height: number | null }>(shape: S, box: PageBox): S {
  const part = (side: number | null, share: number) => (side === null ? null : side * share)
  return { ...shape, width: part(shape.width, box.width), height: part(shape.height, box.height) }
}
