import { makeSections } from '../book-sections.ts'
import { readingLineTop } from '../chapter/chapter-frame.ts'
import { nextTask } from '../chapter/run-in-slices.ts'
import type { Publication } from '../publication.ts'
import type {
  ReaderAppearance,
  ReflowableLayout,
  ReflowableViewHandlers,
  ReflowableViewTarget,
} from '../reflowable-view.ts'
import { findTarget, firstNodeOf } from '../search/find-in-chapter.ts'
import { makeScrollBox } from './scroll-box.ts'
import {
  chapterAtHeight,
  fitToContent,
  type NumberedAppearance,
  restyle,
  type ScrolledChapter,
} from './scrolled-chapter.ts'
import { makeScrolledChapters } from './scrolled-chapters.ts'
import { heightOfTarget, scrolledPosition } from './scrolled-position.ts'

/**
 * The whole book as one scrolling text. Only the chapters around the viewport exist, of long ones only parts: others are
 * added before they come into view and removed when they are far away, without moving what is on screen.
 */
export function openScroller(
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
  /** Counts jumps. */
  let request = 0
  /** Until then it is unknown what is needed. */
  let isGoing = false
  let reportTimer: ReturnType<typeof setTimeout> | undefined
  let isResizing = false
  let isScheduled = false
  const chapters = makeScrolledChapters(view, book, sections, {
    appearance: () => applied,
    request: () => request,
    added: ({ doc, index }) => {
      on.laidOut(doc, index)
      on.loaded(doc, index)
    },
    resized: onResize,
  })
  const { text } = chapters

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
      if (!isGoing) void chapters.fill()
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

  async function go(target: ReflowableViewTarget): Promise<void> {
    const wanted = ++request
    isGoing = true
    await place(target, wanted)
    if (wanted !== request || isClosed) return
    isGoing = false
    await chapters.fill()
    if (wanted === request) report()
  }

  async function place(target: ReflowableViewTarget, wanted: number): Promise<void> {
    const chapter = await chapterOf(target, wanted)
    if (!chapter) return
    const top = heightOfTarget(view, chapter, target)
    chapters.setRoomAtEnd(0)
    chapters.setRoomAtEnd(top + view.screen() - view.height())
    view.placeAt(top)
    view.forgetHand()
    text.pin()
  }

  /** The chapter or part that has a target. Unless it is there, the text starts again from it. */
  async function chapterOf(target: ReflowableViewTarget, wanted: number): Promise<ScrolledChapter | undefined> {
    const { index, progression = 0 } = target
    let chapter = chapters.all().find((each) => each.index === index)
    let section = sections.ofProgression(index, progression)
    // A long file that wasn't open may have its text in another part.
    for (let tries = 0; tries < 2; tries++) {
      const found = chapter && findTarget(chapter.doc, target)
      if (chapter && found) section = sections.ofPart(index, chapter.parts.partOf(firstNodeOf(found)))
      else if (chapter) section = sections.ofProgression(index, progression)
      if (chapter?.section === section) break
      chapter = chapters.all().find((each) => each.section === section) ?? (await chapters.startFrom(section))
      if (!chapter || wanted !== request) return undefined
    }
    return chapter
  }

  /** First to what is on screen. To lay out all chapters anew at once would take long. */
  async function restyleAll(next: ReaderAppearance) {
    text.pin()
    const mine = { applied: next, version: applied.version + 1 }
    applied = mine
    const { seen = [], unseen = [] } = Object.groupBy(chapters.all(), (each) => (isOnScreen(each) ? 'seen' : 'unseen'))
    for (const chapter of seen) restyle(chapter, mine)
    onResize()
    for (const chapter of unseen) {
      await nextTask()
      if (isClosed || applied !== mine) return
      if (!chapters.all().includes(chapter)) continue
      restyle(chapter, mine)
      fitToContent(chapter)
      text.keep()
    }
  }

  function isOnScreen({ box }: ScrolledChapter): boolean {
    const { top, bottom } = box.getBoundingClientRect()
    return bottom > 0 && top < view.element.getBoundingClientRect().bottom
  }

  const onScroll = () => {
    view.noticeScrolling()
    schedule()
  }
  view.element.addEventListener('scroll', onScroll, { passive: true })
  const sizes = new ResizeObserver(onResize)
  sizes.observe(view.element)

  return {
    apply: (next) => void restyleAll(next),
    go,
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
    nudge: (by) => view.scrollBy(by * 80),
    close() {
      isClosed = true
      request++
      clearTimeout(reportTimer)
      sizes.disconnect()
      chapters.clear()
      view.element.remove()
    },
  }
}
