import { makeSections } from '../book-sections.ts'
import { readingLineTop } from '../chapter/chapter-frame.ts'
import type { Publication } from '../publication.ts'
import type { ReaderAppearance, ReflowableLayout, ReflowableViewHandlers } from '../reflowable-view.ts'
import { restyleChapters } from './restyle-chapters.ts'
import { makeScrollBox } from './scroll-box.ts'
import { chapterAtHeight, fitToContent, type NumberedAppearance } from './scrolled-chapter.ts'
import { makeScrolledChapters } from './scrolled-chapters.ts'
import { makeScrolledJumps } from './scrolled-jumps.ts'
import { scrolledPosition } from './scrolled-position.ts'

/**
 * The whole book as one scrolling text. Only the chapters around the viewport exist, of long ones only parts: others are
 * added before they come into view and removed when they are far away, without moving what is on screen.
 */
export function openScrolledView(
  host: HTMLElement,
  book: Publication,
  appearance: ReaderAppearance,
  on: ReflowableViewHandlers,
): ReflowableLayout {
  const view = makeScrollBox(host)
  const sections = makeSections(book)
  /** The number counts changes, each of which causes a new layout. */
  let applied: NumberedAppearance = { applied: appearance, version: 0 }
  let isClosed = false
  let reportTimer: ReturnType<typeof setTimeout> | undefined
  let isResizing = false
  let isScheduled = false
  const chapters = makeScrolledChapters(view, book, sections, {
    appearance: () => applied,
    request: () => jumps.request(),
    added: ({ doc, index }) => {
      on.laidOut(doc, index)
      on.loaded(doc, index)
    },
    resized: onResize,
  })
  const { text } = chapters
  const jumps = makeScrolledJumps(view, sections, chapters, report)

  /** Heights change when fonts and images load, and with a new layout: handled together, once per frame. */
  function onResize() {
    if (isResizing) return
    isResizing = true
    requestAnimationFrame(() => {
      isResizing = false
      if (isClosed) return
      for (const chapter of chapters.all()) fitToContent(chapter)
      text.keep()
      schedule()
    })
  }

  function schedule() {
    clearTimeout(reportTimer)
    reportTimer = setTimeout(report, 150)
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      if (!jumps.isGoing()) void chapters.fill()
    })
  }

  function report() {
    const last = chapters.isAtEnd() ? chapters.all().at(-1) : undefined
    const chapter = isClosed ? undefined : (last ?? chapterAtHeight(chapters.all(), view.top() + readingLineTop))
    if (!chapter) return
    text.pin()
    on.moved(scrolledPosition(view, chapter, text.range(), last !== undefined))
    view.forgetHand()
  }

  function apply(next: ReaderAppearance) {
    text.pin()
    const mine = { applied: next, version: applied.version + 1 }
    applied = mine
    const isStale = () => isClosed || applied !== mine
    void restyleChapters(view, chapters, mine, { restyledOnScreen: onResize, isStale })
  }

  const onScroll = () => {
    view.noticeScrolling()
    schedule()
  }
  view.element.addEventListener('scroll', onScroll, { passive: true })
  const sizes = new ResizeObserver(onResize)
  sizes.observe(view.element)

  return {
    apply,
    go: jumps.go,
    visibleRange: () => {
      text.pin()
      return text.range()
    },
    chapters: () => chapters.all().map(({ doc, index }) => ({ doc, index })),
    async next() {
      if (chapters.isAtEnd()) on.beyond('end')
      else view.scrollBy(view.screen() * 0.9)
    },
    async previous() {
      if (chapters.isAtStart()) on.beyond('start')
      else view.scrollBy(view.screen() * -0.9)
    },
    nudge(by) {
      view.scrollBy(by * 80)
      return true
    },
    close() {
      isClosed = true
      jumps.cancel()
      clearTimeout(reportTimer)
      sizes.disconnect()
      chapters.clear()
      view.element.remove()
    },
  }
}
