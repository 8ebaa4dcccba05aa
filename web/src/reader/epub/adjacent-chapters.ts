import type { ChapterRenderer } from './chapter-renderer.ts'
import type { Relocation } from './renderer.ts'

/** A chapter that is laid out and only has to be shown. */
export type PreparedChapter = { renderer: ChapterRenderer; doc: Document; position: Relocation }
export type Preparation = { renderer: ChapterRenderer; ready: Promise<PreparedChapter | undefined> }

type Kept = Preparation & { index: number; prepared?: PreparedChapter }

/**
 * Laying out a chapter takes longer than a page may take to turn. So the chapters before and after the one on the screen are
 * laid out while one reads, one after the other: the one that is turned to more likely comes first.
 */
export function keepAdjacentChapters(prepare: (index: number, at: 'start' | 'end') => Preparation | undefined) {
  let kept: Kept[] = []
  let center: number | undefined
  /** Whatever was begun for another chapter, appearance or size of the window ends when this counts on. */
  let round = 0

  function clear() {
    round++
    center = undefined
    for (const each of kept) each.renderer.discard()
    kept = []
  }

  async function prepareAll(indexes: number[], from: number) {
    const mine = ++round
    for (const index of indexes) {
      await whenIdle()
      if (mine !== round) return
      const made = prepare(index, index > from ? 'start' : 'end')
      if (!made) continue
      const each: Kept = { ...made, index }
      kept.push(each)
      each.prepared = await made.ready
      if (each.prepared) continue
      made.renderer.discard()
      kept = kept.filter((other) => other !== each)
    }
  }

  return {
    clear,
    /** To be called with every page that is shown: prepares what is around its chapter. */
    around(index: number, direction: 1 | -1) {
      if (index === center) return
      clear()
      center = index
      void prepareAll([index + direction, index - direction], index)
    },
    /** The one that is laid out already. */
    ready: (index: number): PreparedChapter | undefined => kept.find((each) => each.index === index)?.prepared,
    /** The same, also if it is only about to be. */
    async whenReady(index: number): Promise<PreparedChapter | undefined> {
      const each = kept.find((other) => other.index === index)
      const prepared = await each?.ready
      return each && kept.includes(each) ? prepared : undefined
    },
    /** It is shown now, and whoever shows it discards it; the others are not next to it any more. */
    take({ renderer }: PreparedChapter) {
      kept = kept.filter((each) => each.renderer !== renderer)
      clear()
    },
  }
}

/** Not while a page is being turned. */
function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 300 })
    else setTimeout(resolve, 200)
  })
}
