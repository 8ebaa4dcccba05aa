import { useEffect, useRef } from 'react'
import type { Size } from '../page-fit.ts'
import type { PageShape } from '../spreads.ts'
import css from './fixed-layout-reader.module.css'
import { type FrameHandlers, listenInFrame } from './frame-events.ts'

type FrameProps = {
  url: string
  natural: PageShape | undefined
  size: Size
  learn: (size: Size) => void
  on: FrameHandlers
}

/** One page in a frame of its own, at its maker's size, scaled to ours. The server's policy lets no script in it run. */
export function FixedLayoutFrame({ url, natural, size, learn, on }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef({ learn, on })
  latest.current = { learn, on }
  const width = natural?.width ?? size.width
  const height = natural?.height ?? size.height

  useEffect(() => {
    const it = frame.current
    if (!it) return
    const onLoad = () => {
      const doc = it.contentDocument
      if (!doc) return
      const found = viewportOf(doc)
      if (found) latest.current.learn(found)
      listenInFrame(doc, url, {
        key: (event) => latest.current.on.key(event),
        tap: (x, view) => latest.current.on.tap(x, view),
        link: (target, anchor) => latest.current.on.link(target, anchor),
      })
    }
    it.addEventListener('load', onLoad)
    it.src = url
    return () => it.removeEventListener('load', onLoad)
  }, [url])

  return (
    <div className={css.frame} style={size}>
      <iframe
        ref={frame}
        title={url}
        // allow-scripts only lets our own listeners work in WebKit; the document's policy forbids it any script.
        sandbox="allow-same-origin allow-scripts"
        scrolling="no"
        style={{ width, height, transform: `scale(${size.width / width})` }}
      />
    </div>
  )
}

function viewportOf(doc: Document): Size | undefined {
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
