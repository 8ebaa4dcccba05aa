import { epubStylesFor, markReaderStyles, setPublisherStyles } from './epub-styles.ts'
import { fitBookStyles } from './fit-book-styles.ts'
import { fitWideContent, visibleContentBox } from './fit-wide-content.ts'
import { groupInlineContent } from './group-inline-content.ts'
import { holdWhileLoading } from './hold-while-loading.ts'
import { layOutInSteps, type SteppedLayout } from './lay-out-in-steps.ts'
import { limitTreeWalkerToPage, type PageExtent } from './limit-tree-walker-to-page.ts'
import { type Publication, setMissingLanguage } from './publication.ts'
import type { ReaderAppearance } from './reflowable-view.ts'
import { removeMissingFrames } from './remove-missing-frames.ts'
import { hideRenderer, makeRenderer, type Relocation, type Renderer, setMotion } from './renderer.ts'

export type ChapterRenderer = {
  element: Renderer
  apply(look: ReaderAppearance): void
  fitWide(): void
  isLoading(): boolean
  /** Until the chapter that is on its way is there. */
  whenLoaded(): Promise<void>
  /** At once, also if it is laid out in steps. */
  finishLayout(): void
  /** The chapter and the page it shows, once they are there. */
  content(): ChapterContent | undefined
  /** Waits unseen at one end of its chapter, to be shown again. */
  waitAt(edge: ChapterEdge): void
  discard(): void
}

export type ChapterEdge = 'start' | 'end'
export type ChapterContent = { doc: Document; position: Relocation }

type ChapterRendererHandlers = {
  /** Asked before another chapter is loaded: whether it is shown by another renderer instead. */
  isShownInstead?: (index: number) => Promise<boolean>
  loaded: (doc: Document, index: number) => void
  /** Instead of a chapter the server said something else, for instance that it is busy. */
  failed: (index: number) => void
  moved: (to: Relocation) => void
}

/**
 * Lays out one chapter at a time in pages, in the reader's appearance. `unseenWith`: the first one is laid out unseen, in
 * steps, with these fonts.
 */
export function openChapterRenderer(
  book: Publication,
  look: ReaderAppearance,
  on: ChapterRendererHandlers,
  unseenWith?: ReadonlySet<string>,
): ChapterRenderer {
  let worn = look
  /** Counts the appearances, each of which lays the text out anew. */
  let looks = 0
  let isDiscarded = false
  /** Styles that were set are laid over the page in the next frame: until then it must be there. */
  let isStyling = false
  let doc: Document | undefined
  let position: Relocation | undefined
  let isUnseen = unseenWith !== undefined
  let steps: SteppedLayout | undefined
  const element = makeRenderer(book, (index, url) => hold.load(url, () => on.isShownInstead?.(index)))
  const hold = holdWhileLoading(element)
  element.addEventListener('load', (event) => {
    const { doc: loaded, index } = (event as CustomEvent<{ doc: Document; index: number }>).detail
    position = undefined
    resetFrameSize(loaded)
    stylesAreSet()
    if (!loaded.body || loaded.contentType === 'application/json') return on.failed(index)
    doc = loaded
    groupInlineContent(loaded)
    removeMissingFrames(loaded)
    markReaderStyles(loaded)
    fitBookStyles(loaded)
    setPublisherStyles(loaded, worn.settings.publisherStyles)
    setMissingLanguage(loaded, book)
    ignoreFocusByPointer(loaded)
    limitTreeWalkerToPage(loaded, () => extentOfPage(element, loaded))
    // The renderer sets it once it has laid the text out, which then is laid out again.
    if (worn.settings.flow !== 'scrolled') loaded.documentElement.style.width = `${element.size}px`
    const fonts = isUnseen ? unseenWith : undefined
    steps = fonts && layOutInSteps(loaded, fonts, () => !isDiscarded && element.render())
    isUnseen = false
    on.loaded(loaded, index)
    countOnlyWhatIsSeen(loaded, () => (isComplete() ? undefined : new DOMRect(0, 0, element.size, element.size)))
  })
  element.addEventListener('relocate', (event) => {
    if (isDiscarded) return
    position = (event as CustomEvent<Relocation>).detail
    on.moved(position)
  })
  setMotion(element)
  apply(look)

  function apply(wished: ReaderAppearance) {
    worn = wished
    const { settings: next, fontFaces } = wished
    const attributes = {
      flow: next.flow,
      gap: `${next.margins}%`,
      margin: '56px',
      'max-inline-size': next.columns === 'two' ? '560px' : '720px',
      'max-block-size': '1600px',
      'max-column-count': next.columns === 'one' ? '1' : '2',
    }
    for (const [name, value] of Object.entries(attributes))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    element.setStyles(epubStylesFor(next, fontFaces))
    for (const { doc: each } of element.getContents()) if (each) setPublisherStyles(each, next.publisherStyles)
    looks++
    stylesAreSet()
    requestAnimationFrame(() => !isDiscarded && fitWide())
  }

  function stylesAreSet() {
    isStyling = true
    requestAnimationFrame(() => {
      isStyling = false
    })
  }

  /** Takes it off the page, and away once nothing of it moves. */
  async function discard() {
    if (isDiscarded) return
    isDiscarded = true
    hideRenderer(element)
    if (isStyling) await new Promise(requestAnimationFrame)
    element.remove()
    await hold.atRest()
    // A finger that was just lifted is answered in the next frame, too.
    requestAnimationFrame(() => {
      try {
        element.destroy()
      } catch {
        // It throws when it is closed before its first page was there.
      }
    })
  }

  const isComplete = () => !steps || steps.isDone()

  function waitAt(edge: ChapterEdge) {
    hideRenderer(element)
    hold.cancelLoad()
    if (position) void element.goTo({ index: position.index, anchor: edge === 'start' ? 0 : 1 })
  }

  function fitWide() {
    if (!isComplete()) return
    const isPaged = worn.settings.flow !== 'scrolled'
    for (const { doc: each } of element.getContents()) if (each) fitWideContent(each, String(looks), isPaged)
  }

  return {
    element,
    apply,
    fitWide,
    isLoading: hold.isLoading,
    whenLoaded: hold.whenLoaded,
    finishLayout: () => steps?.finish(),
    content: () => (doc && position && isComplete() ? { doc, position } : undefined),
    waitAt,
    discard: () => void discard(),
  }
}

/**
 * Before the first chapter has come, the renderer measured an empty frame and made it no pixel wide: the text would first be
 * laid out with one word a line, for many seconds where a chapter is long.
 */
function resetFrameSize(doc: Document) {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined
  for (const element of [frame, frame?.parentElement])
    if (element) Object.assign(element.style, { width: '100%', height: '100%' })
}

/** The renderer goes to what gets the focus. What was tapped is on the screen; following it is another movement. */
function ignoreFocusByPointer(doc: Document) {
  const onFocus = (event: FocusEvent) => {
    if (!(event.target as Element).matches(':focus-visible')) event.stopImmediatePropagation()
  }
  doc.addEventListener('focusin', onFocus, { capture: true })
}

/**
 * The renderer counts pages by the box around all text, also of what a wide table hides until it is scrolled: empty pages
 * would follow. It makes that range right after it has told of the chapter, and there is no other way to it.
 */
function countOnlyWhatIsSeen(doc: Document, unfinished: () => DOMRect | undefined) {
  const { selectNodeContents, getBoundingClientRect } = Range.prototype
  Range.prototype.selectNodeContents = function (node) {
    selectNodeContents.call(this, node)
    if (node !== doc.body) return
    Range.prototype.selectNodeContents = selectNodeContents
    this.getBoundingClientRect = () => unfinished() ?? visibleContentBox(doc) ?? getBoundingClientRect.call(this)
  }
}

/** The page as the renderer counts it: after one blank page, and from the side where the text begins. */
function extentOfPage(renderer: Renderer, doc: Document): PageExtent {
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
