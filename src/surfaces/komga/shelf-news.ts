import type { Viewer } from '../../store/viewer.ts'

/** What happened to a collection or read list, as far as it happened through this API. */
export interface ShelfNews {
  event: `${'Collection' | 'ReadList'}${'Added' | 'Changed' | 'Deleted'}`
  data: { collectionId: string; seriesIds: string[] } | { readListId: string; bookIds: string[] }
  /** Null: everyone may know. */
  ownerId: number | null
}

export interface ShelfNewsDesk {
  tell(news: ShelfNews): void
  on(hear: (news: ShelfNews) => void): () => void
}

/** The house's own events do not speak of shelves; Komga's web interface waits for these. */
export function openShelfNews(): ShelfNewsDesk {
  const listeners = new Set<(news: ShelfNews) => void>()
  return {
    tell: (news) => {
      for (const hear of listeners) hear(news)
    },
    on(hear) {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
  }
}

export const mayHearOf = ({ ownerId }: ShelfNews, viewer: Viewer): boolean =>
  ownerId === null || ownerId === viewer.userId
