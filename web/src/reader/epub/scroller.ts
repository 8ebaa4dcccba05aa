import { makeSections } from './book-sections.ts'
import {
  heightOfBars,
  readingLineTop as line,
  loadChapterFrame,
  resizeToContent,
  restyleChapter,
} from './chapter-frame.ts'
import { chapterAt, textShareOfElement } from './current-chapter.ts'
import { findFragmentElement } from './find-fragment-element.ts'
import { findTarget, firstNodeOf } from './find-in-chapter.ts'
import { fitWideContent } from './fit-wide-content.ts'
import { fontsInUse } from './lay-out-in-steps.ts'
import { fileAt, type Publication, setMissingLanguage } from './publication.ts'
import type {
  ReaderAppearance,
  ReflowableLayout,
  ReflowableViewHandlers,
  ReflowableViewTarget,
} from './reflowable-view.ts'
import { nextTask } from './run-in-slices.ts'
import { askForChapter, chapterUrl, explainUnavailable } from './unavailable-chapter.ts'
import { firstVisibleRange, textAfterRangeStart } from './visible-text.ts'

type Chapter = NonNullable<Awaited<ReturnType<typeof loadChapterFrame>>> & {
  section: number
  index: number
  box: HTMLDivElement
  stop: () => void
  /** The number of the appearance that it is laid out in. */
  appearance: number
}

/** Text is laid out this many screens ahead in both directions, and removed when it is further away than `farAway`. */
const ahead = 2
const farAway = 4

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
  const view = document.createElement('div')
  Object.assign(view.style, {
    overflowX: 'hidden',
    overflowY: 'auto',
    overflowAnchor: 'none',
    overscrollBehavior: 'contain',
  })
  // Makes it scrollable by keys even when nothing in it is focused.
  view.tabIndex = 0
  host.replaceChildren(view)
  let applied = appearance
  const sections = makeSections(book)
  let chapters: Chapter[] = []
  let isClosed = false
  /** What must keep its place on screen while heights around it change. */
  let pin: { range: Range; top: number } | undefined
  let request = 0
  let isFilling = false
  /** Until then it is unknown what is needed. */
  let isGoing = false
  let reportTimer: ReturnType<typeof setTimeout> | undefined
  let isResizing = false
  let isScheduled = false
  /** Counts appearance changes, each of which causes a new layout. */
  let layoutVersion = 0
  /** Where this view itself scrolled to last; any other position was scrolled to by the viewer. */
  let placedAt = 0
  let isByHand = false
  let roomAtEnd = 0

  const topOf = (chapter: Chapter) => chapter.box.offsetTop
  const heightOf = (chapter: Chapter) => chapter.box.offsetHeight
  const screen = () => Math.max(1, view.clientHeight)

  /** The chapter at the reading line. */
  function current(): Chapter | undefined {
    const at = view.scrollTop + line
    return chapters.findLast((chapter) => topOf(chapter) <= at) ?? chapters[0]
  }

  function pinNow() {
    const chapter = current()
    if (!chapter) return
    const range = firstVisibleRange(chapter.doc, Math.max(0, view.scrollTop + line - topOf(chapter)))
    pin = range && { range, top: positionOf(chapter, range) - view.scrollTop }
  }

  function positionOf(chapter: Chapter, range: Range): number {
    const rect = [...range.getClientRects()].find((box) => box.height > 0) ?? range.getBoundingClientRect()
    return topOf(chapter) + rect.top
  }

  /** Scrolls the pinned range back to its place on screen. */
  function keepPinned() {
    const chapter = pin && chapters.find(({ doc }) => doc === pin?.range.startContainer.ownerDocument)
    if (!pin || !chapter) return
    const moved = positionOf(chapter, pin.range) - view.scrollTop - pin.top
    if (Math.abs(moved) >= 1) placeAt(view.scrollTop + moved)
  }

  function placeAt(top: number) {
    noticeScrolling()
    view.scrollTop = top
    placedAt = view.scrollTop
  }

  function noticeScrolling() {
    if (Math.abs(view.scrollTop - placedAt) > 2) isByHand = true
    placedAt = view.scrollTop
  }

  function fitToContent({ frame, doc, appearance }: Chapter) {
    fitWideContent(doc, String(appearance), false)
    resizeToContent(frame, doc)
  }

  function restyle(chapter: Chapter) {
    chapter.appearance = layoutVersion
    restyleChapter(chapter.doc, applied)
  }

  /** Heights change when fonts and images load, and with a new layout: handled together, once per frame. */
  function onResize() {
    if (isResizing) return
    isResizing = true
    requestAnimationFrame(() => {
      isResizing = false
      if (isClosed) return
      for (const chapter of chapters) fitToContent(chapter)
      keepPinned()
      schedule()
    })
  }

  async function add(section: number | undefined, side: 'before' | 'after', tries = 0): Promise<Chapter | undefined> {
    if (section === undefined) return undefined
    const index = sections.fileOf(section)
    const item = fileAt(book, index)
    if (!item) return undefined
    const title = chapterAt(book, index)?.title || item.path
    const box = document.createElement('div')
    const [wanted, appearance] = [request, layoutVersion]
    // Hidden until its height is known: content added above must not push the text down first.
    Object.assign(box.style, { position: 'absolute', visibility: 'hidden', insetInline: '0', top: '0' })
    // In its final place from the start: a frame that is moved in the DOM reloads.
    if (side === 'before') view.prepend(box)
    else view.append(box)
    const loaded = await loadChapterFrame(
      box,
      {
        url: chapterUrl(item),
        title,
        section,
        layoutVersion: String(appearance),
        prepare: (doc) => {
          explainUnavailable(doc, item)
          setMissingLanguage(doc, book)
        },
      },
      sections,
      applied,
      screen(),
      fontsInUse(chapters[0]?.doc),
    )
    if (isClosed || wanted !== request) return void box.remove()
    if (!loaded) {
      box.remove()
      // Instead of the chapter the server may have reported that it is busy.
      if (tries >= 3) return undefined
      await askForChapter(item)
      return isClosed || wanted !== request ? undefined : add(section, side, tries + 1)
    }
    const { doc } = loaded
    const observer = new ResizeObserver(onResize)
    observer.observe(doc.body)
    const chapter = { ...loaded, section, index, box, appearance, stop: () => observer.disconnect() }
    if (appearance !== layoutVersion) restyle(chapter)
    fitToContent(chapter)
    pinNow()
    box.removeAttribute('style')
    if (side === 'before') chapters.unshift(chapter)
    else chapters.push(chapter)
    if (side === 'before') keepPinned()
    else setRoomAtEnd(roomAtEnd - heightOf(chapter))
    on.laidOut(doc, index)
    on.loaded(doc, index)
    return chapter
  }

  /** Without the following chapters there may not be enough to scroll to yet. */
  function setRoomAtEnd(height: number) {
    roomAtEnd = isLast(chapters.at(-1)) ? 0 : Math.max(0, height)
    view.style.paddingBottom = `${roomAtEnd}px`
  }

  function remove(chapter: Chapter) {
    chapter.stop()
    chapter.box.remove()
    chapters = chapters.filter((each) => each !== chapter)
  }

  /** Adds chapters that will be needed and removes those that no longer are. */
  async function fill() {
    if (isFilling || isGoing || chapters.length === 0) return
    isFilling = true
    const wanted = request
    try {
      for (let changes = 0; changes < 40 && wanted === request && !isClosed; changes++) {
        const [first, last] = [chapters[0], chapters.at(-1)]
        if (!first || !last) return
        const { scrollTop, scrollHeight } = view
        const below = scrollHeight - scrollTop - screen()
        if (below - heightOf(last) > farAway * screen() && chapters.length > 1) remove(last)
        else if (scrollTop - heightOf(first) > farAway * screen() && chapters.length > 1) {
          pinNow()
          remove(first)
          keepPinned()
        } else if (below < ahead * screen() && neighborOf(last, 1) !== undefined) {
          if (!(await add(neighborOf(last, 1), 'after'))) return
        } else if (scrollTop < ahead * screen() && neighborOf(first, -1) !== undefined) {
          if (!(await add(neighborOf(first, -1), 'before'))) return
        } else return
      }
    } finally {
      isFilling = false
    }
  }

  function schedule() {
    clearTimeout(reportTimer)
    reportTimer = setTimeout(report, 150)
    if (isScheduled) return
    isScheduled = true
    requestAnimationFrame(() => {
      isScheduled = false
      void fill()
    })
  }

  function report() {
    const chapter = isClosed ? undefined : ((isAtEnd() ? chapters.at(-1) : undefined) ?? current())
    if (!chapter) return
    pinNow()
    const { start, size: ofFile } = chapter.extent
    const height = Math.max(1, heightOf(chapter)) / ofFile
    const size = Math.min(1, screen() / height)
    const fraction = Math.min(
      1 - (isAtEnd() ? size : 0),
      start + Math.max(0, (view.scrollTop + line - topOf(chapter)) / height),
    )
    const words = pin?.range.startContainer.ownerDocument === chapter.doc ? textAfterRangeStart(pin.range, 400) : ''
    // A heading that was jumped to is below the reading line; up to a third of a screen counts as reached.
    const seen = view.scrollTop + screen() / 3 - topOf(chapter)
    const { doc } = chapter
    on.moved({
      index: chapter.index,
      fraction,
      size,
      words,
      isByHand,
      isReached: (id) =>
        (findFragmentElement(doc, id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) <= seen,
      shareOf: (id) => textShareOfElement(doc, id),
    })
    isByHand = false
  }

  const neighborOf = ({ section }: Chapter, by: 1 | -1) => sections.neighbor(section, by)
  const isLast = (chapter: Chapter | undefined) => chapter && neighborOf(chapter, 1) === undefined
  const isAtEnd = () => isLast(chapters.at(-1)) && view.scrollTop + screen() >= view.scrollHeight - 2
  const isAtStart = () => chapters[0] && neighborOf(chapters[0], -1) === undefined && view.scrollTop <= 1

  /** Starts again from one section. */
  async function replaceAll(section: number): Promise<Chapter | undefined> {
    for (const each of chapters) remove(each)
    pin = undefined
    placeAt(0)
    return add(section, 'after')
  }

  async function go(target: ReflowableViewTarget): Promise<void> {
    const wanted = ++request
    isGoing = true
    await place(target, wanted)
    if (wanted !== request || isClosed) return
    isGoing = false
    await fill()
    if (wanted === request) report()
  }

  async function place(target: ReflowableViewTarget, wanted: number): Promise<void> {
    const { index, progression = 0, fragment, find } = target
    let chapter = chapters.find((each) => each.index === index)
    let section = sections.ofProgression(index, progression)
    let found: Range | Element | undefined
    // A long file that wasn't open may have its text in another part.
    for (let tries = 0; tries < 2; tries++) {
      found = chapter && findTarget(chapter.doc, target)
      if (chapter && found) section = sections.ofPart(index, chapter.parts.partOf(firstNodeOf(found)))
      else if (chapter) section = sections.ofProgression(index, progression)
      if (chapter?.section === section) break
      chapter = chapters.find((each) => each.section === section) ?? (await replaceAll(section))
      if (!chapter || wanted !== request) return
    }
    if (!chapter) return
    found = findTarget(chapter.doc, target)
    const rect = found && ([...found.getClientRects()].find((box) => box.height > 0) ?? found.getBoundingClientRect())
    const offset = rect
      ? rect.top - (fragment || find ? heightOfBars(view) : line)
      : ((progression - chapter.extent.start) / chapter.extent.size) * heightOf(chapter) - line
    const top = Math.max(0, topOf(chapter) + (offset <= 0 && chapter.section === 0 ? 0 : offset))
    setRoomAtEnd(0)
    setRoomAtEnd(top + screen() - view.scrollHeight)
    placeAt(top)
    isByHand = false
    pinNow()
  }

  /** First to what is on screen. To lay out all chapters anew at once would take long. */
  async function restyleAll(next: ReaderAppearance) {
    pinNow()
    applied = next
    const version = ++layoutVersion
    const [seen, unseen] = [chapters.filter(isOnScreen), chapters.filter((each) => !isOnScreen(each))]
    for (const chapter of seen) restyle(chapter)
    onResize()
    for (const chapter of unseen) {
      await nextTask()
      if (isClosed || version !== layoutVersion) return
      if (!chapters.includes(chapter)) continue
      restyle(chapter)
      fitToContent(chapter)
      keepPinned()
    }
  }

  function isOnScreen({ box }: Chapter): boolean {
    const { top, bottom } = box.getBoundingClientRect()
    return bottom > 0 && top < view.getBoundingClientRect().bottom
  }

  function scrollBy(distance: number) {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    view.scrollBy({ top: distance, behavior: isCalm ? 'instant' : 'smooth' })
  }

  const onScroll = () => {
    noticeScrolling()
    schedule()
  }
  view.addEventListener('scroll', onScroll, { passive: true })
  const sizes = new ResizeObserver(onResize)
  sizes.observe(view)

  return {
    apply: (next) => void restyleAll(next),
    go,
    visibleRange: () => {
      pinNow()
      return pin?.range
    },
    chapters: () => chapters.map(({ doc, index }) => ({ doc, index })),
    async next() {
      if (isAtEnd()) on.beyond('end')
      else scrollBy(screen() * 0.9)
    },
    async previous() {
      if (isAtStart()) on.beyond('start')
      else scrollBy(screen() * -0.9)
    },
    nudge: (by) => scrollBy(by * 80),
    close() {
      isClosed = true
      clearTimeout(reportTimer)
      sizes.disconnect()
      for (const chapter of chapters) remove(chapter)
      view.remove()
    },
  }
}
