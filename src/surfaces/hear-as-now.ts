import type { Happened } from '../events/events.ts'
import type { Viewer } from '../store/viewer.ts'

export interface Listener {
  viewer: Viewer
  /** Who it is by now, or undefined when they may not listen any more. */
  recheck: () => Promise<Viewer | undefined>
  /** In the order in which it happened. */
  tell: (happened: Happened, viewer: Viewer) => void
  /** They may not listen any more. */
  refuse: (viewer: Viewer) => void
}

/**
 * Before anything is told it is asked who listens: what was taken from them a moment ago is not heard any more, and what
 * was given to them, or is there only since a moment ago, is.
 */
export function hearAsNow(listener: Listener): { hear(happened: Happened): void; askAgain(): Promise<void> } {
  const { recheck, tell, refuse } = listener
  let { viewer } = listener
  let asking: Promise<void> | undefined
  /** A slow answer must not pile up questions. */
  const askAgain = (): Promise<void> => {
    asking ??= (async () => {
      try {
        const now = await recheck()
        if (now) viewer = now
        else refuse(viewer)
      } catch {
        // The database may be away for a moment; the next time asks again.
      } finally {
        asking = undefined
      }
    })()
    return asking
  }

  const waiting: Happened[] = []
  let isTelling = false
  const tellWaiting = async () => {
    isTelling = true
    while (waiting.length > 0) {
      await asking
      const now = waiting.splice(0)
      await askAgain()
      for (const happened of now) tell(happened, viewer)
    }
    isTelling = false
  }
  return {
    hear(happened) {
      const { userId } = happened.audience
      // Nobody becomes another person: the places in books that all the others reach cost this one nothing.
      if (userId !== undefined && userId !== viewer.userId) return
      waiting.push(happened)
      if (!isTelling) void tellWaiting()
    },
    askAgain,
  }
}
