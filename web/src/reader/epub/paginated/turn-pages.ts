import type { ChapterRenderer } from './chapter-renderer.ts'
import { setTurnAnimation } from './renderer.ts'
import { glideByPage } from './slide-adjacent-chapter.ts'
import { queueTurns } from './turn-queue.ts'

type View = {
  /** The renderer on screen. */
  chapter: () => ChapterRenderer
  isClosed: () => boolean
  /** A chapter that is being laid out before it is shown. */
  opening: () => Promise<void> | undefined
  /** Resolves when another renderer is on screen. */
  replaced: () => Promise<void>
  /** The next or previous chapter, if it is laid out. */
  adjacent: (by: 1 | -1) => ChapterRenderer | undefined
  show: (prepared: ChapterRenderer | undefined) => boolean
  turning: (by: 1 | -1) => void
  beyond: (side: 'start' | 'end') => void
  /** Replaces a renderer that failed. */
  orReopen: (act: Promise<void>) => Promise<void>
}

/** Turns pages one after the other, also from one chapter to the next. */
export function makePageTurns(view: View) {
  const turns = queueTurns(turnOnce)
  /** If another renderer is shown in the meantime, the one that is turning its own page turns none. */
  let turnsItself: ChapterRenderer | undefined
  let isByHand = false

  async function turnOnce(by: 1 | -1, isQueued: boolean): Promise<boolean> {
    for (let waits = waiting(); waits && !view.isClosed(); waits = waiting())
      await Promise.race([waits, view.replaced()])
    const { element } = view.chapter()
    // Of a book that is just being opened there is no page yet.
    if (view.isClosed() || element.getContents().length === 0) return false
    if (isQueued) element.removeAttribute('animated')
    else setTurnAnimation(element)
    if (by > 0 ? element.atEnd : element.atStart) {
      view.beyond(by > 0 ? 'end' : 'start')
      return false
    }
    await view.orReopen(turnPage(by))
    return true
  }

  function waiting(): Promise<unknown> | undefined {
    const opening = view.opening()
    if (opening) return opening
    return view.chapter().isLoading() ? view.chapter().whenLoaded() : undefined
  }

  async function turnPage(by: 1 | -1) {
    const chapter = view.chapter()
    const { element } = chapter
    view.turning(by)
    const isAtEdge = by > 0 ? element.page >= element.pages - 2 : element.page <= 1
    const isReady = isAtEdge && view.adjacent(by) !== undefined
    if (isReady && element.hasAttribute('animated')) await glideByPage(element, by)
    // The window may have been resized in the meantime.
    if (isReady && view.chapter() === chapter && view.show(view.adjacent(by))) return
    turnsItself = view.chapter()
    const turned = (by > 0 ? element.next() : element.prev()).then(() => {
      turnsItself = undefined
    })
    await Promise.race([turned, view.replaced()])
  }

  return {
    turn: (by: 1 | -1): Promise<void> =>
      turns.turn(by).finally(() => {
        if (turns.underWay()) return
        isByHand = false
        setTurnAnimation(view.chapter().element)
      }),
    startByHand: () => {
      isByHand = true
    },
    isByHand: () => isByHand,
    turnsItself: () => turnsItself,
    underWay: turns.underWay,
    forgetWaiting: turns.forgetWaiting,
  }
}
