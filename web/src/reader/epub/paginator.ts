import 'foliate-js/paginator.js'
import { fetchWithRateLimitRetry } from '../../api/client.ts'
import { makeIsReached, textShareOfElement } from './current-chapter.ts'
import { epubStylesFor, markReaderStyles, setPublisherStyles } from './epub-styles.ts'
import { findFragmentElement, findTextNearProgression } from './find-in-chapter.ts'
import { fitBookStyles } from './fit-book-styles.ts'
import { findScrollableWideContent, fitWideContent, visibleContentBox } from './fit-wide-content.ts'
import { groupInlineContent } from './group-inline-content.ts'
import { holdWhileLoading } from './hold-while-loading.ts'
import { limitTreeWalkerToPage, type PageExtent } from './limit-tree-walker-to-page.ts'
import { fileAt, type Publication, setMissingLanguage } from './publication.ts'
import type {
  ReaderAppearance,
  ReflowableView,
  ReflowableViewHandlers,
  ReflowableViewPosition,
  ReflowableViewTarget,
} from './reflowable-view.ts'
import { removeMissingFrames } from './remove-missing-frames.ts'

/** The few members of <foliate-paginator> that we use. The package has no types and calls its interface unstable: nothing else in the house knows it. */
type Anchor = number | ((doc: Document) => number | Element | Range | null)
type Renderer = HTMLElement & {
  open(book: unknown): void
  goTo(target: { index: number; anchor?: Anchor }): Promise<void>
  scrollToAnchor(anchor: Range): Promise<void>
  snap(...velocity: number[]): void
  render(): void
  next(): Promise<void>
  prev(): Promise<void>
  destroy(): void
  setStyles(styles: [before: string, after: string]): void
  getContents(): { doc: Document; index: number }[]
  readonly pages: number
  readonly page: number
  readonly start: number
  readonly end: number
  readonly size: number
  readonly viewSize: number
  readonly atStart: boolean
  readonly atEnd: boolean
}
type Relocate = CustomEvent<{ range: Range | null; index: number; fraction: number; size?: number; reason: string }>
type Load = CustomEvent<{ doc: Document; index: number }>

export function openPaginator(
  host: HTMLElement,
  book: Publication,
  look: ReaderAppearance,
  on: ReflowableViewHandlers,
): ReflowableView {
  let worn = look
  let scrolled = look.settings.flow === 'scrolled'
  /** Where it is, or is on its way to. */
  let wanted: ReflowableViewTarget = { index: 0 }
  let visible: Range | undefined
  let failures = 0
  let closed = false
  let turning: Promise<void> | undefined
  let atRest = () => Promise.resolve()
  let waitingTurns = 0
  /** The renderer knows only how far into the chapter it is, until a page is turned within it. */
  let isPlacedByFraction = false
  /** Counts the appearances, each of which lays the text out anew. */
  let looks = 0
  const loadedAhead = new Set<number>()
  let renderer = make()

  function make(): Renderer {
    const made = document.createElement('foliate-paginator') as Renderer
    const hold = holdWhileLoading(made)
    atRest = hold.atRest
    made.addEventListener('load', (event) => {
      const { doc, index } = (event as Load).detail
      resetFrameSize(doc)
      // Instead of a chapter the server may have said that it is busy.
      if (!doc.body || doc.contentType === 'application/json') return void anew({ index })
      failures = 0
      groupInlineContent(doc)
      removeMissingFrames(doc)
      markReaderStyles(doc)
      fitBookStyles(doc)
      setPublisherStyles(doc, worn.settings.publisherStyles)
      setMissingLanguage(doc, book)
      watchTouches(doc)
      ignoreFocusByPointer(doc)
      limitTreeWalkerToPage(doc, () => extentOfPage(made, doc))
      on.loaded(doc, index)
      loadAhead(index + 1)
      countOnlyWhatIsSeen(doc)
    })
    made.addEventListener('relocate', (event) => {
      const { range, index, fraction, size, reason } = (event as Relocate).detail
      if (closed || made !== renderer || failures > 0) return
      if (reason !== 'navigation' && reason !== 'anchor') isPlacedByFraction = false
      else if (index !== wanted.index) isPlacedByFraction = true
      fitWide()
      wanted = { index, progression: fraction || 0 }
      visible = range ?? undefined
      on.moved({
        index,
        fraction: fraction || 0,
        size: size ?? 0,
        words: range ? String(range).slice(0, 400) : '',
        isByHand: reason === 'snap',
        ...(range && elementsOnPage(range)),
      })
    })
    watchTouches(made)
    // A page that was drawn aside by a finger glides into place.
    made.toggleAttribute('animated', !matchMedia('(prefers-reduced-motion: reduce)').matches)
    // A document beside the text has no next one: it ends with itself.
    const edge = (name: 'atStart' | 'atEnd', isAtEdge: () => boolean) =>
      Object.defineProperty(made, name, {
        get: () => (wanted.index < book.order.length ? Reflect.get(prototype, name, made) : isAtEdge()),
      })
    const prototype = Object.getPrototypeOf(made)
    edge('atStart', () => made.page <= 1)
    edge('atEnd', () => made.page >= made.pages - 2)
    host.replaceChildren(made)
    made.open({
      dir: book.rtl ? 'rtl' : 'ltr',
      rendition: { spread: book.spread },
      sections: [...book.order, ...book.asides].map((item, index) => ({
        id: item.url,
        linear: index < book.order.length ? 'yes' : 'no',
        load: () => hold.load(item.url),
      })),
    })
    return made
  }

  /** The next chapter's file comes while one reads this one, so that turning to it waits for no server. */
  function loadAhead(index: number) {
    const url = book.order[index]?.url
    if (!url || loadedAhead.has(index)) return
    loadedAhead.add(index)
    const failed = () => loadedAhead.delete(index)
    fetch(url, { credentials: 'same-origin', priority: 'low' })
      .then((answer) => answer.arrayBuffer())
      .catch(failed)
  }

  /**
   * The renderer snaps to a page after every touch. A tap needs none, and while it follows a link the snapping would go
   * astray. Pages that follow the finger end at the ends of the book: a swipe past them is told apart here.
   */
  function watchTouches(doc: GlobalEventHandlers) {
    let from: { x: number; y: number; atStart: boolean; atEnd: boolean } | undefined
    let hasMoved = false
    // A wide table under the finger scrolls instead of the page, as far as it goes.
    let isScrolling = false
    const passive = { capture: true, passive: true } as const
    doc.addEventListener(
      'touchstart',
      ({ touches: [touch] }) => {
        hasMoved = false
        isScrolling = false
        const { atStart, atEnd } = renderer
        from = touch && { x: touch.screenX, y: touch.screenY, atStart, atEnd }
      },
      passive,
    )
    doc.addEventListener(
      'touchmove',
      (event) => {
        const [touch] = event.touches
        if (!hasMoved && from && touch)
          isScrolling = Boolean(findScrollableWideContent(event.target, from.x - touch.screenX, from.y - touch.screenY))
        hasMoved = true
        if (isScrolling) event.stopImmediatePropagation()
      },
      passive,
    )
    doc.addEventListener(
      'touchend',
      (event) => {
        const touch = event.changedTouches[0]
        if (!hasMoved || isScrolling) event.stopImmediatePropagation()
        if (!hasMoved || isScrolling || !from || !touch || scrolled) return
        const [across, down] = [from.x - touch.screenX, from.y - touch.screenY]
        if (Math.abs(across) < 40 || Math.abs(across) < Math.abs(down) * 2) return
        const isForward = across > 0 === !book.rtl
        if (isForward && from.atEnd) on.beyond('end')
        if (!isForward && from.atStart) on.beyond('start')
      },
      passive,
    )
  }

  /** One that failed turns no page any more: another takes its place, once the server has the chapter to give. */
  async function anew(target: ReflowableViewTarget) {
    wanted = target
    if (failures++ >= 3) return
    const url = fileAt(book, target.index)?.url
    if (url) await fetchWithRateLimitRetry(url, { credentials: 'same-origin' }).catch(() => undefined)
    if (closed) return
    discard(renderer, atRest())
    renderer = make()
    apply(worn)
    await place(wanted)
  }

  async function orAnew(act: Promise<void>) {
    try {
      await act
    } catch (error) {
      console.warn(error)
      await anew(wanted)
    }
  }

  /** The renderer ignores this, too, while a page is turned. */
  async function go(target: ReflowableViewTarget): Promise<void> {
    waitingTurns = 0
    if (turning) await turning
    if (!closed) await place(target)
  }

  function place({ index, progression = 0, words, fragment, find }: ReflowableViewTarget): Promise<void> {
    wanted = { index, progression, words, fragment, find }
    return orAnew(
      renderer.goTo({
        index,
        anchor: (doc) => {
          const found =
            find?.(doc) ||
            (words && findTextNearProgression(doc, words, progression)) ||
            (fragment && findFragmentElement(doc, fragment))
          isPlacedByFraction = !found
          return found || byProgression(progression)
        },
      }),
    )
  }

  /** The same share of a chapter in another size is other words: from now on the renderer keeps to these. */
  function keepWords() {
    if (!isPlacedByFraction || !visible?.startContainer.isConnected) return
    isPlacedByFraction = false
    void renderer.scrollToAnchor(visible)
  }

  apply(look)

  function apply(wished: ReaderAppearance) {
    worn = wished
    keepWords()
    const { settings: next, fontFaces } = wished
    scrolled = next.flow === 'scrolled'
    const columns = next.columns === 'one' ? 1 : 2
    const attributes = {
      flow: next.flow,
      gap: `${next.margins}%`,
      margin: '56px',
      'max-inline-size': next.columns === 'two' ? '560px' : '720px',
      'max-block-size': '1600px',
      'max-column-count': String(columns),
    }
    for (const [name, value] of Object.entries(attributes))
      if (renderer.getAttribute(name) !== value) renderer.setAttribute(name, value)
    renderer.setStyles(epubStylesFor(next, fontFaces))
    for (const { doc } of renderer.getContents()) setPublisherStyles(doc, next.publisherStyles)
    looks++
    requestAnimationFrame(() => !closed && fitWide())
  }

  function fitWide() {
    for (const { doc } of renderer.getContents()) if (doc) fitWideContent(doc, String(looks), !scrolled)
  }

  /**
   * The renderer ignores a turn while another one moves. Whoever presses quickly means every press: the next ones are done
   * at once, without motion.
   */
  function turn(by: number): Promise<void> {
    if (turning) {
      waitingTurns = Math.max(-3, Math.min(3, waitingTurns + by))
      return Promise.resolve()
    }
    turning = turnPages(by).finally(() => {
      turning = undefined
    })
    return turning
  }

  async function turnPages(by: number) {
    renderer.toggleAttribute('animated', !matchMedia('(prefers-reduced-motion: reduce)').matches)
    for (let next = by; next !== 0 && !closed; ) {
      if (next > 0 ? renderer.atEnd : renderer.atStart) {
        on.beyond(next > 0 ? 'end' : 'start')
        waitingTurns = 0
      } else await orAnew(next > 0 ? renderer.next() : renderer.prev())
      next = Math.sign(waitingTurns)
      waitingTurns -= next
      if (next !== 0) renderer.removeAttribute('animated')
    }
  }

  /** Its numeric anchor is not the inverse of the fraction it reports; this is. */
  function byProgression(progression: number): number {
    if (scrolled) return progression
    // Two blank pages stand around each section.
    const pages = renderer.pages - 2
    return pages > 1 ? Math.min(1, Math.round(progression * pages) / (pages - 1)) : 0
  }

  return {
    apply,
    go,
    visibleRange: () => visible,
    // While the book closes there is a frame without a document.
    chapters: () => renderer.getContents().filter(({ doc }) => doc),
    next: () => turn(1),
    previous: () => turn(-1),
    close() {
      closed = true
      discard(renderer, atRest())
    },
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
function countOnlyWhatIsSeen(doc: Document) {
  const { selectNodeContents, getBoundingClientRect } = Range.prototype
  Range.prototype.selectNodeContents = function (node) {
    selectNodeContents.call(this, node)
    if (node !== doc.body) return
    Range.prototype.selectNodeContents = selectNodeContents
    this.getBoundingClientRect = () => visibleContentBox(doc) ?? getBoundingClientRect.call(this)
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

function elementsOnPage(range: Range): Pick<ReflowableViewPosition, 'isReached' | 'shareOf'> {
  const doc = range.startContainer.ownerDocument
  return { isReached: makeIsReached(range), ...(doc && { shareOf: (id) => textShareOfElement(doc, id) }) }
}

async function discard(renderer: Renderer, atRest: Promise<void>) {
  renderer.remove()
  await atRest
  // Styles just set are still to be laid over the page, in the next frame.
  requestAnimationFrame(() => {
    try {
      renderer.destroy()
    } catch {
      // It throws when it is closed before its first page was there.
    }
  })
}
