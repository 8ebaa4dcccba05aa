import { frameOffsetInWindow } from '../annotations/popover-position.ts'

/** Events inside the book's own frame: keys, taps and links there must reach the reader. */
export type FrameHandlers = {
  key: (event: KeyboardEvent) => void
  tap: (x: number, width: number) => void
  /** Handles a tap on an annotation, which doesn't turn the page. */
  tapMark?: (event: MouseEvent, doc: Document) => boolean
  link: (url: URL, anchor: Element) => void
  /** Two quick taps on an image, or a mouse click on one within the text. Returns false if it can't be enlarged. */
  picture?: (picture: Element) => boolean
}

/** The maximum time between the two taps of a double tap, in milliseconds. */
const maxBetweenTaps = 350

export function listenInFrame(doc: Document, sectionUrl: string, on: FrameHandlers) {
  doc.addEventListener('keydown', on.key)
  // Mouse events don't leave a frame; moving the mouse over the text must show the bars, too.
  doc.addEventListener('pointermove', ({ pointerType, screenX, screenY }) => {
    window.dispatchEvent(new PointerEvent('pointermove', { pointerType, screenX, screenY }))
  })
  let last: { picture: Element; at: number } | undefined
  doc.addEventListener('click', (event) => {
    const anchor = (event.target as Element | null)?.closest?.('a[href]')
    if (anchor) {
      event.preventDefault()
      const url = parsed(anchor.getAttribute('href') ?? '', sectionUrl)
      if (url && isLinkToFollow(url)) on.link(url, anchor)
      return
    }
    const selection = doc.getSelection()
    if (selection && !selection.isCollapsed) return
    if (on.tapMark?.(event, doc)) return
    const picture = (event.target as Element | null)?.closest?.('img, svg')
    const isSecond = picture && picture === last?.picture && event.timeStamp - last.at < maxBetweenTaps
    last = picture && !isSecond ? { picture, at: event.timeStamp } : undefined
    const isClicked = picture && (event as PointerEvent).pointerType === 'mouse' && !fillsWindow(picture)
    if ((isSecond || isClicked) && on.picture?.(picture)) return
    const { left, scale } = frameOffsetInWindow(doc)
    on.tap(event.clientX * scale + left, window.innerWidth)
  })
}

/** A place in the book, a website, or somebody to write to or call; `javascript:`, `data:` and the like are ignored. */
export const isLinkToFollow = ({ protocol }: URL) => /^(https?|mailto|tel):$/.test(protocol)

/** On a page that is one large image, a click turns the page as usual. */
function fillsWindow(picture: Element): boolean {
  const { width, height } = picture.getBoundingClientRect()
  return width > window.innerWidth * 0.7 || height > window.innerHeight * 0.7
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
