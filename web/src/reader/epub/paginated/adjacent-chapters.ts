import { whenIdle } from '../chapter/when-idle.ts'
import type { ChapterEdge, ChapterRenderer } from './chapter-renderer.ts'

/** A chapter that is laid out, or being laid out. `ready`: whether it succeeded. */
export type Preparation = { renderer: ChapterRenderer; ready: Promise<boolean> }

/** `wasShown`: it was on screen before, and stays until another renderer of the same chapter is ready. */
type Kept = Preparation & { index: number; edge: ChapterEdge; isReady: boolean; wasShown?: boolean }

/**
 * Laying out a chapter takes longer than a page turn may take. So the previous and next sections are laid out during
 * reading, one after the other, the more likely one first. The chapter that was just left stays until then, in case the
 * viewer turns straight back. The chapter on screen always comes first in the DOM.
 */
export function keepAdjacentChapters(
  neighbor: (index: number, by: 1 | -1) => number | undefined,
  prepare: (index: number, edge: ChapterEdge) => Preparation | undefined,
) {
  let kept: Kept[] = []
  let center: number | undefined
  /** Incremented to cancel work for another chapter, appearance or window size. */
  let round = 0

  function discardUnless(isWanted: (each: Kept) => boolean) {
    for (const each of kept) if (!isWanted(each)) each.renderer.discard()
    kept = kept.filter(isWanted)
  }

  async function prepareAll(from: number, direction: 1 | -1) {
    const mine = ++round
    for (const by of [direction, -direction] as (1 | -1)[]) {
      await whenIdle()
      if (mine !== round) return
      const index = neighbor(from, by)
      if (index === undefined) continue
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
    /** Must be called for every page that is shown: prepares the chapters around it. */
    around(index: number, direction: 1 | -1) {
      if (index === center) return
      center = index
      const around = [neighbor(index, 1), neighbor(index, -1)]
      discardUnless((each) => around.includes(each.index) && each.edge === edgeOf(each.index, index))
      void prepareAll(index, direction)
    },
    /** The renderer of a chapter that is already laid out. */
    ready: (index: number | undefined): ChapterRenderer | undefined =>
      kept.findLast((each) => each.index === index && each.isReady)?.renderer,
    /** The same, but waits for a layout in progress. */
    async whenReady(index: number): Promise<ChapterRenderer | undefined> {
      const each =
        kept.find((other) => other.index === index && other.isReady) ?? kept.find((other) => other.index === index)
      each?.renderer.hurryLayout()
      const isReady = await each?.ready
      return each && isReady && kept.includes(each) ? each.renderer : undefined
    },
    /** Hands the renderer over to the caller, which shows it and must discard it. */
    take(renderer: ChapterRenderer) {
      kept = kept.filter((each) => each.renderer !== renderer)
    },
    /** Keeps the renderer that was shown until now, next to the one shown instead. */
    keep(index: number, shownInstead: number, renderer: ChapterRenderer) {
      const edge = edgeOf(index, shownInstead)
      renderer.waitAt(edge)
      kept.push({ renderer, index, edge, ready: Promise.resolve(true), isReady: true, wasShown: true })
    },
  }
}

/** Where a chapter opens: a following one at its start, a preceding one at its end. */
const edgeOf = (index: number, from: number): ChapterEdge => (index > from ? 'start' : 'end')
