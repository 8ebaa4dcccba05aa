import { useEffect, useRef } from 'react'
import { frameOffsetInWindow } from '../../annotations/popover-position.ts'
import type { Dimensions } from '../../page-fit.ts'
import type { PageShape } from '../../spreads.ts'
import { tapZoneOf } from '../../tap-zones.ts'
import { listenForPinch, type Pinch, type Point } from '../../use-pinch.ts'
import { removeMissingFrames } from '../chapter/remove-missing-frames.ts'
import { askForChapter, chapterUrl, explainUnavailable } from '../chapter/unavailable-chapter.ts'
import { type FrameHandlers, listenInFrame } from '../frame-events.ts'
import type { SpineItem } from '../publication.ts'
import { listenForSwipes } from '../swipes.ts'
import css from './fixed-layout-reader.module.css'

type FrameProps = {
  item: SpineItem | undefined
  label: string
  natural: PageShape | undefined
  size: Dimensions
  /** The index in its spread, from left to right; undefined for preloaded pages. */
  order: number | undefined
  learn: (size: Dimensions) => void
  loaded: (doc: Document) => void
  swiped: (side: 'left' | 'right') => void
  pinch: Pinch
  tapTwice: (at: Point) => void
  on: FrameHandlers
}

/** A page in its own frame, at its original size, scaled to fit. The server's CSP prevents scripts in it. */
export function FixedLayoutFrame({ item, label, natural, size, order, ...handlers }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(handlers)
  latest.current = handlers
  const width = natural?.width ?? size.width
  const height = natural?.height ?? size.height

  useEffect(() => {
    const element = frame.current
    if (!element || !item) return
    const { url } = item
    let tries = 0
    const onLoad = () => {
      const doc = element.contentDocument
      if (!doc) return
      // Instead of the page, the server may have reported that it is busy, or that the file lacks it. Another page in
      // the same frame would be a step in the browser's history, which leads back to where readers were.
      if (doc.contentType === 'application/json' && tries++ < 3)
        return void askForChapter(item).then(() => element.contentWindow?.location.replace(chapterUrl(item)))
      if (doc.body) explainUnavailable(doc, item)
      removeMissingFrames(doc)
      const found = viewportOf(doc)
      if (found) latest.current.learn(found)
      listenInFrame(doc, url, {
        key: (event) => latest.current.on.key(event),
        tap: (x, view) => latest.current.on.tap(x, view),
        tapMark: (event, within) => latest.current.on.tapMark?.(event, within) ?? false,
        link: (target, anchor) => latest.current.on.link(target, anchor),
      })
      listenForSwipes(doc, (side) => latest.current.swiped(side))
      const toWindow = ({ x, y }: Point) => {
        const { left, top, scale } = frameOffsetInWindow(doc)
        return { x: x * scale + left, y: y * scale + top }
      }
      listenForPinch(doc, () => latest.current.pinch, toWindow)
      doc.addEventListener('dblclick', ({ clientX, clientY }) => {
        const at = toWindow({ x: clientX, y: clientY })
        if (tapZoneOf(at.x, window.innerWidth) !== 'middle') return
        doc.getSelection()?.removeAllRanges()
        latest.current.tapTwice(at)
      })
      latest.current.loaded(doc)
    }
    element.addEventListener('load', onLoad)
    element.src = chapterUrl(item)
    return () => element.removeEventListener('load', onLoad)
  }, [item])

  return (
    <div className={css.frame} style={{ ...size, order }} data-ahead={order === undefined || undefined}>
      <iframe
        ref={frame}
        title={label}
        // allow-scripts only lets our own listeners work in WebKit; the document's CSP forbids all scripts.
        sandbox="allow-same-origin allow-scripts"
        scrolling="no"
        style={{ width, height, transform: `scale(${size.width / width})` }}
      />
    </div>
  )
}

function viewportOf(doc: Document): Dimensions | undefined {
  const meta = doc.querySelector('meta[name="viewport"]')?.getAttribute('content') ?? ''
  const [width, height] = ['width', 'height'].map((side) =>
    Number(new RegExp(`${side}\\s*=\\s*([\\d.]+)`).exec(meta)?.[1]),
  )
  if (width && height) return { width, height }
  const box = doc.documentElement
    .getAttribute('viewBox')
    ?.split(/[\s,]+/)
    .map(Number)
  return box?.[2] && box[3] ? { width: box[2], height: box[3] } : undefined
}
