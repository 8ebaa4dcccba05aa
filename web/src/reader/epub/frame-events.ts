import { frameOffsetInWindow } from '../annotations/popover-position.ts'

/** What happens inside the book's own frame: keys, taps and links there must reach the reader. */
export type FrameHandlers = {
  key: (event: KeyboardEvent) => void
  tap: (x: number, width: number) => void
  /** A tap on a marked passage is taken as that, and turns no page. */
  tapMark?: (event: MouseEvent, doc: Document) => boolean
  link: (url: URL, anchor: Element) => void
}

export function listenInFrame(doc: Document, sectionUrl: string, on: FrameHandlers) {
  doc.addEventListener('keydown', on.key)
  // A frame keeps the mouse to itself; whoever moves it over the text wants the bars as much as beside it.
  doc.addEventListener('pointermove', ({ pointerType, screenX, screenY }) => {
    window.dispatchEvent(new PointerEvent('pointermove', { pointerType, screenX, screenY }))
  })
  doc.addEventListener('click', (event) => {
    const anchor = (event.target as Element | null)?.closest?.('a[href]')
    if (anchor) {
      event.preventDefault()
      const url = parsed(anchor.getAttribute('href') ?? '', sectionUrl)
      // javascript:, data: and the like lead nowhere.
      if (url && /^(https?|mailto):$/.test(url.protocol)) on.link(url, anchor)
      return
    }
    const selection = doc.getSelection()
    if (selection && !selection.isCollapsed) return
    if (on.tapMark?.(event, doc)) return
    const { left, scale } = frameOffsetInWindow(doc)
    on.tap(event.clientX * scale + left, window.innerWidth)
  })
}

/** The margins beside a frame turn pages as the text does: on a tablet the thumbs are there. */
export function listenBesideFrames(host: HTMLElement, tap: FrameHandlers['tap']): () => void {
  const onClick = (event: MouseEvent) => tap(event.clientX, window.innerWidth)
  host.addEventListener('click', onClick)
  return () => host.removeEventListener('click', onClick)
}

function parsed(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base)
  } catch {
    return undefined
  }
}
