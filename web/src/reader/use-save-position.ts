import { useEffect, useRef } from 'react'
import { patchCachedItems } from '../api/patch-query-cache.ts'
import { queryClient } from '../api/query-client.ts'
import type { Book } from '../api/types.ts'
import { saveProgressInDownload } from '../offline/downloads.ts'
import { sendOrQueue } from '../offline/outbox.ts'
import { showSavedOfflineMessage } from './show-saved-offline-message.ts'

/** A little longer than it takes to turn a few pages. */
const pause = 1000

export type PositionToSave = {
  /** What the other pages of the app show from now on. */
  position: { currentPage: number; progressPercentage: number; completed: boolean }
  path: string
  body: Record<string, unknown>
}

/** Saves the position: shortly after each turn, at once when the tab is hidden or closed. Incognito saves nothing. */
export function useSavePosition<P>(
  book: Book,
  position: P | undefined,
  incognito: boolean,
  toSave: (position: P, now: string) => PositionToSave,
) {
  const unsaved = useRef<P>(undefined)
  // Saving changes the cached book; the effects below must not run again because of it.
  const save = useRef<() => Promise<unknown> | undefined>(undefined)
  save.current = () => {
    if (unsaved.current === undefined) return undefined
    const now = new Date().toISOString()
    const { position, path, body } = toSave(unsaved.current, now)
    unsaved.current = undefined
    const begun = book.readProgress ?? { id: '', userId: '', bookId: book.id, startedAt: now, completedAt: null }
    const readProgress = { ...begun, ...position, updatedAt: now }
    patchCachedItems('books', [book.id], (it) => ({ ...it, readProgress }))
    void saveProgressInDownload(book.id, readProgress, 'locator' in body ? body : undefined)
    const turn = { page: position.currentPage, at: Date.parse(now) }
    return sendOrQueue(`/books/${book.id}${path}`, body, { turn }).then(showSavedOfflineMessage)
  }

  useEffect(() => {
    if (incognito || position === undefined) return
    unsaved.current = position
    const timer = setTimeout(() => save.current?.(), pause)
    return () => clearTimeout(timer)
  }, [position, incognito])

  useEffect(() => {
    const leave = () => save.current?.()
    const flush = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', flush)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', leave)
      void leave()?.then(() => queryClient.invalidateQueries({ queryKey: ['books', 'row'] }))
    }
  }, [])
}
