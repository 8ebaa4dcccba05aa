import type { Preparation } from './adjacent-chapters.ts'
import type { ChapterEdge, ChapterRenderer } from './chapter-renderer.ts'

/**
 * Laying out a long chapter in one go keeps the screen from answering. So one that somebody jumps or turns to is laid out hidden,
 * piece by piece, and shown when it is ready; until then what was there stays. Only the last jump counts.
 */
export function openChaptersOffscreen(prepare: (index: number, edge: ChapterEdge) => Preparation | undefined) {
  let underWay: { renderer: ChapterRenderer; giveUp: () => void } | undefined

  function cancel() {
    underWay?.renderer.discard()
    underWay?.giveUp()
    underWay = undefined
  }

  return {
    cancel,
    /** Undefined: it couldn't be laid out. `replaced`: another one is wanted by now. */
    async open(index: number, edge: ChapterEdge): Promise<ChapterRenderer | 'replaced' | undefined> {
      cancel()
      const made = prepare(index, edge)
      if (!made) return undefined
      const { promise: replaced, resolve: giveUp } = Promise.withResolvers<void>()
      const mine = { renderer: made.renderer, giveUp }
      underWay = mine
      const isReady = await Promise.race([made.ready, replaced])
      if (underWay !== mine) return 'replaced'
      underWay = undefined
      if (isReady) return made.renderer
      made.renderer.discard()
      return undefined
    },
  }
}
