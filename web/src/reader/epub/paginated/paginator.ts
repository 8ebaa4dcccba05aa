import { makeSections } from '../book-sections.ts'
import type { Publication } from '../publication.ts'
import type {
  ReaderAppearance,
  ReflowableLayout,
  ReflowableViewHandlers,
  ReflowableViewTarget,
} from '../reflowable-view.ts'
import { openChapterOnScreen } from './chapter-on-screen.ts'
import { makeJumps } from './go-to-target.ts'
import { keepPositionOnPages } from './position-on-pages.ts'
import { makePageTurns } from './turn-pages.ts'

/** The book in pages: what is on screen, how one turns and jumps, and what happens if a chapter fails. */
export function openPaginator(
  host: HTMLElement,
  book: Publication,
  appearance: ReaderAppearance,
  on: ReflowableViewHandlers,
): ReflowableLayout {
  let applied = appearance
  /** What the renderers lay out at once: chapters, or parts of long ones. */
  const sections = makeSections(book)
  const position = keepPositionOnPages(sections)
  const screen = openChapterOnScreen(host, book, sections, () => applied, {
    ...on,
    moved: (to) => on.moved(position.moved(to, turns.isByHand())),
    failed: (section) => void reopenAt({ index: sections.fileOf(section) }),
    isJumpedTo: (section) => jumps.leadsTo(section),
    swiped: (by) => {
      turns.startByHand()
      void turns.turn(by)
    },
    turnsItself: () => turns.turnsItself(),
  })
  const jumps = makeJumps(screen, sections, {
    appearance: () => applied,
    wanted: position.want,
    found: (isExact) => position.placedBy(isExact ? 'text' : 'fraction'),
    orReopen,
  })
  const turns = makePageTurns({
    chapter: screen.chapter,
    isClosed: screen.isClosed,
    opening: jumps.opening,
    replaced: screen.replaced,
    adjacent: screen.readyBeside,
    show: screen.show,
    turning: screen.turning,
    beyond: on.beyond,
    orReopen,
  })

  async function reopenAt(target: ReflowableViewTarget) {
    position.want(target)
    if (await screen.replaceFailed(target.index)) await jumps.place(position.wanted())
  }

  async function orReopen(act: Promise<void>) {
    try {
      await act
    } catch (error) {
      console.warn(error)
      await reopenAt(position.wanted())
    }
  }

  /** The renderer also ignores jumps while a page is turned; a chapter that doesn't load isn't waited for. */
  async function go(target: ReflowableViewTarget): Promise<void> {
    turns.forgetWaiting()
    screen.cancelOffscreen()
    if (turns.underWay() && screen.chapter().isLoading()) screen.replace()
    await turns.underWay()
    if (!screen.isClosed()) await jumps.place(target)
  }

  return {
    apply(next) {
      applied = next
      position.keepWords(screen.chapter())
      screen.apply(next)
    },
    go,
    visibleRange: position.visibleRange,
    // While the book closes there is a frame without a document.
    chapters: () =>
      screen
        .chapter()
        .element.getContents()
        .filter(({ doc }) => doc)
        .map(({ doc, index }) => ({ doc, index: sections.fileOf(index) })),
    next: () => turns.turn(1),
    previous: () => turns.turn(-1),
    close: screen.close,
  }
}
