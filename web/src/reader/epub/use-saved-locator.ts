import { useEffect, useRef } from 'react'
import { patchCached } from '../../api/patch-cache.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Book } from '../../api/shapes.ts'
import { sendOrKeep } from '../../offline/outbox.ts'
import { thisDevice } from '../device.ts'
import { tellIfKept } from '../tell-if-kept.ts'
import type { Locator } from './locator.ts'

const pause = 1200

/** Keeps the exact place as a locator, so that any reader of this account can take it up. */
export function useSavedLocator(book: Book, locator: Locator | undefined, incognito: boolean) {
  const unsaved = useRef<Locator>(undefined)
  const latest = useRef(book)
  latest.current = book

  useEffect(() => {
    if (incognito || !locator) return
    unsaved.current = locator
    const timer = setTimeout(() => save(latest.current, unsaved), pause)
    return () => clearTimeout(timer)
  }, [locator, incognito])

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

function save(book: Book, unsaved: { current: Locator | undefined }) {
  const locator = unsaved.current
  if (!locator) return undefined
  unsaved.current = undefined
  const now = new Date().toISOString()
  const part = locator.locations?.totalProgression ?? 0
  const kept = book.readProgress ?? { id: '', userId: '', bookId: book.id, startedAt: now, completedAt: null }
  const place = {
    currentPage: locator.locations?.position ?? 1,
    progressPercentage: part,
    completed: part >= 0.98,
    updatedAt: now,
  }
  patchCached('books', [book.id], (it) => ({ ...it, readProgress: { ...kept, ...place } }))
  return sendOrKeep(`/books/${book.id}/progression`, { modified: now, device: thisDevice(), locator }).then(tellIfKept)
}
