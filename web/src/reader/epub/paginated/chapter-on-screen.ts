import { isDataSaverOn } from '../../is-data-saver-on.ts'
import type { BookSections } from '../book-sections.ts'
import { askForChapter } from '../chapter/unavailable-chapter.ts'
import { fileAt, type Publication } from '../publication.ts'
import type { ReaderAppearance, ReflowableViewHandlers } from '../reflowable-view.ts'
import { keepAdjacentChapters, type Preparation } from './adjacent-chapters.ts'
import type { ChapterEdge, ChapterRenderer } from './chapter-renderer.ts'
import { openChaptersOffscreen } from './open-chapters-offscreen.ts'
import { makeChapterPrefetcher } from './prefetch-chapters.ts'
import { type Relocation, revealRenderer } from './renderer.ts'
import { openRendererForScreen, prepareSection, type RendererScreen } from './renderer-for-screen.ts'
import { makeSectionSizes } from './section-sizes.ts'

type ScreenHandlers = Pick<ReflowableViewHandlers, 'loaded' | 'shown' | 'laidOut' | 'isRtl' | 'beyond'> & {
  /** Another page is on screen. */
  moved: (to: Relocation) => void
  /** The chapter couldn't be loaded. */
  failed: (section: number) => void
  /** Whether a section is loaded for a position within it, not to be turned to. */
  isJumpedTo: (section: number) => boolean
  /** A swipe that turns the page. */
  swiped: (by: 1 | -1) => void
  /** The renderer that is turning its own page. */
  turnsItself: () => ChapterRenderer | undefined
}

export type ChapterOnScreen = ReturnType<typeof openChapterOnScreen>

/** After more failures in a row nothing is tried again. */
const mostFailures = 3

/**
 * The renderer on screen, and those laid out hidden: of the chapters beside it, and of a long one that is being opened.
 * To turn to such a chapter, its renderer is shown instead.
 */
export function openChapterOnScreen(
  host: HTMLElement,
  book: Publication,
  sections: BookSections,
  appearance: () => ReaderAppearance,
  on: ScreenHandlers,
) {
  const { isLong, isTurnable, isPreparable } = makeSectionSizes(book, sections)
  const prefetch = makeChapterPrefetcher((index) => book.order[index]?.url)
  const adjacent = keepAdjacentChapters(sections.neighbor, (section, edge) =>
    isPreparable(section) ? prepare(section, edge, false) : undefined,
  )
  const offscreen = openChaptersOffscreen((section, edge) => prepare(section, edge, true))
  /** Chapters that were on screen before. */
  const known = new WeakSet<Document>()
  /** The section on screen, and the direction it was reached from. */
  let shown = 0
  let direction: 1 | -1 = 1
  let failures = 0
  let closed = false
  /** Resolves when another renderer replaces this one. */
  let replaced = Promise.withResolvers<void>()
  const isScrolled = () => appearance().settings.flow === 'scrolled'
  const readyBeside = (by: 1 | -1) => adjacent.ready(sections.neighbor(shown, by))
  const screen: RendererScreen = {
    ...{ host, book, sections, appearance, isScrolled, readyBeside, showInstead, moved },
    isShown: (renderer) => renderer === chapter,
    doc: () => chapter.content()?.doc,
    loaded: (doc, section) => {
      failures = 0
      enter(doc, section)
    },
    failed: on.failed,
    laidOut: on.laidOut,
    isRtl: on.isRtl,
    beyond: on.beyond,
    swiped: on.swiped,
  }
  let chapter = open()

  function open(): ChapterRenderer {
    const opened = openRendererForScreen(screen)
    host.replaceChildren(opened.element)
    return opened
  }

  function prepare(section: number, edge: ChapterEdge, isAwaited: boolean): Preparation | undefined {
    return closed ? undefined : prepareSection(screen, section, edge, isAwaited)
  }

  function enter(doc: Document, section: number) {
    const index = sections.fileOf(section)
    if (known.has(doc)) on.shown?.(doc, index)
    else on.loaded(doc, index)
    known.add(doc)
    const next = sections.neighbor(section, 1)
    if (next !== undefined && !isPreparable(next) && !isDataSaverOn()) prefetch(sections.fileOf(next))
  }

  function moved(to: Relocation) {
    if (closed || failures > 0) return
    chapter.fitWide()
    shown = to.index
    on.moved(to)
    if (!isScrolled() && isTurnable(shown)) adjacent.around(shown, direction)
  }

  async function showInstead(section: number, by: ChapterRenderer): Promise<boolean> {
    if (on.isJumpedTo(section) || isScrolled()) return false
    let prepared = await adjacent.whenReady(section)
    if (closed || by !== chapter) return closed
    if (!prepared && isLong(section)) {
      const opened = await offscreen.open(section, section < shown ? 'end' : 'start')
      // Something else was navigated to: nothing may be loaded any more.
      if (opened === 'replaced' || closed || by !== chapter) return true
      prepared = opened
    }
    return show(prepared)
  }

  function show(prepared: ChapterRenderer | undefined): boolean {
    const content = prepared?.content()
    if (!prepared || !content) return false
    const before = chapter
    const left = before.content()?.position.index
    const hadFocus = before.element.getContents().some((each) => each.doc?.hasFocus())
    direction = content.position.index > shown ? 1 : -1
    adjacent.take(prepared)
    failures = 0
    chapter = prepared
    revealRenderer(prepared.element)
    if (left === undefined || before === on.turnsItself()) before.discard()
    else adjacent.keep(left, content.position.index, before)
    enter(content.doc, content.position.index)
    if (hadFocus) prepared.element.focusView()
    moved({ ...content.position, reason: 'navigation' })
    emitReplaced()
    return true
  }

  function replace() {
    adjacent.clear()
    chapter.discard()
    chapter = open()
    emitReplaced()
  }

  function emitReplaced() {
    replaced.resolve()
    replaced = Promise.withResolvers()
  }

  const resized = new ResizeObserver(() => adjacent.clear())
  resized.observe(host)

  return {
    chapter: () => chapter,
    /** The section on screen. */
    section: () => shown,
    isScrolled,
    isLong,
    isClosed: () => closed,
    /** The next or previous chapter, or any other, if it is laid out. */
    readyBeside,
    ready: adjacent.ready,
    /** Shows a renderer that is laid out, if there is one. */
    show,
    turning: (by: 1 | -1) => {
      direction = by
    },
    /** Resolves when another renderer is on screen. */
    replaced: () => replaced.promise,
    replace,
    /** Lays out a long section hidden, for whoever waits for it. */
    openOffscreen: (section: number) => offscreen.open(section, 'start'),
    cancelOffscreen: offscreen.cancel,
    /** A failed renderer can't turn pages any more: it is replaced once the server can deliver the file. */
    async replaceFailed(index: number): Promise<boolean> {
      if (failures++ >= mostFailures) return false
      const item = fileAt(book, index)
      if (item) await askForChapter(item)
      if (closed) return false
      replace()
      return true
    },
    apply(next: ReaderAppearance) {
      adjacent.clear()
      chapter.apply(next)
    },
    close() {
      closed = true
      resized.disconnect()
      offscreen.cancel()
      adjacent.clear()
      chapter.discard()
      emitReplaced()
    },
  }
}
