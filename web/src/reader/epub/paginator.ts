import { fetchWithRateLimitRetry } from '../../api/client.ts'
import { keepAdjacentChapters, type Preparation, type PreparedChapter } from './adjacent-chapters.ts'
import { type ChapterRenderer, openChapterRenderer } from './chapter-renderer.ts'
import { makeIsReached, textShareOfElement } from './current-chapter.ts'
import { findFragmentElement, findTextNearProgression } from './find-in-chapter.ts'
import { countPositions } from './locator.ts'
import { fileAt, type Publication } from './publication.ts'
import type {
  ReaderAppearance,
  ReflowableView,
  ReflowableViewHandlers,
  ReflowableViewPosition,
  ReflowableViewTarget,
} from './reflowable-view.ts'
import { hideRenderer, isVertical, type Relocation, revealRenderer, setMotion } from './renderer.ts'
import { slideAlong } from './slide-along.ts'
import { watchTouchesInChapter } from './touches-in-chapter.ts'
import { undoPageDrag } from './undo-page-drag.ts'

/** A chapter with more positions takes too much time and memory to be laid out before anybody wants to see it. */
const maxPreparedPositions = 120
/** Turns that wait for a chapter; whoever presses on and on means to leave through a list. */
const maxWaitingTurns = 3

export function openPaginator(
  host: HTMLElement,
  book: Publication,
  look: ReaderAppearance,
  on: ReflowableViewHandlers,
): ReflowableView {
  let worn = look
  /** Where it is, or is on its way to. */
  let wanted: ReflowableViewTarget = { index: 0 }
  let visible: Range | undefined
  let failures = 0
  let closed = false
  let turning: Promise<void> | undefined
  let waitingTurns = 0
  let isTurnedByHand = false
  /** The chapter on the screen, and which way one came to it. */
  let shown = 0
  let direction: 1 | -1 = 1
  /** The renderer knows only how far into the chapter it is, until a page is turned within it. */
  let isPlacedByFraction = false
  /** Where a jump goes: to a place within the chapter, while turning goes to its first or last page. */
  let jumpsTo: number | undefined
  /** Resolves when another renderer takes the place of this one. */
  let replaced = Promise.withResolvers<void>()
  let drag: ReturnType<typeof undoPageDrag> | undefined
  const counts = countPositions(book.positions, book.order)
  const loadedAhead = new Set<number>()
  const adjacent = keepAdjacentChapters(prepare)
  let chapter = open()
  const isScrolled = () => worn.settings.flow === 'scrolled'

  function open(): ChapterRenderer {
    const opened = openChapterRenderer(book, worn, {
      isShownInstead: (index) => showInstead(index, opened),
      failed: (index) => void anew({ index }),
      loaded: (doc, index) => {
        failures = 0
        enter(doc, index)
      },
      moved: (to) => opened === chapter && moved(to),
    })
    watch(opened)
    host.replaceChildren(opened.element)
    return opened
  }

  /** Listens to the renderer on the screen. */
  function watch(opened: ChapterRenderer) {
    drag = undoPageDrag(opened.element, () => isVertical(opened.element))
    watchTouches(opened.element)
    const adjacentTo = (by: 1 | -1) => adjacent.ready(shown + by)?.renderer.element
    slideAlong(opened.element, () => opened === chapter, adjacentTo)
  }

  function enter(doc: Document, index: number) {
    watchTouches(doc)
    on.loaded(doc, index)
    if (!isPreparable(index + 1)) loadAhead(index + 1)
  }

  function moved({ range, index, fraction, size, reason }: Relocation) {
    if (closed || failures > 0) return
    if (reason !== 'navigation' && reason !== 'anchor') isPlacedByFraction = false
    else if (index !== wanted.index) isPlacedByFraction = true
    chapter.fitWide()
    wanted = { index, progression: fraction || 0 }
    shown = index
    visible = range ?? undefined
    on.moved({
      index,
      fraction: fraction || 0,
      size: size ?? 0,
      words: range ? String(range).slice(0, 400) : '',
      isByHand: reason === 'snap' || isTurnedByHand,
      ...(range && elementsOnPage(range)),
    })
    if (!isScrolled() && index < book.order.length) adjacent.around(index, direction)
  }

  function isPreparable(index: number): boolean {
    const path = book.order[index]?.path
    return path !== undefined && (counts.of.get(path)?.count ?? 1) <= maxPreparedPositions && !savesData()
  }

  /** Lays a chapter out where nobody sees it yet. */
  function prepare(index: number, at: 'start' | 'end'): Preparation | undefined {
    if (closed || !isPreparable(index)) return undefined
    const { promise: ready, resolve } = Promise.withResolvers<PreparedChapter | undefined>()
    let doc: Document | undefined
    let prepared: PreparedChapter | undefined
    const renderer = openChapterRenderer(book, worn, {
      isShownInstead: async (next) => renderer === chapter && showInstead(next, renderer),
      failed: () => resolve(undefined),
      loaded: (loaded, loadedIndex) => {
        if (renderer === chapter) enter(loaded, loadedIndex)
        doc = loaded
      },
      moved: (position) => {
        if (renderer === chapter) return moved(position)
        renderer.fitWide()
        if (!doc) return
        prepared = Object.assign(prepared ?? { renderer, doc, position }, { position })
        resolve(prepared)
      },
    })
    hideRenderer(renderer.element)
    host.append(renderer.element)
    renderer.element.goTo({ index, anchor: at === 'start' ? 0 : 1 }).catch(() => resolve(undefined))
    return { renderer, ready }
  }

  async function showInstead(index: number, by: ChapterRenderer): Promise<boolean> {
    if (index === jumpsTo || isScrolled()) return false
    const prepared = await adjacent.whenReady(index)
    if (!prepared || closed || by !== chapter) return closed
    show(prepared)
    return true
  }

  function show(prepared: PreparedChapter) {
    const { renderer, doc, position } = prepared
    const before = chapter
    const hadFocus = before.element.getContents().some((each) => each.doc?.hasFocus())
    direction = position.index > shown ? 1 : -1
    adjacent.take(prepared)
    chapter = renderer
    revealRenderer(renderer.element)
    before.discard()
    watch(renderer)
    enter(doc, position.index)
    if (hadFocus) renderer.element.focusView()
    moved({ ...position, reason: 'navigation' })
    tellReplaced()
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

  /** Pages that follow the finger end at the ends of the book, and while a chapter loads there is none to follow it. */
  function watchTouches(target: GlobalEventHandlers) {
    let edges = { atStart: false, atEnd: false }
    watchTouchesInChapter(target, {
      began: () => {
        const { atStart, atEnd } = chapter.isLoading() ? { atStart: false, atEnd: false } : chapter.element
        edges = { atStart, atEnd }
        drag?.began()
      },
      lifted: (across, down) => drag?.lifted(across, down),
      swiped: (to) => {
        if (isScrolled()) return false
        // Pages set from top to bottom follow a finger that goes up or down; across, it turns them as the book is read.
        const vertical = isVertical(chapter.element)
        const isRtl = vertical ? book.rtl : chapter.element.dir === 'rtl'
        const by = isRtl ? -to : to
        if (chapter.isLoading() || vertical) {
          turnByHand(by)
          return true
        }
        if (by > 0 && edges.atEnd) on.beyond('end')
        else if (by < 0 && edges.atStart) on.beyond('start')
        return false
      },
    })
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

  /** One that failed turns no page any more: another takes its place, once the server has the chapter to give. */
  async function anew(target: ReflowableViewTarget) {
    wanted = target
    if (failures++ >= 3) return
    const url = fileAt(book, target.index)?.url
    if (url) await fetchWithRateLimitRetry(url, { credentials: 'same-origin' }).catch(() => undefined)
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

  /** The renderer ignores this, too, while a page is turned; for a chapter that doesn't come nobody waits. */
  async function go(target: ReflowableViewTarget): Promise<void> {
    waitingTurns = 0
    if (turning && chapter.isLoading()) replaceRenderer()
    if (turning) await turning
    if (!closed) await place(target)
  }

  function place({ index, progression = 0, words, fragment, find }: ReflowableViewTarget): Promise<void> {
    wanted = { index, progression, words, fragment, find }
    jumpsTo = index
    const went = chapter.element.goTo({
      index,
      anchor: (doc) => {
        jumpsTo = undefined
        const found =
          find?.(doc) ||
          (words && findTextNearProgression(doc, words, progression)) ||
          (fragment && findFragmentElement(doc, fragment))
        isPlacedByFraction = !found
        return found || byProgression(progression)
      },
    })
    return orAnew(Promise.race([went, replaced.promise]))
  }

  /** The same share of a chapter in another size is other words: from now on the renderer keeps to these. */
  function keepWords() {
    if (!isPlacedByFraction || !visible?.startContainer.isConnected) return
    isPlacedByFraction = false
    void chapter.element.scrollToAnchor(visible)
  }

  /**
   * The renderer ignores a turn while another one moves. Whoever presses quickly means every press: the next ones are done
   * at once, without motion.
   */
  function turn(by: number): Promise<void> {
    if (turning) {
      waitingTurns = Math.max(-maxWaitingTurns, Math.min(maxWaitingTurns, waitingTurns + by))
      return Promise.resolve()
    }
    turning = turnPages(by).finally(() => {
      turning = undefined
      isTurnedByHand = false
    })
    return turning
  }

  function turnByHand(by: number) {
    isTurnedByHand = true
    void turn(by)
  }

  async function turnPages(by: number) {
    setMotion(chapter.element)
    for (let next = by; next !== 0 && !closed; ) {
      while (chapter.isLoading() && !closed) await Promise.race([chapter.whenLoaded(), replaced.promise])
      if (closed) return
      if (next > 0 ? chapter.element.atEnd : chapter.element.atStart) {
        on.beyond(next > 0 ? 'end' : 'start')
        waitingTurns = 0
      } else await orAnew(turnPage(next > 0 ? 1 : -1))
      next = Math.sign(waitingTurns)
      waitingTurns -= next
      if (next !== 0) chapter.element.removeAttribute('animated')
    }
  }

  async function turnPage(by: 1 | -1) {
    const { element } = chapter
    direction = by
    const isAtEdge = by > 0 ? element.page >= element.pages - 2 : element.page <= 1
    const prepared = isAtEdge && !element.hasAttribute('animated') ? adjacent.ready(shown + by) : undefined
    if (prepared) show(prepared)
    else await Promise.race([by > 0 ? element.next() : element.prev(), replaced.promise])
  }

  /** Its numeric anchor is not the inverse of the fraction it reports; this is. */
  function byProgression(progression: number): number {
    if (isScrolled()) return progression
    // Two blank pages stand around each section.
    const pages = chapter.element.pages - 2
    return pages > 1 ? Math.min(1, Math.round(progression * pages) / (pages - 1)) : 0
  }

  const resized = new ResizeObserver(() => adjacent.clear())
  resized.observe(host)

  return {
    apply(wished) {
      worn = wished
      keepWords()
      adjacent.clear()
      chapter.apply(wished)
    },
    go,
    visibleRange: () => visible,
    // While the book closes there is a frame without a document.
    chapters: () => chapter.element.getContents().filter(({ doc }) => doc),
    next: () => turn(1),
    previous: () => turn(-1),
    close() {
      closed = true
      resized.disconnect()
      adjacent.clear()
      chapter.discard()
      tellReplaced()
    },
  }
}

function elementsOnPage(range: Range): Pick<ReflowableViewPosition, 'isReached' | 'shareOf'> {
  const doc = range.startContainer.ownerDocument
  return { isReached: makeIsReached(range), ...(doc && { shareOf: (id) => textShareOfElement(doc, id) }) }
}

/** Whoever pays for each megabyte, or waits for it, doesn't want chapters that may never be read. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
