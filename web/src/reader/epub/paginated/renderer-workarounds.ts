import { visibleContentBox } from '../chapter/fit-wide-content.ts'
import type { PageExtent } from '../chapter/limit-tree-walker-to-page.ts'
import type { Renderer } from './renderer.ts'

/**
 * Before the first chapter is loaded, the renderer measures an empty frame and makes it zero pixels wide: the text
 * would first be laid out with one word per line, which takes many seconds in a long chapter.
 */
export function resetFrameSize(doc: Document) {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined
  for (const element of [frame, frame?.parentElement])
    if (element) Object.assign(element.style, { width: '100%', height: '100%' })
}

/**
 * The renderer scrolls to whatever gets the focus. A tapped element is already on screen; following a link is handled
 * separately.
 */
export function ignoreFocusByPointer(doc: Document) {
  const onFocus = (event: FocusEvent) => {
    if (!(event.target as Element).matches(':focus-visible')) event.stopImmediatePropagation()
  }
  doc.addEventListener('focusin', onFocus, { capture: true })
}

/**
 * The renderer counts pages by the bounding box of all text, including what a wide table hides until it is scrolled:
 * empty pages would follow. It creates that range right after its `load` event, and there is no other way to get at it.
 */
export function countOnlyVisiblePages(doc: Document, unfinished: () => DOMRect | undefined) {
  const { selectNodeContents, getBoundingClientRect } = Range.prototype
  Range.prototype.selectNodeContents = function (node) {
    selectNodeContents.call(this, node)
    if (node !== doc.body) return
    Range.prototype.selectNodeContents = selectNodeContents
    this.getBoundingClientRect = () => unfinished() ?? visibleContentBox(doc) ?? getBoundingClientRect.call(this)
  }
}

/** The current page as the renderer counts it: after one blank page, and from the side where the text starts. */
export function extentOfPage(renderer: Renderer, doc: Document): PageExtent {
  const { start, end, size, viewSize } = renderer
  const isVertical = doc.defaultView?.getComputedStyle(doc.body).writingMode.startsWith('vertical')
  const fromRight = ({ left, right }: DOMRect) => ({ start: viewSize - right, end: viewSize - left })
  if (renderer.getAttribute('flow') === 'scrolled') return { start, end, of: fromRight }
  if (renderer.dir === 'rtl') return { start: start + size, end: end + size, of: fromRight }
  const of = isVertical
    ? ({ top, bottom }: DOMRect) => ({ start: top, end: bottom })
    : ({ left, right }: DOMRect) => ({ start: left, end: right })
  return { start: start - size, end: end - size, of }
}
