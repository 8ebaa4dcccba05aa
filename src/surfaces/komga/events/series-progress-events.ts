import type { LecternEvent } from '../../../contract/events.ts'
import { komgaIdOf } from '../present/format-values.ts'
import type { KomgaEvent } from './translate-to-komga-event.ts'

/** The delay after the first of several changes until the event of the whole series. */
const SOON_MS = 300

/** Marking a series changes its books one by one; Komga also emits one event for the series. */
export function emitSeriesProgressEvents(emit: (event: KomgaEvent) => void): {
  receive(event: LecternEvent): void
  close(): void
} {
  const touched = new Map<string, { times: number; isGone: boolean; userId: string }>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    for (const [seriesId, { times, isGone, userId }] of touched) {
      if (times < 2) continue
      const name = isGone ? 'ReadProgressSeriesDeleted' : 'ReadProgressSeriesChanged'
      emit({ name, data: { seriesId: komgaIdOf(seriesId), userId: komgaIdOf(userId) } })
    }
    touched.clear()
  }
  return {
    receive(event) {
      if (event.type !== 'progress_updated') return
      const times = (touched.get(event.seriesId)?.times ?? 0) + 1
      touched.set(event.seriesId, { times, isGone: event.currentPage === null, userId: event.userId })
      timer ??= setTimeout(flush, SOON_MS).unref()
    },
    close: () => clearTimeout(timer),
  }
}
