import type { EventType } from '../contract/events.ts'
import type { Audience } from './audience.ts'
import type { Events, NewEvent } from './events.ts'

const countOf = {
  book_created: 'booksCreated',
  book_updated: 'booksUpdated',
  book_deleted: 'booksDeleted',
  series_created: 'seriesCreated',
  series_updated: 'seriesUpdated',
  series_deleted: 'seriesDeleted',
} as const satisfies Partial<Record<EventType, string>>

type Countable = keyof typeof countOf
type Counts = Record<(typeof countOf)[Countable], number>

export interface CatalogueEventCoalescer {
  emit(newEvent: NewEvent, audience?: Audience): void
  /** Emits the pending counts, e.g. when the scan has ended. */
  flush(): void
  close(): void
}

interface Window {
  emitted: number
  libraryId: string
  audience: Audience
  counts: Counts | undefined
}

/**
 * A scan may find a hundred thousand books; no client wants a hundred thousand messages. The first few changes of each
 * second are emitted one by one, the rest as one `library_updated` with counts. Windows are kept per library *and*
 * audience, so a count never includes books its receiver may not see.
 */
export function coalesceCatalogueEvents(
  events: Pick<Events, 'emit'>,
  { perSecond = 20, every = 1000 }: { perSecond?: number; every?: number } = {},
): CatalogueEventCoalescer {
  const windows = new Map<string, Window>()
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const ended = [...windows.values()]
    windows.clear()
    for (const { libraryId, audience, counts } of ended) {
      if (counts) events.emit({ type: 'library_updated', libraryId, counts }, audience)
    }
  }

  return {
    emit(newEvent, audience = {}) {
      if (!isCountable(newEvent)) {
        events.emit(newEvent, audience)
        return
      }
      timer ??= setTimeout(flush, every).unref()
      const key = `${newEvent.libraryId} ${JSON.stringify(audience)}`
      const window = windows.get(key) ?? { emitted: 0, libraryId: newEvent.libraryId, audience, counts: undefined }
      windows.set(key, window)
      if (window.emitted < perSecond) {
        window.emitted += 1
        events.emit(newEvent, audience)
        return
      }
      window.counts ??= noCounts()
      window.counts[countOf[newEvent.type]] += 1
    },
    flush,
    close: flush,
  }
}

function isCountable(newEvent: NewEvent): newEvent is Extract<NewEvent, { type: Countable }> {
  return Object.hasOwn(countOf, newEvent.type)
}

function noCounts(): Counts {
  return { booksCreated: 0, booksUpdated: 0, booksDeleted: 0, seriesCreated: 0, seriesUpdated: 0, seriesDeleted: 0 }
}
