import { useEffect, useRef } from 'react'
import { t } from '../../../messages/t.ts'
import { fitSpread } from '../../page-fit.ts'
import { type PageShape, type Spread, spreadLeftToRight } from '../../spreads.ts'
import { clampZoom, usePinch } from '../../use-pinch.ts'
import { useWindowSize } from '../../use-window-size.ts'
import { useZoomAroundPoint } from '../../use-zoom-around-point.ts'
import { type FrameHandlers, listenBesideFrames } from '../frame-events.ts'
import type { Publication } from '../publication.ts'
import { listenForSwipes } from '../swipes.ts'
import { FixedLayoutFrame } from './fixed-layout-frame.tsx'
import css from './fixed-layout-reader.module.css'

type PagesProps = {
  publication: Publication
  pages: PageShape[]
  spreads: Spread[]
  /** The index of the shown spread. */
  place: number
  isHidden: boolean
  zoom: number
  setZoom: (zoom: number) => void
  learn: (page: number, size: { width: number; height: number }) => void
  loaded: (page: number, doc: Document) => void
  swiped: (side: 'left' | 'right') => void
  on: FrameHandlers
}

/** The pages on screen, and the previous and next ones, which are preloaded. */
export function FixedLayoutPages(props: PagesProps) {
  const { publication, pages, spreads, place, zoom, on } = props
  const stage = useRef<HTMLDivElement>(null)
  const view = useWindowSize()
  const shown = spreads[place] ?? [1]
  const sizesOf = (spread: Spread, enlarged: number) => {
    const shapes = spreadLeftToRight(spread, publication.rtl).map(
      (number) => pages[number - 1] ?? { number, width: null, height: null },
    )
    return fitSpread(shapes, view, 'screen', enlarged)
  }
  const zoomTo = useZoomAroundPoint(stage, view, zoom, sizesOf(shown, zoom), props.setZoom)
  const pinch = { zoom, set: zoomTo, within: clampZoom }
  usePinch(stage, pinch)
  // A page larger than the window is panned by touch, not turned.
  const swiped = (side: 'left' | 'right') => zoom === 1 && props.swiped(side)
  const latestSwiped = useRef(swiped)
  latestSwiped.current = swiped
  useEffect(() => listenForSwipes(document, (side) => latestSwiped.current(side)), [])

  const latestTap = useRef(on.tap)
  latestTap.current = on.tap
  useEffect(
    () => (stage.current ? listenBesideFrames(stage.current, (x, width) => latestTap.current(x, width)) : undefined),
    [],
  )

  // Always in reading order: a frame that is moved in the DOM reloads.
  const frames = [place - 1, place, place + 1].flatMap((at) => {
    const spread = spreads[at]
    if (!spread) return []
    const across = spreadLeftToRight(spread, publication.rtl)
    const fitted = sizesOf(spread, at === place ? zoom : 1)
    return spread.map((number) => {
      const order = across.indexOf(number)
      return { number, size: fitted[order] ?? { width: 0, height: 0 }, order: at === place ? order : undefined }
    })
  })
  return (
    <div ref={stage} className={css.stage} dir="ltr" hidden={props.isHidden}>
      <div className={css.spread}>
        {frames.map(({ number, size, order }) => (
          <FixedLayoutFrame
            key={number}
            item={publication.order[number - 1]}
            label={t('reader.page', { page: number, total: pages.length })}
            natural={pages[number - 1]}
            size={size}
            order={order}
            learn={(found) => props.learn(number, found)}
            loaded={(doc) => props.loaded(number, doc)}
            swiped={swiped}
            pinch={pinch}
            // A double tap in the middle zooms in and out.
            tapTwice={(at) => zoomTo(zoom > 1 ? 1 : 2, at)}
            on={on}
          />
        ))}
      </div>
    </div>
  )
}
