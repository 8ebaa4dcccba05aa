import type { Db } from '../../../store/open.ts'
import { countUnfinishedTasks } from '../../../store/task/count-unfinished.ts'
import type { KomgaEvent } from './translate-to-komga-event.ts'

export interface QueueStatusEvents {
  /** Emits the number of open tasks, at once and every ten seconds; returns a function that stops it. */
  on(listener: (event: KomgaEvent) => void): () => void
  close(): void
}

/** komf processes events only when it learns that nothing is left to do. One query serves all listeners. */
export function openQueueStatusEvents(db: Db): QueueStatusEvents {
  const listeners = new Set<(event: KomgaEvent) => void>()
  let timer: NodeJS.Timeout | undefined

  const read = async (): Promise<KomgaEvent> => {
    const countByType = await countUnfinishedTasks(db)
    const count = Object.values(countByType).reduce((sum, n) => sum + n, 0)
    return { name: 'TaskQueueStatus', data: { count, countByType } }
  }
  const emit = async (to: Iterable<(event: KomgaEvent) => void>) => {
    // The database may be unavailable for a moment; the next interval tries again.
    const event = await read().catch(() => undefined)
    if (event) for (const listener of to) listener(event)
  }

  return {
    on(listener) {
      listeners.add(listener)
      void emit([listener])
      timer ??= setInterval(() => void emit(listeners), EVERY_MS).unref()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    close: () => clearInterval(timer),
  }
}

const EVERY_MS = 10_000
