import { savesData } from '../saves-data.ts'
import { keepAdjacentChapters, type Preparation } from './adjacent-chapters.ts'
import { makeSections } from './book-sections.ts'
import { type ChapterEdge, type ChapterRenderer, openChapterRenderer } from './chapter-renderer.ts'
import { elementsReachedBy } from './current-chapter.ts'
import { findTarget, firstNodeOf } from './find-in-chapter.ts'
import { followFingers } from './follow-fingers.ts'
import { fontsInUse } from './lay-out-in-steps.ts'
import { makeLoadAhead } from './load-ahead.ts'
import { openChaptersUnseen } from './open-unseen.ts'
import { fileAt, type Publication } from './publication.ts'
import type {
  ReaderAppearance,
  ReflowableLayout,
  ReflowableViewHandlers,
  ReflowableViewTarget,
} from './reflowable-view.ts'
import { hideRenderer, type Relocation, revealRenderer } from './renderer.ts'
import { makeSectionSizes } from './section-sizes.ts'
import { makePageTurns } from './turn-pages.ts'
import { askForChapter } from './unavailable-chapter.ts'

export function openPaginator(
  host: HTMLElement,
  book: Publication,
  appearance: ReaderAppearance,
  on: ReflowableViewHandlers,
): ReflowableLayout {
  let applied = appearance
  /** The current position, or the one being navigated to. */
  let wanted: ReflowableViewTarget = { index: 0 }
  let visible: Range | undefined
  let failures = 0
  let closed = false
  /** What the renderers lay out at once: chapters, or parts of long ones. */
  const sections = makeSections(book)
  /** The section on screen, and the direction it was reached from. */
  let shown = 0
  let direction: 1 | -1 = 1
  /** The renderer only has a fraction of the chapter as its position, until a page is turned. */
  let isPlacedByFraction = false
  /** The section of a jump, which goes to a position within it, while turning goes to its first or last page. */
  let jumpsTo: number | undefined
  /** Resolves when another renderer replaces this one. */
  let replaced = Promise.withResolvers<void>()
  const { isLong, isTurnable, isPreparable } = makeSectionSizes(book, sections)
  const loadAhead = makeLoadAhead((index) => book.order[index]?.url)
  /** Chapters that were on screen before. */
  const known = new WeakSet<Document>()
  const adjacent = keepAdjacentChapters(sections.neighbor, (section, edge) =>
    isPreparable(section) ? prepare(section, edge, false) : undefined,
  )
  const unseen = openChaptersUnseen((section, edge) => prepare(section, edge, true))
  /** A long chapter that is being laid out before it is shown. */
  let opening: Promise<void> | undefined
  let jumpCount = 0
  const turns = makePageTurns({
    chapter: () => chapter,
    isClosed: () => closed,
    opening: () => opening,
    replaced: () => replaced.promise,
    adjacent: (by) => adjacent.ready(sections.neighbor(shown, by)),
    show,
    turning: (by) => {
      direction = by
    },
    beyond: on.beyond,
    orAnew,
  })
  const isScrolled = () => applied.settings.flow === 'scrolled'
  let chapter = open()

  function open(): ChapterRenderer {
    const opened = makeRenderer()
    host.replaceChildren(opened.element)
    return opened
  }

  /** `unseen`: handlers for while it isn't on screen, and whether somebody waits for it. */
  function makeRenderer(unseen?: { isAwaited: boolean; failed: () => void; moved: () => void }): ChapterRenderer {
    const renderer = openChapterRenderer(
      book,
      sections,
      applied,
      {
        isShownInstead: async (section) => renderer === chapter && showInstead(section, renderer),
        failed: (section) => void (renderer === chapter ? anew({ index: sections.fileOf(section) }) : unseen?.failed()),
        loaded: (doc, section) => {
          watchTouches(doc)
          if (renderer !== chapter) return
          failures = 0
          enter(doc, section)
        },
        moved: (to) => {
          const laidOut = renderer.element.getContents()[0]?.doc
          if (laidOut?.body) on.laidOut(laidOut, sections.fileOf(to.index))
          if (renderer === chapter) return moved(to)
          renderer.fitWide()
          unseen?.moved()
        },
      },
      unseen && { fonts: fontsInUse(chapter.content()?.doc), isAwaited: unseen.isAwaited },
    )
    const watchTouches = followFingers(renderer, {
      isRtl: on.isRtl,
      isScrolled,
      isShown: () => renderer === chapter,
      adjacent: (by) => adjacent.ready(sections.neighbor(shown, by)),
      beyond: on.beyond,
      turn: (by) => {
        turns.startByHand()
        void turns.turn(by)
      },
    })
    return renderer
  }

  function enter(doc: Document, section: number) {
    const index = sections.fileOf(section)
    if (known.has(doc)) on.shown?.(doc, index)
    else on.loaded(doc, index)
    known.add(doc)
    const next = sections.neighbor(section, 1)
    if (next !== undefined && !isPreparable(next) && !savesData()) loadAhead(sections.fileOf(next))
  }

  function moved({ range, index: section, fraction, size, reason }: Relocation) {
    if (closed || failures > 0) return
    const index = sections.fileOf(section)
    if (reason !== 'navigation' && reason !== 'anchor') isPlacedByFraction = false
    else if (index !== wanted.index) isPlacedByFraction = true
    chapter.fitWide()
    wanted = { index, progression: fraction }
    shown = section
    visible = range ?? undefined
    on.moved({
      index,
      fraction,
      size: size ?? 0,
      words: range ? String(range).slice(0, 400) : '',
      isByHand: reason === 'snap' || turns.isByHand(),
      ...(range && elementsReachedBy(range)),
    })
    if (!isScrolled() && isTurnable(section)) adjacent.around(section, direction)
  }

  /** Lays out a section hidden. */
  function prepare(section: number, edge: ChapterEdge, isAwaited: boolean): Preparation | undefined {
    if (closed) return undefined
    const { promise: ready, resolve } = Promise.withResolvers<boolean>()
    const renderer = makeRenderer({
      isAwaited,
      failed: () => resolve(false),
      moved: () => renderer.content() && resolve(true),
    })
    hideRenderer(renderer.element)
    host.append(renderer.element)
    renderer.element.goTo({ index: section, anchor: edge === 'start' ? 0 : 1 }).catch(() => resolve(false))
    return { renderer, ready }
  }

  async function showInstead(section: number, by: ChapterRenderer): Promise<boolean> {
    if (section === jumpsTo || isScrolled()) return false
    let prepared = await adjacent.whenReady(section)
    if (closed || by !== chapter) return closed
    if (!prepared && isLong(section)) {
      const opened = await unseen.open(section, section < shown ? 'end' : 'start')
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
    if (left === undefined || before === turns.turnsItself()) before.discard()
    else adjacent.keep(left, content.position.index, before)
    enter(content.doc, content.position.index)
    if (hadFocus) prepared.element.focusView()
    moved({ ...content.position, reason: 'navigation' })
    tellReplaced()
    return true
  }

  function replaceRenderer() {
    adjacent.clear()
    chapter.discard()
    chapter = open()
    tellReplaced()
  }

  function tellReplaced() {
    replaced.resolve()
    replaced = Promise.withResolvers()
  }

  /** A failed renderer can't turn pages any more: it is replaced once the server can deliver the chapter. */
  async function anew(target: ReflowableViewTarget) {
    wanted = target
    if (failures++ >= 3) return
    const item = fileAt(book, target.index)
    if (item) await askForChapter(item)
    if (closed) return
    replaceRenderer()
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

  /** The renderer also ignores jumps while a page is turned; a chapter that doesn't load isn't waited for. */
  async function go(target: ReflowableViewTarget): Promise<void> {
    turns.forgetWaiting()
    unseen.cancel()
    if (turns.underWay() && chapter.isLoading()) replaceRenderer()
    await turns.underWay()
    if (!closed) await place(target)
  }

  async function place(target: ReflowableViewTarget, section = sectionOf(target)): Promise<void> {
    jumpCount++
    unseen.cancel()
    if (!isScrolled() && section !== shown) show(adjacent.ready(section))
    wanted = target
    const isThere = chapter.element.getContents().some((each) => each.doc && each.index === section)
    if (!isScrolled() && !isThere && isLong(section) && (await placeUnseen(target, section))) return
    jumpsTo = section
    let found = section
    const placed = goTo(chapter, target, section).then((there) => {
      found = there
    })
    await orAnew(Promise.race([placed, replaced.promise]))
    if (found !== section) await place(target, found)
  }

  /** As far as is known: a long file that isn't open may have its text in another part. */
  function sectionOf(target: ReflowableViewTarget): number {
    const { index, progression = 0 } = target
    const doc = sections.fileOf(shown) === index ? chapter.content()?.doc : undefined
    const found = doc && findTarget(doc, target)
    return found ? chapter.sectionOf(firstNodeOf(found)) : sections.ofProgression(index, progression)
  }

  /** Returns the section that the target is in: this one, or that to go to instead. */
  async function goTo(renderer: ChapterRenderer, target: ReflowableViewTarget, section: number): Promise<number> {
    let there = section
    const anchor = (doc: Document) => {
      jumpsTo = undefined
      const found = findTarget(doc, target)
      isPlacedByFraction = !found
      // Only now it is known where the parts of the file start.
      there = found
        ? renderer.sectionOf(firstNodeOf(found))
        : sections.ofProgression(target.index, target.progression ?? 0)
      return (there === section && found) || renderer.anchorAt(target.progression ?? 0)
    }
    await renderer.element.goTo({ index: section, anchor })
    return there
  }

  /** Lays out a long section hidden, then shows it at its target. False: it must be opened directly. */
  async function placeUnseen(target: ReflowableViewTarget, section: number): Promise<boolean> {
    const before = applied
    const mine = ++jumpCount
    const { promise, resolve } = Promise.withResolvers<void>()
    opening = promise
    const opened = await unseen.open(section, 'start')
    if (opening === promise) opening = undefined
    resolve()
    if (opened === 'replaced' || closed) return true
    if (!opened) return false
    if (applied !== before) opened.apply(applied)
    const there = await goTo(opened, target, section)
    if (mine === jumpCount && there === section) return show(opened)
    opened.discard()
    if (mine === jumpCount) await place(target, there)
    return true
  }

  /**
   * The same fraction of a chapter in another size is different text: from now on the renderer keeps this text in
   * place.
   */
  function keepWords() {
    if (!isPlacedByFraction || !visible?.startContainer.isConnected) return
    isPlacedByFraction = false
    void chapter.element.scrollToAnchor(visible)
  }

  const resized = new ResizeObserver(() => adjacent.clear())
  resized.observe(host)

  return {
    apply(next) {
      applied = next
      keepWords()
      adjacent.clear()
      chapter.apply(next)
    },
    go,
    visibleRange: () => visible,
    // While the book closes there is a frame without a document.
    chapters: () =>
      chapter.element
        .getContents()
        .filter(({ doc }) => doc)
        .map(({ doc, index }) => ({ doc, index: sections.fileOf(index) })),
    next: () => turns.turn(1),
    previous: () => turns.turn(-1),
    close() {
      closed = true
      resized.disconnect()
      unseen.cancel()
      adjacent.clear()
      chapter.discard()
      tellReplaced()
    },
  }
}
