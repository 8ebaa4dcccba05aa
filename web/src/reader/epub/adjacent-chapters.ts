import type { ChapterEdge, ChapterRenderer } from './chapter-renderer.ts'
import { whenIdle } from './when-idle.ts'

/** A chapter that is laid out, or about to be. `ready`: whether it came. */
export type Preparation = { renderer: ChapterRenderer; ready: Promise<boolean> }

/** `wasShown`: it was on the screen before, and stays until another one of the same chapter is ready. */
type Kept = Preparation & { index: number; edge: ChapterEdge; isReady: boolean; wasShown?: boolean }

/**
 * Laying out a chapter takes longer than a page may take to turn. So the chapters before and after the one on the screen are
 * laid out while one reads, one after the other: the one that is turned to more likely comes first. The one that was just
 * left stays until then, for whoever turns straight back. In the page, the chapter on the screen always comes to be first.
 */
export function keepAdjacentChapters(prepare: (index: number, edge: ChapterEdge) => Preparation | undefined) {
  let kept: Kept[] = []
  let center: number | undefined
  /** Whatever was begun for another chapter, appearance or size of the window ends when this counts on. */
  let round = 0

  function discardUnless(isWanted: (each: Kept) => boolean) {
    for (const each of kept) if (!isWanted(each)) each.renderer.discard()
    kept = kept.filter(isWanted)
  }

  async function prepareAll(indexes: number[], from: number) {
    const mine = ++round
    for (const index of indexes) {
      await whenIdle()
      if (mine !== round) return
      if (kept.some((each) => each.index === index && !each.wasShown)) continue
      const edge = edgeOf(index, from)
      const made = prepare(index, edge)
      if (!made) continue
      const each: Kept = { ...made, index, edge, isReady: false }
      kept.push(each)
      each.isReady = await made.ready
      if (each.isReady) discardUnless((other) => other === each || other.index !== index)
      else discardUnless((other) => other !== each)
    }
  }

  return {
    clear() {
      round++
      center = undefined
      discardUnless(() => false)
    },
    /** To be called with every page that is shown: prepares what is around its chapter. */
    around(index: number, direction: 1 | -1) {
      if (index === center) return
      center = index
      discardUnless((each) => Math.abs(each.index - index) === 1 && each.edge === edgeOf(each.index, index))
      void prepareAll([index + direction, index - direction], index)
    },
    /** The one that is laid out already. */
    ready: (index: number): ChapterRenderer | undefined =>
      kept.findLast((each) => each.index === index && each.isReady)?.renderer,
    /** The same, also if it is only about to be. */
    async whenReady(index: number): Promise<ChapterRenderer | undefined> {
      const each =
        kept.find((other) => other.index === index && other.isReady) ?? kept.find((other) => other.index === index)
      each?.renderer.finishLayout()
      const isReady = await each?.ready
      return each && isReady && kept.includes(each) ? each.renderer : undefined
    },
    /** It is shown now, and whoever shows it discards it. */
    take(renderer: ChapterRenderer) {
      kept = kept.filter((each) => each.renderer !== renderer)
    },
    /** One that was shown until now, next to the one that is shown instead. */
    keep(index: number, shownInstead: number, renderer: ChapterRenderer) {
      const edge = edgeOf(index, shownInstead)
      renderer.waitAt(edge)
      kept.push({ renderer, index, edge, ready: Promise.resolve(true), isReady: true, wasShown: true })
    },
  }
}

/** Where a chapter is opened: one that comes after at its start, one that comes before at its end. */
const edgeOf = (index: number, from: number): ChapterEdge => (index > from ? 'start' : 'end')
