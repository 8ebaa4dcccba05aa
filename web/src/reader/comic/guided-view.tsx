import { Loader } from '@mantine/core'
import { type CSSProperties, type RefObject, useRef } from 'react'
import type { BookPageInfo, PageBox } from '../../api/types.ts'
import { t } from '../../messages/t.ts'
import { type Dimensions, fitSpread } from '../page-fit.ts'
import { clampZoom, usePinch } from '../use-pinch.ts'
import { type ComicSettings, cssImageFilter } from './comic-settings.ts'
import css from './guided-view.module.css'
import type { PageLoader } from './page-loader.ts'
import { PagePicture, useDecodedPages } from './paged-view.tsx'
import { useTaps } from './use-taps.ts'

type GuidedProps = {
  page: number
  ahead: number[]
  pages: BookPageInfo[]
  loader: PageLoader
  settings: ComicSettings
  view: Dimensions
  stage: RefObject<HTMLDivElement | null>
  /** The panel that fills the window, its index and the number of panels. */
  box: PageBox
  part: number
  count: number
  /** Panel detection is still running. */
  isPending: boolean
  /** Temporarily shows the whole page. */
  peek: boolean
  setPeek: (peek: boolean) => void
  turn: (side: 'left' | 'right') => void
  tap: () => void
}

/** A single page, with a camera that moves from panel to panel. */
export function GuidedView(props: GuidedProps) {
  const { page, pages, view, stage, peek, setPeek, part, count } = props
  const spread = useRef<[number]>([page])
  if (spread.current[0] !== page) spread.current = [page]
  const { shown } = useDecodedPages(spread.current, props.ahead, props.loader)
  const number = shown?.spread[0] ?? page
  const image = shown?.images.get(number)
  const shape = {
    number,
    width: pages[number - 1]?.width ?? image?.naturalWidth ?? null,
    height: pages[number - 1]?.height ?? image?.naturalHeight ?? null,
  }
  const [size] = fitSpread([shape], view, 'screen', 1)
  const isWhole = peek || count < 2 || number !== page
  const camera = panelTransform(size as Dimensions, view, isWhole ? undefined : props.box)
  // Pinching in shows the page, pinching out the panel; the gap between the thresholds prevents flickering.
  const pinched = (zoom: number) => setPeek(peek ? zoom < 1.25 : zoom < 1.6)
  usePinch(stage, { zoom: peek ? 1 : 2, set: pinched, within: clampZoom })
  const vertical = props.settings.direction === 'ttb'
  const touch = useTaps({ stage, view, vertical, turn: props.turn, tap: props.tap, twice: () => setPeek(!peek) })
  const { x, y, width, height } = props.box
  const percent = (value: number) => `${value * 100}%`
  const spot: CSSProperties = { left: percent(x), top: percent(y), width: percent(width), height: percent(height) }
  return (
    <div ref={stage} className={css.stage} dir="ltr" {...touch}>
      <div
        key={number}
        className={css.page}
        style={{ ...size, transform: `translate(${camera.x}px, ${camera.y}px) scale(${camera.scale})` }}
      >
        <PagePicture
          image={image}
          size={size as Dimensions}
          label={t('reader.page', { page: number, total: pages.length })}
          failed={shown?.failed.includes(number) ? t('reader.pageFailed', { page: number }) : undefined}
          filter={cssImageFilter(props.settings)}
        />
        <div className={css.spot} style={spot} data-off={isWhole || undefined} />
      </div>
      {props.isPending && <Loader className={css.loader} color="gray" size="sm" type="dots" />}
      <p className={css.where} role="status">
        {count > 1 && t('comic.panel', { panel: part + 1, total: count })}
      </p>
    </div>
  )
}

/** A little of a panel's surroundings stays visible. */
const margin = 0.96
const closest = 6

export function panelTransform(size: Dimensions, view: Dimensions, box: PageBox | undefined) {
  const panel = box ?? { x: 0, y: 0, width: 1, height: 1 }
  const room = box ? margin : 1
  const scale = Math.min(
    closest,
    (view.width * room) / (panel.width * size.width),
    (view.height * room) / (panel.height * size.height),
  )
  return {
    scale,
    x: view.width / 2 - scale * (panel.x + panel.width / 2) * size.width,
    y: view.height / 2 - scale * (panel.y + panel.height / 2) * size.height,
  }
}
