import { useEffect, useRef } from 'react'
import { patchCached } from '../api/patch-cache.ts'
import { queryClient } from '../api/query-client.ts'
import type { Book } from '../api/shapes.ts'
import { sendOrKeep } from '../offline/outbox.ts'
import { thisDevice } from './device.ts'
import { tellIfKept } from './tell-if-kept.ts'

const pause = 900

/** Keeps the place: a moment after each turn, at once when the tab is hidden or closed. Nothing is kept incognito. */
export function useSavedPage(book: Book, page: number | undefined, incognito: boolean) {
  const unsaved = useRef<number>(undefined)
  // Saving changes the book in the cache; the effects below must not run anew because of it.
  const latest = useRef(book)
  latest.current = book

  useEffect(() => {
    if (incognito || page === undefined) return
    unsaved.current = page
    const timer = setTimeout(() => save(latest.current, unsaved), pause)
    return () => clearTimeout(timer)
  }, [page, incognito])

  useEffect(() => {
    const leave = () => save(latest.current, unsaved)
    const flush = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', flush)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      removeEventListener('pagehide', leave)
      void save(latest.current, unsaved)?.then(() => queryClient.invalidateQueries({ queryKey: ['books', 'shelf'] }))
    }
  }, [])
}

function save(book: Book, unsaved: { current: number | undefined }) {
  const page = unsaved.current
  if (page === undefined) return undefined
  unsaved.current = undefined
  const now = new Date().toISOString()
  const completed = page >= book.pageCount
  const kept = book.readProgress ?? { id: '', userId: '', bookId: book.id, startedAt: now, completedAt: null }
  const place = { currentPage: page, progressPercentage: page / book.pageCount, completed, updatedAt: now }
  patchCached('books', [book.id], (it) => ({ ...it, readProgress: { ...kept, ...place } }))
  return sendOrKeep(`/books/${book.id}/progress`, {
    currentPage: page,
    updatedAt: now,
    device: thisDevice().name,
  }).then(tellIfKept)
}
